/// Whether a call may be served now, by what its sender has shown to read: where too much is unread it waits a while for
/// a sign that the sender reads, and is refused when none comes.
package struct ServingGate {
  package enum Decision: Equatable {
    case serve, wait, refuse
  }

  /// How long a sender has, in microseconds.
  private let patience: UInt64
  /// Since when a sender's calls wait.
  private var heldSince: [String: UInt64] = [:]

  package init(patience: UInt64) {
    self.patience = patience
  }

  /// Those whose calls wait.
  package var held: some Collection<String> { heldSince.keys }
  package var isEmpty: Bool { heldSince.isEmpty }

  package func isHeld(_ sender: String) -> Bool { !heldSince.isEmpty && heldSince[sender] != nil }

  package mutating func decide(
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
      return now - since < patience ? .wait : .refuse
    }
  }

  /// The sender has read, or has left.
  package mutating func release(_ sender: String) {
    if !heldSince.isEmpty { heldSince[sender] = nil }
  }
}
