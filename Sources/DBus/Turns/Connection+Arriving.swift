internal import CDBus
internal import DragSystem

// Sorts what arrives at a connection that serves its peers in turn.

extension Connection {
  /// Places every message that was read, then serves.
  func sortArrived(_ turns: Turns) {
    let count = turns.arrived.count
    guard count > 0 else {
      turns.carriedBytes += turns.freshBytes
      turns.freshBytes = 0
      return serve(turns)
    }
    // libdbus does not report a message's length, so each gets an equal share of the bytes read. Bytes that came
    // earlier belong to the first message that is complete now.
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
      return accept(fromBus: message, isAlone: isAlone, turns)
    }
    guard message.kind == .call else {
      return accept(answer: message, bytes: bytes, from: sender, turns)
    }
    turns.unread.open(sender)
    let isFirst = isAlone || !turns.queue.hasWaiting(sender)
    if isFirst { findOutWhetherReads(sender, turns) }
    let bytes = bytes + Turns.overhead
    let placement = ServingPolicy.place(
      isAlone: isAlone, isFirst: isFirst, decision: decide(.message(message), of: sender, turns),
      hasRoom: turns.hasRoom(for: bytes, from: sender),
      canRefuse: message.expectsReply && turns.hasRoomForExcess(of: sender))
    switch placement {
    case .serve:
      turns.served = (sender, bytes, !turns.hasRoom(for: bytes, from: sender))
      let began = Clock.monotonic
      deliver(message)
      turns.served = ("", 0, false)
      turns.servedTime += Clock.monotonic - began
    case .queue:
      turns.queue.append(
        .message(message), bytes: bytes, from: sender, isQuick: !turns.rules.mayBeLong(message))
    case .refuseInTurn:
      turns.queue.append(
        .excess(message.replyAddress(to: sender)), bytes: Turns.excessBytes, from: sender)
    case .drop:
      break
    }
  }

  /// An answer to a call of this connection must not overtake its sender's earlier messages.
  private func accept(answer: Message, bytes: Int, from sender: String, _ turns: Turns) {
    if isAnswerToPing(answer, from: sender, turns) { return }
    guard turns.queue.hasWaiting(sender), pending[answer.replySerial]?.callee == sender else {
      return deliver(answer)
    }
    // A peer may answer one call over and over to fill the queue: answers beyond its share are dropped.
    guard turns.queue.bytes(of: sender) < turns.rules.queuedBytesPerSender else { return }
    turns.queue.append(.message(answer), bytes: bytes + Turns.overhead, from: sender)
  }

  /// A message of the bus overtakes those that wait, unless it is about a peer: that peer's earlier messages come
  /// first. A peer that leaves may have thousands of calls in the queue, and may have left as many calls to it
  /// unanswered. The work that follows from them takes its turn like any other message.
  private func accept(fromBus message: Message, isAlone: Bool, _ turns: Turns) {
    guard message.kind == .signal else {
      return accept(errorOfBus: message, isAlone: isAlone, turns)
    }
    guard let gone = NameOwnerChange(message)?.departed else { return deliver(message) }
    let isHeld = turns.policy.isHeld(gone)
    turns.queue.filter(gone) { index, entry in
      guard case .message(let waiting) = entry else { return false }
      return waiting.kind != .call || turns.rules.outlivesSender(waiting)
        || index < Turns.lastCalls && !isHeld
    }
    // The bus has dropped what the peer has not read. The peer's last calls now wait only for their turn.
    turns.forget(gone)
    if turns.queue.hasWaiting(gone) {
      turns.queue.append(.message(message), bytes: Turns.overhead, from: gone)
    } else {
      deliver(message)
    }
  }

  /// The bus reports that a callee has left before it has answered.
  private func accept(errorOfBus message: Message, isAlone: Bool, _ turns: Turns) {
    guard !isAlone, let callee = pending[message.replySerial]?.callee, callee.hasPrefix(":") else {
      return deliver(message)
    }
    turns.queue.append(.message(message), bytes: Turns.overhead, from: callee)
  }
}
