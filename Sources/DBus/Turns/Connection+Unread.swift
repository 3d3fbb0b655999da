internal import CDBus
internal import DragSystem

// Counts what each peer was sent and has not read.

extension Connection {
  /// The limit on messages to a peer, which depends on the bytes that it has not read.
  package func restriction(of peer: String) -> UnreadBytes.SendRestriction {
    attachment?.turns?.unread.restriction(of: peer) ?? .unrestricted
  }

  /// Counts a sent message, and sends its receiver a Ping when much is unread.
  func count(_ message: Message, _ turns: Turns) {
    let peer: String
    switch message.receiver {
    case .peer(let name): peer = name
    case .everybody: return
    case .unknown:
      guard let name = message.destination else { return }
      peer = name
    }
    guard turns.unread.sent(message.bodyLength + Self.usualHeader, to: peer) else { return }
    sendPing(to: peer, turns)
  }

  static let usualHeader = 128

  private func sendPing(to peer: String, _ turns: Turns) {
    // Before the Ping itself is counted: its answer confirms all bytes that were sent before.
    turns.unread.pingSent(to: peer)
    do throws(BusError) {
      let ping = try Message.call(
        to: peer, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
      ping.startNothing()
      let serial = send(ping)
      if serial != 0 { turns.pings[serial] = peer }
    } catch {
      // Only an invalid name throws, and no message was sent to one.
    }
  }

  func isAnswerToPing(_ message: Message, from sender: String, _ turns: Turns) -> Bool {
    guard !turns.pings.isEmpty, turns.pings[message.replySerial] == sender else { return false }
    turns.pings[message.replySerial] = nil
    // An error reply confirms as well that the peer has read.
    if turns.unread.pingAnswered(by: sender) { sendPing(to: sender, turns) }
    turns.policy.release(sender)
    return true
  }

  /// Checks whether a calling peer reads although it answers no Ping, like a program that only blocks for replies.
  /// Queries the bus for the bytes that it keeps for the peer; for a bus that reports none see `UnreadBytes.trust`.
  func findOutWhetherReads(_ sender: String, _ turns: Turns) {
    let step = turns.unread.nextStep(
      for: sender, isAllWritten: dbus_connection_has_messages_to_send(pointer) == 0,
      busTells: turns.statistics != .unavailable, isAskingBus: turns.isAskingBus)
    switch step {
    case .none: break
    case .trust: turns.unread.trust(sender, at: Clock.monotonic)
    case .askBus:
      turns.isAskingBus = true
      turns.unread.busQueried(about: sender)
      askBus(.sentTo(sender), turns) { [self] kept in
        turns.isAskingBus = false
        turns.unread.recordKeptBytes(kept, of: sender)
        serve(turns)
      }
    }
  }
}
