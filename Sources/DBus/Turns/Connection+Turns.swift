internal import CDBus
internal import DragSystem

// Serving many peers, none at the cost of another.

extension Connection {
  /// From now on those who call are served in turn, and none gets more than it reads. Needs a loop.
  ///
  /// The order of each sender's messages stays. A call that comes alone, while nobody waits, is delivered at once.
  package func takeTurns(_ rules: TurnRules) {
    guard let attachment else { preconditionFailure("turns need a loop: attach(to:) first") }
    attachment.turns = Turns(rules)
  }

  /// Whether calls wait for their turn.
  package var hasWaitingCalls: Bool { attachment?.turns?.queue.isEmpty == false }

  /// What a peer may still be sent, by what it has read.
  package func standing(of peer: String) -> UnreadBytes.Standing {
    attachment?.turns?.unread.standing(of: peer) ?? .good
  }

  // MARK: Arriving

  /// Puts what was read where it belongs, then serves.
  func sortArrived(_ turns: Turns) {
    let count = turns.arrived.count
    guard count > 0 else {
      turns.carriedBytes += turns.freshBytes
      turns.freshBytes = 0
      return serve(turns)
    }
    // Whose the bytes are can only be estimated: what was read before belongs to the first that is complete now.
    let each = turns.freshBytes / count
    let first = turns.carriedBytes + each
    (turns.carriedBytes, turns.freshBytes) = (0, 0)
    if count == 1, let only = turns.arrived.popLast() {
      place(only, bytes: first, isAlone: turns.queue.isEmpty, turns)
    } else {
      let arrived = turns.arrived
      turns.arrived = []
      for (index, message) in arrived.enumerated() where !isClosed {
        place(message, bytes: index == 0 ? first : each, isAlone: false, turns)
      }
    }
    serve(turns)
  }

  private func place(_ message: Message, bytes: Int, isAlone: Bool, _ turns: Turns) {
    guard let sender = message.sender, sender != Self.busName else {
      return take(fromBus: message, turns)
    }
    guard message.kind == .call else {
      if isAnswerToPing(message, from: sender, turns) { return }
      // An answer to a call of ours must not overtake what its sender sent before.
      guard turns.queue.hasWaiting(sender), pending[message.replySerial]?.callee == sender else {
        return deliver(message)
      }
      // Whoever fills the queue with one answer over and over is not heard.
      guard turns.queue.bytes(of: sender) < turns.rules.queuedBytesPerSender else { return }
      return turns.queue.append(.message(message), bytes: bytes + Turns.overhead, from: sender)
    }
    turns.unread.open(sender)
    let isFirst = isAlone || !turns.queue.hasWaiting(sender)
    if isFirst { trust(sender, turns) }
    if isAlone, decide(.message(message), of: sender, turns) == .serve { return deliver(message) }
    let bytes = bytes + Turns.overhead
    if turns.hasRoom(for: bytes, from: sender) {
      turns.queue.append(.message(message), bytes: bytes, from: sender)
    } else if isFirst, decide(.message(message), of: sender, turns) == .serve {
      // Too long for the queue, and here already.
      deliver(message)
    } else if message.expectsReply, turns.hasRoomForExcess(of: sender) {
      turns.queue.append(
        .excess(message.replyAddress(to: sender)), bytes: Turns.excessBytes, from: sender)
    }
  }

  private func trust(_ sender: String, _ turns: Turns) {
    guard !turns.unread.isQuiet, dbus_connection_has_messages_to_send(pointer) == 0 else { return }
    turns.unread.trust(sender, at: Clock.monotonic)
  }

  /// What the bus itself says overtakes what waits, but for the news that somebody has left.
  private func take(fromBus message: Message, _ turns: Turns) {
    guard message.kind == .signal, let gone = message.departed else { return deliver(message) }
    for (index, waiting) in turns.queue.removeAll(of: gone).enumerated() {
      guard case .message(let waiting) = waiting else { continue }
      let isServed =
        waiting.kind != .call || turns.rules.outlivesSender(waiting)
        || index < Turns.lastCalls && turns.heldSince[gone] == nil
      if isServed { deliver(waiting) }
    }
    deliver(message)
    turns.forget(gone)
  }

  private func isAnswerToPing(_ message: Message, from sender: String, _ turns: Turns) -> Bool {
    guard !turns.pings.isEmpty, turns.pings[message.replySerial] == sender else { return false }
    turns.pings[message.replySerial] = nil
    // An error says as well that it has been read.
    if turns.unread.proved(sender) { ask(sender, turns) }
    turns.heldSince[sender] = nil
    return true
  }

