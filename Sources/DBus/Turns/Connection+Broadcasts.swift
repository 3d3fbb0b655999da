internal import CDBus
internal import DragSystem

// Signals to everybody, and what the bus keeps of them.

extension Connection {
  /// Sends a signal to all who asked for it.
  /// - Parameter peer: whoever has caused it, as far as that is known.
  package func broadcast(_ signal: Message, causedBy peer: String?) {
    guard send(signal) != 0, let turns = attachment?.turns else { return }
    turns.broadcasts.sent(signal.bodyLength + Self.usualHeader, causedBy: peer)
    if turns.broadcasts.wantsToKnow { askWhatIsKept(turns) }
  }

  /// Whether a peer may cause more of them: not while too many that it has caused are not read.
  package func mayBroadcast(causedBy peer: String) -> Bool {
    guard let turns = attachment?.turns, !turns.broadcasts.mayCause(peer) else { return true }
    if turns.broadcasts.wantsToKnow { askWhatIsKept(turns) }
    return false
  }

  private func askWhatIsKept(_ turns: Turns) {
    turns.broadcasts.asked()
    askBus(.sentByUs, turns) { kept in turns.broadcasts.learned(kept, at: Clock.monotonic) }
  }
}
