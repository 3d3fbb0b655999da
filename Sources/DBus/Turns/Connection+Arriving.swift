internal import CDBus
internal import DragSystem

// What arrives at a connection that serves its peers in turn, and where it waits.

extension Connection {
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
      return take(answer: message, bytes: bytes, from: sender, turns)
    }
    turns.unread.open(sender)
    let isFirst = isAlone || !turns.queue.hasWaiting(sender)
    if isFirst { trust(sender, turns) }
    let bytes = bytes + Turns.overhead
    let placement = ServingGate.place(
      isAlone: isAlone, isFirst: isFirst, decision: decide(.message(message), of: sender, turns),
      hasRoom: turns.hasRoom(for: bytes, from: sender),
      canRefuse: message.expectsReply && turns.hasRoomForExcess(of: sender))
    switch placement {
    case .serve:
      deliver(message)
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

  /// An answer to a call of ours must not overtake what its sender sent before.
  private func take(answer: Message, bytes: Int, from sender: String, _ turns: Turns) {
    if isAnswerToPing(answer, from: sender, turns) { return }
    guard turns.queue.hasWaiting(sender), pending[answer.replySerial]?.callee == sender else {
      return deliver(answer)
    }
    // Whoever fills the queue with one answer over and over is not heard.
    guard turns.queue.bytes(of: sender) < turns.rules.queuedBytesPerSender else { return }
    turns.queue.append(.message(answer), bytes: bytes + Turns.overhead, from: sender)
  }

  /// What the bus itself says overtakes what waits, but for the news that somebody has left.
  private func take(fromBus message: Message, _ turns: Turns) {
    guard message.kind == .signal, let gone = message.departed else { return deliver(message) }
    let began = Clock.monotonic
    for (index, waiting) in turns.queue.removeAll(of: gone).enumerated() {
      guard case .message(let waiting) = waiting else { continue }
      let isServed =
        waiting.kind != .call || turns.rules.outlivesSender(waiting)
        || index < Turns.lastCalls && !turns.gate.isHeld(gone)
          && Clock.monotonic - began < Turns.longestTurn
      if isServed { deliver(waiting) }
    }
    deliver(message)
    turns.forget(gone)
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
