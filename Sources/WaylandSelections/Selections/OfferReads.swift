internal import CWayland
internal import DisplaySelections
internal import DragSystem

/// Reads that the compositor has not forwarded yet. Once it has, the owner has the pipe, and the read ends as
/// `handedOver`.
final class OfferReads {
  /// Only a compositor that does not answer makes so many wait.
  private static let limit = 64
  /// How long the compositor may take, in microseconds.
  private static let answerTimeout: UInt64 = 10_000_000

  private struct Read {
    let offer: Proxy?
    let group: RequestGroup
    let pipe: DescriptorBox
    let timer: LoopTimer?
    let ended: (ReadEnd) -> Void
    /// The selection has another offer now.
    var isReplaced = false
  }

  private let connection: WaylandConnection
  private let loop: EventLoop
  private let pool: WorkerPool
  private let seat: UInt32
  private var reads: [ReadID: Read] = [:]
  private var last: UInt64 = 0

  /// `seat`: the number of the seat, for its lanes.
  init(connection: WaylandConnection, seat: UInt32, loop: EventLoop, pool: WorkerPool) {
    self.connection = connection
    self.seat = seat
    self.loop = loop
    self.pool = pool
  }

  /// Hands the pipe to the offer's owner.
  func start(
    _ target: String, of offer: Proxy, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    guard reads.count < Self.limit else {
      return fail("\(reads.count) reads wait for the compositor already", pipe, ended)
    }
    let id = nextID()
    let group = RequestGroup()
    let timer = loop.after(microseconds: Self.answerTimeout) { [weak self] in
      self?.end(
        id, .failed("the compositor has not answered for \(Self.answerTimeout / 1_000_000) s"))
    }
    let box = DescriptorBox(pipe, lane: lane(of: id), pool: pool)
    reads[id] = Read(offer: offer, group: group, pipe: box, timer: timer, ended: ended)
    connection.request(.string(target, descriptors: 1), in: group) {
      // libwayland has duplicated the descriptor, so this end is not the last one and closing it does not block.
      guard let pipe = box.remove() else { return }
      target.withCString { data_control_receive(offer.pointer, $0, pipe.rawValue) }
    }
    connection.sync(in: group) { [weak self] in self?.forwarded(id) }
    return id
  }

  /// Fails a read that cannot start, in the loop's next turn.
  func fail(
    _ reason: String, _ pipe: consuming OwnedFileDescriptor, _ ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    let id = nextID()
    reads[id] = Read(
      offer: nil, group: RequestGroup(),
      pipe: DescriptorBox(pipe, lane: lane(of: id), pool: pool), timer: nil, ended: ended)
    loop.next { [weak self] in self?.end(id, .failed(reason)) }
    return id
  }

  func cancel(_ id: ReadID) {
    end(id, .cancelled)
  }

  /// The selection has another owner. The compositor may have changed it before it got the pipe.
  func replaced(_ offer: Proxy) {
    for id in reads.keys where reads[id]?.offer === offer { reads[id]?.isReplaced = true }
  }

  /// Fails every read.
  func fail(_ reason: String) {
    for id in reads.keys.sorted(by: { $0.number < $1.number }) { end(id, .failed(reason)) }
  }

  /// Ends every read without calling `ended`.
  func close() {
    for id in reads.keys { end(id, nil) }
  }

  private func nextID() -> ReadID {
    last += 1
    return ReadID(number: last)
  }

  private func lane(of id: ReadID) -> Lane { .waylandRead(id.number, seat: seat) }

  private func forwarded(_ id: ReadID) {
    let isReplaced = reads[id]?.isReplaced == true
    end(id, isReplaced ? .failed("the selection has another owner now") : .handedOver)
  }

  private func end(_ id: ReadID, _ how: ReadEnd?) {
    guard let read = reads.removeValue(forKey: id) else { return }
    read.timer?.cancel()
    connection.withdraw(read.group)
    if let how { read.ended(how) }
  }
}
