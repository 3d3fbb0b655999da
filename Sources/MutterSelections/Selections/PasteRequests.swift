internal import DBus
internal import DisplaySelections
internal import DragSystem

/// Requests of programs that paste this program's content. mutter does not say which program pastes, nor when a program
/// ends before it gets a pipe.
///
/// An X11 program waits for ever if its request gets no answer or an error. So each request gets its pipe at once, and
/// the pipe ends with this process; a refused request gets an empty pipe.
final class PasteRequests {
  private enum Request {
    /// mutter has not replied to SelectionWrite yet. The answer is nil until this module's user gives it.
    case opening(serial: UInt32, LoopTimer, Answer?)
    /// This module's user has not answered yet.
    case waiting(serial: UInt32, LoopTimer, DescriptorBox)
    case copying(serial: UInt32, PeerCopy, ended: (AnswerEnd) -> Void)
  }

  private struct Answer {
    let content: DescriptorBox
    let size: UInt64?
    let ended: (AnswerEnd) -> Void
  }

  private let session: MutterSession
  private let bus: Connection
  private let loop: EventLoop
  private let pool: WorkerPool
  private let limits: MutterLimits
  private var requests: [RequestID: Request] = [:] {
    didSet { isBusy = !requests.isEmpty }
  }
  private var isBusy = false {
    didSet { if isBusy != oldValue { onBusy?(isBusy) } }
  }
  private var last: UInt64 = 0
  private var isClosed = false

  /// Called when there are requests, and when there are none.
  var onBusy: ((Bool) -> Void)?
  /// Called with a request that no longer needs an answer.
  var onCancelled: ((RequestID) -> Void)?

  init(
    _ session: MutterSession, on bus: Connection, loop: EventLoop, pool: WorkerPool,
    limits: MutterLimits
  ) {
    self.session = session
    self.bus = bus
    self.loop = loop
    self.pool = pool
    self.limits = limits
  }

  /// Where there are too many, the oldest that no program reads ends.
  func add(serial: UInt32) -> RequestID {
    if requests.count >= limits.requests { makeRoom() }
    last += 1
    let id = RequestID(number: last)
    let timer = loop.after(microseconds: limits.request) { [weak self] in self?.expire(id) }
    requests[id] = .opening(serial: serial, timer, nil)
    open(serial, lane: lane(of: id)) { [weak self] result in self?.opened(id, serial, result) }
    return id
  }

  private func makeRoom() {
    let copies = requests.lazy.compactMap { id, request in
      if case .copying(_, let copy, _) = request { (id: id, copy: copy) } else { nil }
    }
    if let copy = UnreadPaste.oldest(among: copies) { return refuse(copy) }
    for id in requests.keys.sorted(by: { $0.number < $1.number }) where removeUnanswered(id) {
      return loop.next { [weak self] in self?.onCancelled?(id) }
    }
    if let oldest = requests.keys.min(by: { $0.number < $1.number }) { refuse(oldest) }
  }

  func answer(
    _ id: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    let answer = Answer(
      content: DescriptorBox(content, lane: lane(of: id), pool: pool), size: size, ended: ended)
    switch requests[id] {
    case .opening(let serial, let timer, nil):
      timer.cancel()
      requests[id] = .opening(serial: serial, timer, answer)
    case .waiting(let serial, let timer, let pipe):
      timer.cancel()
      copy(id, serial, answer, to: pipe)
    case .opening, .copying, nil:
      loop.next { [weak self] in
        if self?.isClosed == false { ended(.failed("the request has ended")) }
      }
    }
  }

  func refuse(_ id: RequestID) {
    switch requests[id] {
    case .opening(_, _, nil), .waiting: removeUnanswered(id)
    // `copy` refuses it then.
    case .opening(_, _, let answer?): answer.content.close()
    case .copying(let serial, let copy, let ended):
      requests[id] = nil
      copy.cancel()
      sendDone(serial, success: false)
      ended(.failed(AnswerEnd.cancellation))
    case nil: break
    }
  }

  /// Gives the requestor an empty pipe.
  func refuse(serial: UInt32) {
    open(serial, lane: .mutterRefusals) { [weak self] result in
      if case .success(let pipe) = result { self?.end(serial, pipe) }
    }
  }

  /// Refuses every request without an answer. Needed before the clipboard gets another content: mutter then forgets
  /// the requests whose pipe it has not made yet.
  func refuseWaiting() {
    for id in requests.keys.sorted(by: { $0.number < $1.number }) { expire(id) }
  }

