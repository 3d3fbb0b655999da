/// Decides whether a call may be served now: by how much the bus has not taken yet, and by how much its sender has not
/// read. A call of a sender that has too much unread waits until the sender shows that it reads, and is refused when
/// that takes too long.
package struct ServingGate {
  package enum Decision: Equatable {
    case serve, wait, refuse
  }

  /// What asks to be served.
  package enum Candidate {
    case call
    /// A reply or an error: it costs no answer.
    case answer
    /// A call that is refused in its turn.
    case excess
  }

  /// Where a call goes as it arrives.
  package enum Placement: Equatable {
    case serve
    case queue
    /// There is room only to remember that it is refused.
    case refuseInTurn
    case drop
  }

  /// How long a sender may take to show that it reads, in microseconds.
  private let timeout: UInt64
  /// Since when each sender's calls wait.
  private var heldSince: [String: UInt64] = [:]

  package init(timeout: UInt64) {
    self.timeout = timeout
  }

  /// The senders whose calls wait.
  package var held: some Collection<String> { heldSince.keys }
  package var isEmpty: Bool { heldSince.isEmpty }

  package func isHeld(_ sender: String) -> Bool { !heldSince.isEmpty && heldSince[sender] != nil }

  /// - Parameters:
  ///   - isBehind: whether the bus has not taken so much yet that an answer would come late.
  ///   - standing: what the sender may still be sent.
  ///   - mayBeLong: whether the answer may be.
  package mutating func decide(
    _ candidate: Candidate, of sender: String, isBehind: @autoclosure () -> Bool,
    standing: @autoclosure () -> UnreadBytes.Standing, mayBeLong: @autoclosure () -> Bool,
    at now: @autoclosure () -> UInt64
  ) -> Decision {
    switch candidate {
    case .answer: .serve
    case .excess: isBehind() ? .wait : .refuse
    case .call where isBehind(): .wait
    case .call: decide(sender, standing(), mayBeLong: mayBeLong(), at: now())
    }
  }

  private mutating func decide(
    _ sender: String, _ standing: UnreadBytes.Standing, mayBeLong: @autoclosure () -> Bool,
    at now: @autoclosure () -> UInt64
  ) -> Decision {
    switch standing {
    case .good, .low:
      release(sender)
      return .serve
    case .exhausted where !mayBeLong():
      return .serve
    case .exhausted, .overdrawn, .ignored:
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
  ///   - canRefuse: whether the queue takes a note that it is refused, and its sender wants to know.
  package static func place(
    isAlone: Bool, isFirst: Bool, decision: @autoclosure () -> Decision,
    hasRoom: @autoclosure () -> Bool, canRefuse: @autoclosure () -> Bool
  ) -> Placement {
    if isAlone, decision() == .serve { return .serve }
    if hasRoom() { return .queue }
    // Too long for the queue, but it is here already.
    if isFirst, decision() == .serve { return .serve }
    return canRefuse() ? .refuseInTurn : .drop
  }

  /// The sender has read, or has left.
  package mutating func release(_ sender: String) {
    if !heldSince.isEmpty { heldSince[sender] = nil }
  }
}
