internal import CDBus

extension Connection {
  /// Receives every message that libdbus dispatches.
  func filter(_ raw: OpaquePointer) {
    // With this reference, libdbus's is never the last one.
    let message = Message(received: dbus_message_ref(raw), disposer: attachment?.disposer)
    if !learnOwner(from: message) { accept(message) }
  }

  /// Delivers a message, or keeps it for its turn.
  func accept(_ message: Message) {
    guard !isClosed else { return }
    if let turns = attachment?.turns {
      turns.arrived.append(message)
    } else {
      deliver(message)
    }
  }

  func deliver(_ message: Message) {
    switch dbus_message_get_type(message.pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: receive(call: message)
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: receive(reply: message, .success(message))
    case DBUS_MESSAGE_TYPE_ERROR: receive(reply: message, .failure(message.busError))
    case DBUS_MESSAGE_TYPE_SIGNAL: receive(signal: message)
    // The specification: unknown types “must be ignored”.
    default: break
    }
  }

  private func receive(call: Message) {
    if answerPeer(call) { return }
    if let onMessage {
      onMessage(call)
    } else if call.expectsReply {
      send(call.errorReply(BusError.Name.unknownMethod, "this connection serves no objects"))
    }
  }

  private func receive(reply: Message, _ result: @autoclosure () -> Result<Message, BusError>) {
    // Without a waiting call a reply is dropped, unless this connection is a monitor.
    guard let called = pending[reply.replySerial], isReply(reply, of: called.callee),
      let waiting = removePending(reply.replySerial)
    else {
      onStrayReply?(reply)
      return
    }
    waiting.complete(result())
  }

  private func receive(signal: Message) {
    // Only libdbus itself sends this: the bus forbids the interface to peers.
    if dbus_message_is_signal(signal.pointer, "org.freedesktop.DBus.Local", "Disconnected") != 0 {
      isDisconnected = true
      unwritten.removeAll()
      for reply in removeAllPending() { reply.complete(.failure(Self.disconnected)) }
      onDisconnect?()
      return
    }
    onMessage?(signal)
  }

  /// Answers `Ping` and `GetMachineId`, as every connection must (specification, “org.freedesktop.DBus.Peer”).
  /// - Returns: whether the call is one of them.
  func answerPeer(_ call: Message) -> Bool {
    guard call.kind == .call, call.hasInterface("org.freedesktop.DBus.Peer") else { return false }
    let reply: Message
    if call.hasMember("Ping") {
      reply = call.reply()
    } else if call.hasMember("GetMachineId") {
      reply = machineId(call)
    } else {
      return false
    }
    if call.expectsReply { send(reply) }
    return true
  }

  private func machineId(_ call: Message) -> Message {
    do throws(BusError) {
      let text = try reporting { error in dbus_try_get_local_machine_id(error) }
      defer { dbus_free(text) }
      let reply = call.reply()
      try reply.write { writer throws(BusError) in try writer.append(String(cString: text)) }
      return reply
    } catch {
      return call.errorReply(error)
    }
  }
}
