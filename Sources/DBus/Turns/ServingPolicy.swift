/// Decides whether a call may be served now, by the bytes that the bus has not read yet and the bytes that the sender
/// has not read. A call of a sender with too many unread bytes waits until the sender has read them; after `timeout` it
/// is refused.
package struct ServingPolicy {
  package enum Decision: Equatable {
    case serve, wait, refuse
  }

  /// A message that waits to be served.
  package enum Candidate {
    case call
    /// A reply or an error: this process sends no answer to it.
    case answer
    /// A call that is refused when its turn comes.
    case excess
  }

  /// The place of a call that arrives.
  package enum Placement: Equatable {
    case serve
    case queue
    /// The queue has room only for a note that the call is refused.
    case refuseInTurn
    case drop
  }

  /// The microseconds in which a sender must show that it reads.
  private let timeout: UInt64
  /// The moment since which each sender's calls wait.
  private var heldSince: [String: UInt64] = [:]

  package init(timeout: UInt64) {
    self.timeout = timeout
  }

  /// The senders whose calls wait.
  package var held: some Collection<String> { heldSince.keys }
  package var isEmpty: Bool { heldSince.isEmpty }

  package func isHeld(_ sender: String) -> Bool { !heldSince.isEmpty && heldSince[sender] != nil }

  /// - Parameters:
  ///   - isBehind: whether so many bytes wait for the bus that an answer would be late.
  ///   - restriction: the limit on messages to the sender.
  ///   - mayBeLong: whether the answer may be long.
  package mutating func decide(
    _ candidate: Candidate, of sender: String, isBehind: @autoclosure () -> Bool,
    restriction: @autoclosure () -> UnreadBytes.SendRestriction, mayBeLong: @autoclosure () -> Bool,
    at now: @autoclosure () -> UInt64
  ) -> Decision {
    switch candidate {
    case .answer: .serve
    case .excess: isBehind() ? .wait : .refuse
    case .call where isBehind(): .wait
    case .call: decide(sender, restriction(), mayBeLong: mayBeLong(), at: now())
    }
  }

  private mutating func decide(
    _ sender: String, _ restriction: UnreadBytes.SendRestriction,
    mayBeLong: @autoclosure () -> Bool,
    at now: @autoclosure () -> UInt64
  ) -> Decision {
    switch restriction {
    case .unrestricted, .preferDescriptors:
      release(sender)
      return .serve
    case .shortReplies where !mayBeLong():
      return .serve
    case .shortReplies, .refusalsOnly, .noMessages:
      let now = now()
      guard let since = heldSince[sender] else {
        heldSince[sender] = now
        return .wait
      }
      return now - since < timeout ? .wait : .refuse
    }
  }

  /// - Parameters:
  ///   - isAlone: whether no call waits, and none arrived with it.
  ///   - isFirst: whether no call of its sender waits.
  ///   - decision: whether it may be served now.
  ///   - hasRoom: whether the queue takes it.
  ///   - canRefuse: whether the queue takes a note that it is refused, and its sender expects a reply.
  package static func place(
    isAlone: Bool, isFirst: Bool, decision: @autoclosure () -> Decision,
    hasRoom: @autoclosure () -> Bool, canRefuse: @autoclosure () -> Bool
  ) -> Placement {
    if isAlone, decision() == .serve { return .serve }
    if hasRoom() { return .queue }
    // The call is too long for the queue, but it has arrived completely.
    if isFirst, decision() == .serve { return .serve }
    return canRefuse() ? .refuseInTurn : .drop
  }

  /// The sender has read its messages, or has left the bus.
  package mutating func release(_ sender: String) {
    if !heldSince.isEmpty { heldSince[sender] = nil }
  }
}