  /// Ends every answer, and forgets the requests.
  func fail(_ reason: String) {
    let left = requests.sorted { $0.key.number < $1.key.number }
    requests = [:]
    for (_, request) in left {
      switch request {
      case .opening(_, let timer, nil): timer.cancel()
      case .opening(_, _, let answer?): answer.ended(.failed(reason))
      case .waiting(_, let timer, let pipe):
        timer.cancel()
        pipe.close()
      case .copying(_, let copy, let ended):
        copy.cancel()
        ended(.failed(reason))
      }
    }
  }

  /// Ends everything; calls neither `ended` nor `onCancelled`.
  func close() {
    isClosed = true
    onCancelled = nil
    for (id, request) in requests {
      switch request {
      case .opening(_, let timer, _): timer.cancel()
      case .waiting: removeUnanswered(id)
      case .copying(_, let copy, _): copy.cancel()
      }
    }
    requests = [:]
  }

  private func lane(of id: RequestID) -> Lane { .mutterRequest(id.number) }

  /// Ends a request without an answer: its pipe at once, or when mutter gives it. False for any other request.
  @discardableResult
  private func removeUnanswered(_ id: RequestID) -> Bool {
    switch requests[id] {
    case .opening(_, let timer, nil): timer.cancel()
    case .waiting(let serial, let timer, let pipe):
      timer.cancel()
      end(serial, pipe)
    case .opening, .copying, nil: return false
    }
    requests[id] = nil
    return true
  }

  private func expire(_ id: RequestID) {
    guard removeUnanswered(id) else { return }
    loop.next { [weak self] in self?.onCancelled?(id) }
  }

  // MARK: Writing

  private func open(
    _ serial: UInt32, lane: Lane,
    then: @escaping (Result<DescriptorBox, BusError>) -> Void
  ) {
    do throws(BusError) {
      let message = try session.write(serial)
      bus.call(message, timeout: limits.replyMilliseconds) { [pool] result in
        then(
          result.flatMap { reply in
            var reader = reply.read()
            do throws(DecodingFailure) {
              return .success(DescriptorBox(try reader.descriptor(), lane: lane, pool: pool))
            } catch {
              return .failure(BusError(error))
            }
          })
      }
    } catch {
      loop.next { then(.failure(error)) }
    }
  }

  private func sendDone(_ serial: UInt32, success: Bool) {
    guard let message = try? session.writeDone(serial, success: success) else { return }
    message.expectNoReply()
    bus.send(message)
  }

  /// Tells the requestor that it has all there is, which is nothing.
  private func end(_ serial: UInt32, _ pipe: DescriptorBox) {
    pipe.close()
    sendDone(serial, success: true)
  }

  private func opened(
    _ id: RequestID, _ serial: UInt32, _ result: Result<DescriptorBox, BusError>
  ) {
    switch (requests[id], result) {
    case (.opening(_, let timer, nil)?, .success(let pipe)):
      requests[id] = .waiting(serial: serial, timer, pipe)
    case (.opening(_, _, let answer?)?, .success(let pipe)): copy(id, serial, answer, to: pipe)
    case (.opening(_, _, let answer?)?, .failure(let error)):
      requests[id] = nil
      answer.ended(.failed("mutter accepts no answer: \(error.message)"))
    case (.opening(_, _, nil)?, .failure): expire(id)
    // It has ended meanwhile.
    case (_, .success(let pipe)): end(serial, pipe)
    case (_, .failure): break
    }
  }

  private func copy(_ id: RequestID, _ serial: UInt32, _ answer: Answer, to pipe: DescriptorBox) {
    guard let content = answer.content.remove(), let pipe = pipe.remove() else {
      // The content is gone because the program has refused the request meanwhile.
      requests[id] = nil
      sendDone(serial, success: false)
      return answer.ended(.failed(AnswerEnd.cancellation))
    }
    let copy = PeerCopy(
      from: content, size: answer.size, to: pipe, stallLimit: limits.destinationStall,
      sourceStallLimit: limits.contentStall, patience: limits.patience, lane: lane(of: id),
      pool: pool, loop: loop
    ) { [weak self, size = answer.size] in self?.copied(id, $0, of: size) }
    requests[id] = .copying(serial: serial, copy, ended: answer.ended)
  }

  private func copied(_ id: RequestID, _ end: PeerCopy.End, of size: UInt64?) {
    guard case .copying(let serial, _, let ended)? = requests.removeValue(forKey: id) else {
      return
    }
    let how = AnswerEnd(
      end, of: size, contentLimit: limits.contentStall, requestorLimit: limits.destinationStall)
    switch how {
    case .complete: sendDone(serial, success: true)
    case .cut, .failed: sendDone(serial, success: false)
    }
    ended(how)
  }
}
