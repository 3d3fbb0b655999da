internal import DisplaySelections
internal import DragSystem

/// Programs that paste what is owned here: each has passed a descriptor, and waits for what is written there.
///
/// Nothing tells who they are. Each has a lane of its own, so that one that hangs a worker hangs nobody else.
final class PasteRequests {
  /// Requests and answers at once; more are refused.
  private static let limit = 128
  /// How long an answer may stand still, in microseconds.
  private static let stallLimit: UInt64 = 10_000_000

  private struct Request {
    let destination: DescriptorBox
    /// Watches for the requestor's leaving; nil for a descriptor that cannot be waited for.
    let watch: Watch?
  }

  private struct Answer {
    let copy: PeerCopy
    let ended: (AnswerEnd) -> Void
  }

  private let loop: EventLoop
  private let pool: WorkerPool
  private let seat: String
  private var requests: [RequestID: Request] = [:]
  private var answers: [RequestID: Answer] = [:]
  private var last: UInt64 = 0
  private var isClosed = false

  /// The requestor has gone before it got an answer.
  var onCancelled: ((RequestID) -> Void)?

  /// `seat`: tells its lanes from those of others.
  init(seat: String, loop: EventLoop, pool: WorkerPool) {
    self.seat = seat
    self.loop = loop
    self.pool = pool
  }

  /// Nil: there are too many, and this one is refused.
  func add(_ destination: consuming OwnedFileDescriptor) -> RequestID? {
    last += 1
    let id = RequestID(number: last)
    guard requests.count + answers.count < Self.limit else {
      pool.close(destination, lane: lane(of: id))
      return nil
    }
    // Asked for nothing, a pipe still reports that its last reader has gone.
    let watch = try? loop.watch(destination, for: []) { [weak self] _ in self?.requestorLeft(id) }
    requests[id] = Request(destination: DescriptorBox(destination), watch: watch)
    return id
  }

  func refuse(_ destination: consuming OwnedFileDescriptor) {
    last += 1
    pool.close(destination, lane: lane(of: RequestID(number: last)))
  }

  func answer(
    _ id: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    guard let destination = removeRequest(id)?.take() else {
      pool.close(content, lane: lane(of: id))
      loop.next { [weak self] in
        if self?.isClosed == false { ended(.failed("the requestor has gone")) }
      }
      return
    }
    let copy = PeerCopy(
      from: content, size: size, to: destination, stallLimit: Self.stallLimit, lane: lane(of: id),
      pool: pool, loop: loop
    ) { [weak self] end in self?.copyEnded(id, end, size) }
    answers[id] = Answer(copy: copy, ended: ended)
  }

  func refuse(_ id: RequestID) {
    removeRequest(id)?.close(on: pool, lane: lane(of: id))
  }

  /// Ends every answer, and forgets the requests.
  func fail(_ reason: String) {
    for id in requests.keys { refuse(id) }
    let left = answers.sorted { $0.key.number < $1.key.number }
    answers = [:]
    for (_, answer) in left {
      answer.copy.cancel()
      answer.ended(.failed(reason))
    }
  }

  /// Ends everything without a word.
  func close() {
    isClosed = true
    for id in requests.keys { refuse(id) }
    for answer in answers.values { answer.copy.cancel() }
    answers = [:]
  }

  private func removeRequest(_ id: RequestID) -> DescriptorBox? {
    guard let request = requests.removeValue(forKey: id) else { return nil }
    request.watch?.cancel()
    return request.destination
  }

  private func requestorLeft(_ id: RequestID) {
    guard let destination = removeRequest(id) else { return }
    destination.close(on: pool, lane: lane(of: id))
    onCancelled?(id)
  }

  private func copyEnded(_ id: RequestID, _ end: PeerCopy.End, _ size: UInt64?) {
    guard let answer = answers.removeValue(forKey: id) else { return }
    answer.ended(Self.answerEnd(end, size))
  }

  private static func answerEnd(_ end: PeerCopy.End, _ size: UInt64?) -> AnswerEnd {
    switch end {
    case .complete(let bytes): .complete(bytes: bytes)
    case .short(let bytes):
      .failed("the content ended after \(bytes) of \(size.map { "\($0)" } ?? "unknown") bytes")
    case .destinationClosed(let bytes):
      .failed("the requestor closed its pipe, which had taken \(bytes) bytes")
    case .stalled(.destination, let bytes):
      .failed("the requestor read nothing for \(stallLimit / 1_000_000) s, after \(bytes) bytes")
    case .stalled(.source, let bytes):
      .failed("the content came to a stop for \(stallLimit / 1_000_000) s, after \(bytes) bytes")
    case .failed(let error): .failed("\(error)")
    }
  }

  private func lane(of id: RequestID) -> String { "\(seat), paste \(id.number)" }
}
