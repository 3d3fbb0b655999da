internal import DragModel

/// The calls that are answered later, and how many each peer has of them: each costs memory for as long as it waits.
struct WaitingCalls {
  private var calls: [CallID: Call] = [:]
  private var lastNumber: UInt64 = 0
  private var counts: [Peer: UInt64] = [:]
  private var total: UInt64 = 0

  private static let few: UInt64 = 16

  var isEmpty: Bool { calls.isEmpty }

  /// A number that no other call has.
  mutating func number() -> CallID {
    lastNumber += 1
    return CallID(lastNumber)
  }

  /// Keeps a call until it is answered; one that nobody waits for only gets its number.
  /// - Throws: QuotaExceeded when its caller has too many that wait.
  mutating func add(_ call: Call, within limits: Limits) throws(Rejection) -> CallID {
    let number = number()
    guard call.expectsReply else { return number }
    try count(call.peer, within: limits)
    calls[number] = call
    return number
  }

  /// The call of that number, to be answered.
  @discardableResult
  mutating func removeValue(forKey number: CallID) -> Call? {
    guard let call = calls.removeValue(forKey: number) else { return nil }
    uncount(call.peer)
    return call
  }

  /// Counts one that waits elsewhere.
  mutating func count(_ peer: Peer, within limits: Limits) throws(Rejection) {
    let own = counts[peer] ?? 0
    try Limits.check(
      "waiting_calls_per_connection", limits.waitingCallsPerConnection, own, 1)
    try Limits.check("waiting_calls_per_user", limits.waitingCallsPerUser, total, 1)
    // Who calls is not known here: the last quarter is for connections with a few calls.
    if own >= Self.few, total >= Reserve(of: limits.waitingCallsPerUser).common {
      throw Rejection(
        .quotaExceeded,
        "waiting_calls_per_user is \(limits.waitingCallsPerUser): \(total) wait, \(own) of them of this connection; the "
          + "last quarter is for connections that have fewer than \(Self.few)")
    }
    counts[peer] = own + 1
    total += 1
  }

  mutating func uncount(_ peer: Peer) {
    guard let own = counts[peer] else { return }
    counts[peer] = own > 1 ? own - 1 : nil
    total -= 1
  }
}
