internal import DragModel
internal import DragSystem

/// The calls that are answered later, counted by caller: each takes memory while it waits.
struct WaitingCalls {
  /// Calls that the model answers.
  private var calls: [CallID: Call] = [:]
  private var lastNumber: UInt64 = 0
  /// Calls that wait for a worker or the bus.
  private var suspended: [ObjectIdentifier: SuspendedCall] = [:]
  private var counts: [Peer: UInt64] = [:]
  private var total: UInt64 = 0

  private static let few: UInt64 = 16

  var isEmpty: Bool { calls.isEmpty && suspended.isEmpty }

  /// A number that no other call has.
  mutating func nextNumber() -> CallID {
    lastNumber += 1
    return CallID(lastNumber)
  }

  /// Keeps a call until it is answered. A call without a reply only gets a number.
  /// - Throws: QuotaExceeded, if too many calls of the caller wait.
  mutating func add(_ call: Call, within limits: Limits) throws(Rejection) -> CallID {
    let number = nextNumber()
    guard call.expectsReply else { return number }
    try count(call.peer, within: limits)
    calls[number] = call
    return number
  }

  /// The caller; nil for a call without a reply.
  func caller(of number: CallID) -> Peer? { calls[number]?.peer }

  /// Removes the call of that number, to answer it.
  @discardableResult
  mutating func removeValue(forKey number: CallID) -> Call? {
    guard let call = calls.removeValue(forKey: number) else { return nil }
    uncount(call.peer)
    return call
  }

  // MARK: Suspended calls

  mutating func suspend(_ call: Call, within limits: Limits) throws(Rejection)
    -> SuspendedCall
  {
    let waiting = SuspendedCall(of: call.peer)
    try count(waiting.peer, within: limits)
    suspended[ObjectIdentifier(waiting)] = waiting
    return waiting
  }

  /// - Returns: whether the call was still waiting.
  mutating func resume(_ call: SuspendedCall) -> Bool {
    let wasWaiting = call.isWaiting
    call.end()
    if suspended.removeValue(forKey: ObjectIdentifier(call)) != nil { uncount(call.peer) }
    return wasWaiting
  }

  /// Ends the suspended calls of a peer that has left.
  /// - Returns: whether there was one.
  mutating func endSuspended(of peer: Peer) -> Bool {
    guard counts[peer] != nil else { return false }
    let calls = suspended.values.filter { $0.peer == peer }
    for call in calls { _ = resume(call) }
    return !calls.isEmpty
  }

  // MARK: Counts

  private mutating func count(_ peer: Peer, within limits: Limits) throws(Rejection) {
    let own = counts[peer] ?? 0
    try limits.check(.waitingCallsPerConnection, own, 1)
    try limits.check(.waitingCallsPerUser, total, 1)
    // The callers' applications are not known here: the last quarter is for connections with few calls.
    let limit = limits[.waitingCallsPerUser]
    if own >= Self.few, total >= Reserve(of: limit).shared {
      throw Rejection(
        .quotaExceeded,
        "\(LimitKey.waitingCallsPerUser.name) is \(limit): \(total) wait, \(own) of them of this connection; the last "
          + "quarter is for connections that have fewer than \(Self.few)")
    }
    counts[peer] = own + 1
    total += 1
  }

  private mutating func uncount(_ peer: Peer) {
    guard let own = counts[peer] else { return }
    counts[peer] = own > 1 ? own - 1 : nil
    total -= 1
  }
}

/// A call that waits for a worker or the bus. Meanwhile its caller may leave, or its time run out.
final class SuspendedCall {
  let peer: Peer
  private(set) var isWaiting = true
  private var timer: LoopTimer?

  init(of peer: Peer) {
    self.peer = peer
  }

  /// Calls `then` if the call still waits after the timeout.
  func setTimeout(_ microseconds: UInt64, _ loop: EventLoop, _ then: @escaping () -> Void) {
    timer = loop.after(microseconds: microseconds) { [weak self] in
      if self?.isWaiting == true { then() }
    }
  }

  func end() {
    isWaiting = false
    timer?.cancel()
  }
}
