internal import CDBus
internal import DragSystem

// Broadcast signals, and how many bytes of them the bus keeps.

extension Connection {
  /// Sends a signal to every peer that has a match rule for it.
  /// - Parameter peer: the peer that caused it, if known.
  package func broadcast(_ signal: Message, causedBy peer: String?) {
    guard send(signal) != 0, let turns = attachment?.turns else { return }
    turns.broadcasts.sent(signal.bodyLength + Self.usualHeader, causedBy: peer)
    if turns.broadcasts.shouldQueryBus { askForKeptBytes(turns) }
  }

  /// Whether a peer may cause another broadcast: not while the bus keeps too many that it caused.
  package func mayBroadcast(causedBy peer: String) -> Bool {
    guard let turns = attachment?.turns, !turns.broadcasts.mayCause(peer) else { return true }
    if turns.broadcasts.shouldQueryBus { askForKeptBytes(turns) }
    return false
  }

  private func askForKeptBytes(_ turns: Turns) {
    turns.broadcasts.busQueried()
    askBus(.sentByUs, turns) { kept in turns.broadcasts.recordKeptBytes(kept, at: Clock.monotonic) }
  }
}
