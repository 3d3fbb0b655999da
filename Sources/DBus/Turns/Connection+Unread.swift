internal import CDBus
internal import DragSystem

// What each peer was sent, and whether it reads.

extension Connection {
  /// What a peer may still be sent, by what it has read.
  package func standing(of peer: String) -> UnreadBytes.Standing {
    attachment?.turns?.unread.standing(of: peer) ?? .good
  }

  /// Counts what a peer is sent, and asks it for a proof that it reads.
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
    ask(peer, turns)
  }

  static let usualHeader = 128

  private func ask(_ peer: String, _ turns: Turns) {
    // Now: what it is to prove is all that was sent before.
    turns.unread.asked(peer)
    do throws(BusError) {
      let ping = try Message.call(
        to: peer, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
      ping.startNothing()
      let serial = send(ping)
      if serial != 0 { turns.pings[serial] = peer }
    } catch {
      // A name that is none was never called.
    }
  }

  func isAnswerToPing(_ message: Message, from sender: String, _ turns: Turns) -> Bool {
    guard !turns.pings.isEmpty, turns.pings[message.replySerial] == sender else { return false }
    turns.pings[message.replySerial] = nil
    // An error says as well that it has been read.
    if turns.unread.proved(sender) { ask(sender, turns) }
    turns.gate.release(sender)
    return true
  }

  /// The sender calls while nothing waits that it was sent before: it may read and answer no Ping, as whoever waits for
  /// one reply after the other. The bus is asked whether it does; see `UnreadBytes.trust` for one that does not say.
  func trust(_ sender: String, _ turns: Turns) {
    let step = turns.unread.nextStep(
      for: sender, isAllWritten: dbus_connection_has_messages_to_send(pointer) == 0,
      busTells: turns.statistics != .secret, isAskingBus: turns.isAskingBus)
    switch step {
    case .none: break
    case .trust: turns.unread.trust(sender, at: Clock.monotonic)
    case .askBus:
      turns.isAskingBus = true
      turns.unread.askedBus(about: sender)
      askBus(.sentTo(sender), turns) { [self] kept in
        turns.isAskingBus = false
        turns.unread.learned(kept, of: sender)
        serve(turns)
      }
    }
  }
}