  // MARK: Serving

  private enum Decision { case serve, refuse, wait }

  private func decide(_ waiting: Turns.Waiting, of sender: String, _ turns: Turns) -> Decision {
    guard case .message(let message) = waiting else { return .refuse }
    guard message.kind == .call else { return .serve }
    guard dbus_connection_get_outgoing_size(pointer) < turns.rules.unwrittenBytes else {
      return .wait
    }
    guard !turns.unread.isQuiet else { return .serve }
    switch turns.unread.standing(of: sender) {
    case .good, .low:
      turns.heldSince[sender] = nil
      return .serve
    case .exhausted where !turns.rules.mayBeLong(message):
      return .serve
    case .exhausted, .overdrawn, .ignored:
      let now = Clock.monotonic
      guard let since = turns.heldSince[sender] else {
        turns.heldSince[sender] = now
        return .wait
      }
      return now - since < turns.rules.patience ? .wait : .refuse
    }
  }

  /// Serves those who wait, for one turn of the loop.
  func serve(_ turns: Turns) {
    guard !turns.isServing, !turns.queue.isEmpty, !isClosed else { return }
    turns.isServing = true
    defer { turns.isServing = false }
    // Whoever waits for this one answer is trusted again as time goes by.
    for sender in turns.heldSince.keys where turns.queue.count(of: sender) == 1 {
      trust(sender, turns)
    }
    let began = Clock.monotonic
    var moment = began
    var left = Self.fairShare
    while left > 0, moment - began < Turns.longestTurn, !isClosed {
      var decision = Decision.wait
      let next = turns.queue.next { sender, waiting in
        decision = decide(waiting, of: sender, turns)
        return decision != .wait
      }
      guard let (sender, waiting) = next else { return wakeLater(turns) }
      if decision == .serve, case .message(let message) = waiting {
        deliver(message)
      } else {
        refuse(waiting, of: sender, turns)
      }
      let now = Clock.monotonic
      turns.queue.charge(Int(now - moment) * Turns.costOfMicrosecond, to: sender)
      moment = now
      left -= 1
    }
    guard !turns.queue.isEmpty, !turns.isScheduled, let attachment else { return }
    turns.isScheduled = true
    attachment.loop.next { [self] in
      turns.isScheduled = false
      serve(turns)
    }
  }

  private func refuse(_ waiting: Turns.Waiting, of sender: String, _ turns: Turns) {
    guard turns.unread.standing(of: sender) < .ignored else { return }
    let rules = turns.rules
    switch waiting {
    case .excess(let address):
      send(
        address.errorReply(
          rules.refusal(
            "more than \(rules.queuedBytesPerSender) bytes of calls of \(sender) wait for their "
              + "turn: send more when some have been answered")))
    case .message(let message) where message.expectsReply:
      send(
        message.errorReply(
          rules.refusal(
            "\(sender) has been sent \(rules.unreadBytesPerPeer) bytes and not shown that it "
              + "reads them: read the bus, and answer org.freedesktop.DBus.Peer.Ping")))
    case .message:
      break
    }
  }

  /// Everybody waits until the bus has taken more, or a peer has read: that wakes us. Time, for which a peer is trusted,
  /// wakes us otherwise.
  private func wakeLater(_ turns: Turns) {
    guard turns.timer == nil, !turns.heldSince.isEmpty, let attachment else { return }
    turns.timer = attachment.loop.after(
      microseconds: min(turns.rules.patience, Turns.trustInterval)
    ) { [self] in
      turns.timer = nil
      serve(turns)
    }
  }

  // MARK: Sending

  /// Counts what a peer is sent, and asks it for a proof that it reads.
  func count(_ message: Message, _ turns: Turns) {
    guard let peer = message.destination else { return }
    guard turns.unread.sent(message.bodyLength + Self.usualHeader, to: peer) else { return }
    ask(peer, turns)
  }

  private static let usualHeader = 128

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
}

extension Message {
  /// The connection that has left the bus, if that is what a signal of the bus's says.
  fileprivate var departed: String? {
    guard hasMember("NameOwnerChanged") else { return nil }
    var reader = read()
    do throws(DecodingFailure) {
      let name = try reader.string()
      _ = try reader.string()
      return try reader.string().isEmpty && name.hasPrefix(":") ? name : nil
    } catch {
      return nil
    }
  }
}
