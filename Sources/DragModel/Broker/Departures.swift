/// The connections that have left the bus and whose offers, transfers and calls have not all ended. They take turns.
///
/// A connection may have thousands of offers and transfers, and many connections may leave at once: so each step ends
/// one thing of one connection, and other calls are served between the steps.
struct Departures: Hashable, Sendable {
  /// One thing of a connection that has left.
  enum Step: Hashable, Sendable {
    /// A transfer of which it was the destination; whether one of its pipes still held bytes at the departure.
    case destination(Identifier, hasUnreadStream: Bool)
    case source(Identifier)
    case offer(Identifier)
    case cookie(String)
    case target(Identifier)
    /// A proposal or drop that waits for it as the owner of a target.
    case answer(CallID)
    /// A proposal or drop of its own.
    case drop(CallID)
  }

  /// The steps of each connection, the next one last.
  private var steps: [Peer: [Step]] = [:]
  /// The connections that wait for their turn in this round, the next one last.
  private var turns: [Peer] = []
  /// The connections of the next round, the first one first.
  private var served: [Peer] = []

  var isEmpty: Bool { steps.isEmpty }

  func contains(_ peer: Peer) -> Bool { !steps.isEmpty && steps[peer] != nil }

  /// The connection has left. A departure without steps is over with its next turn.
  mutating func add(_ peer: Peer, _ steps: [Step]) {
    self.steps[peer] = steps.reversed()
    served.append(peer)
  }

  /// Removes and returns the next step of the connection whose turn it is; a nil step ends its departure.
  mutating func next() -> (peer: Peer, step: Step?)? {
    if turns.isEmpty {
      turns = served.reversed()
      served = []
    }
    guard let peer = turns.popLast() else { return nil }
    guard let step = steps[peer]?.popLast() else {
      steps[peer] = nil
      return (peer, nil)
    }
    served.append(peer)
    return (peer, step)
  }
}
