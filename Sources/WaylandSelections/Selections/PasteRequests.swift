internal import DisplaySelections
internal import DragSystem

/// Requests of programs that paste what this program owns: each passed a descriptor and reads the other end.
///
/// The protocol does not identify requestors. Each request has its own lane, so a pipe that blocks a worker delays no
/// other request.
final class PasteRequests {
  /// Requests and answers at once.
  private static let limit = 128
  /// How long an answer may make no progress, in microseconds.
  private static let stallLimit: UInt64 = 10_000_000

  private struct Request {
    let destination: DescriptorBox
    /// Detects that the requestor leaves; nil for a descriptor that the loop cannot watch.
    let watch: Watch?
  }

  private struct Answer {
    let copy: PeerCopy
    let ended: (AnswerEnd) -> Void
  }

  private let loop: EventLoop
  private let pool: WorkerPool
  private let seat: UInt32
  private var requests: [RequestID: Request] = [:]
  private var answers: [RequestID: Answer] = [:]
  private var last: UInt64 = 0
  private var isClosed = false

  /// Called when a requestor leaves before it got an answer.
  var onCancelled: ((RequestID) -> Void)?

  /// `seat`: the number of the seat, for its lanes.
  init(seat: UInt32, loop: EventLoop, pool: WorkerPool) {
    self.seat = seat
    self.loop = loop
    self.pool = pool
  }

  /// Where there are too many, the oldest that no program reads ends.
  func add(_ destination: consuming OwnedFileDescriptor) -> RequestID {
    last += 1
    let id = RequestID(number: last)
    if requests.count + answers.count >= Self.limit { makeRoom() }
    // epoll reports that a pipe's last reader has closed even without any interest.
    let watch = try? loop.watch(destination, for: []) { [weak self] _ in self?.requestorLeft(id) }
    requests[id] = Request(
      destination: DescriptorBox(destination, lane: lane(of: id), pool: pool), watch: watch)
    return id
  }

  private func makeRoom() {
    if let answer = UnreadPaste.oldest(among: answers.lazy.map { ($0.key, $0.value.copy) }) {
      refuse(answer)
    } else if let request = requests.keys.min(by: { $0.number < $1.number }) {
      requestorLeft(request)
    } else if let answer = answers.keys.min(by: { $0.number < $1.number }) {
      refuse(answer)
    }
  }

  func refuse(_ destination: consuming OwnedFileDescriptor) {
    last += 1
    pool.close(destination, lane: lane(of: RequestID(number: last)))
  }

  func answer(
    _ id: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    guard let destination = removeRequest(id)?.remove() else {
      pool.close(content, lane: lane(of: id))
      loop.next { [weak self] in
        if self?.isClosed == false { ended(.failed("the requestor has left")) }
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
    // Workers close the descriptors.
    if removeRequest(id) != nil { return }
    guard let answer = answers.removeValue(forKey: id) else { return }
    answer.copy.cancel()
    answer.ended(.failed(AnswerEnd.cancellation))
  }

  /// Fails every answer, and refuses the requests.
  func fail(_ reason: String) {
    for id in requests.keys { refuse(id) }
    let left = answers.sorted { $0.key.number < $1.key.number }
    answers = [:]
    for (_, answer) in left {
      answer.copy.cancel()
      answer.ended(.failed(reason))
    }
  }

  /// Stops all requests and answers; calls no `ended`.
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
    guard removeRequest(id) != nil else { return }
    onCancelled?(id)
  }

  private func copyEnded(_ id: RequestID, _ end: PeerCopy.End, _ size: UInt64?) {
    guard let answer = answers.removeValue(forKey: id) else { return }
    answer.ended(
      AnswerEnd(end, of: size, contentLimit: Self.stallLimit, requestorLimit: Self.stallLimit))
  }

  private func lane(of id: RequestID) -> Lane { .waylandRequest(id.number, seat: seat) }
}
