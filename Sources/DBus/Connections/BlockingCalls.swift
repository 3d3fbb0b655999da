internal import CDBus
internal import DragSystem

extension Connection {
  /// Sends a call and blocks for its reply, at most `milliseconds` (nil: without a limit). Needs no loop.
  ///
  /// Throws the peer's error; NoReply after that time, or when the peer has left; Disconnected when the bus has gone.
  /// The loop later delivers the other messages that arrive meanwhile.
  ///
  /// - Parameter meanwhile: work that does not need the reply; it runs once the call is on its way. It may call
  ///   nothing of the connection.
  package func callAndWait(
    _ message: Message, timeout milliseconds: Int?, meanwhile: (() -> Void)? = nil
  ) throws(BusError) -> Message {
    guard attachment?.isDispatching != true else {
      return try callWhileDispatching(message, timeout: milliseconds)
    }
    defer { dispatchLater() }
    setDisposer(of: message)
    // Until the bus answers Hello, libdbus does not know whether it passes descriptors.
    if message.carriesDescriptors { try confirmHello() }
    let deadline = milliseconds.map {
      Clock.monotonic + UInt64(Int32(clamping: max($0, 0))) * 1_000
    }
    var serial: UInt32 = 0
    guard !isClosed, isConnected else {
      // Perhaps the bus has ended the connection because it refused Hello.
      if !isClosed { try confirmHello() }
      throw Self.disconnected
    }
    askForOwner(of: message.destination)
    guard dbus_connection_send(pointer, message.pointer, &serial) != 0 else {
      throw isConnected ? Self.cannotPass : Self.disconnected
    }
    keepUntilWritten(message)
    defer { releaseWritten() }
    if let meanwhile {
      flush(within: milliseconds ?? Self.usualTimeout)
      meanwhile()
    }
    try confirmHello()
    let reply = try wait(forReplyTo: serial, from: message.destination, until: deadline)
    answerPings()
    guard reply.kind == .error else { return reply }
    throw reply.busError
  }

  /// Waits until the reply to a call has arrived, at most until `deadline` (nil: without a limit). The loop later
  /// delivers the other messages that arrive meanwhile.
  ///
  /// libdbus's own wait would make the error message for a time-out in advance, which costs as much as the call.
  func wait(
    forReplyTo serial: UInt32, from callee: String?, until deadline: UInt64?
  ) throws(BusError) -> Message {
    while true {
      while let raw = dbus_connection_pop_message(pointer) {
        let message = Message(adopting: raw, disposer: attachment?.disposer)
        if message.replySerial == serial, isReply(message, of: callee) { return message }
        put(message)
      }
      guard isConnected else { throw Self.disconnected }
      var timeout: Int32 = -1
      if let deadline {
        let now = Clock.monotonic
        guard now < deadline else {
          throw BusError(name: BusError.Name.noReply, message: "no reply came in time")
        }
        timeout = Int32(clamping: (deadline - now) / 1_000 + 1)
      }
      // Returns as soon as something was written or read.
      dbus_connection_read_write(pointer, timeout)
    }
  }

  /// Blocks for a reply while libdbus dispatches, when only libdbus itself may look for it.
  private func callWhileDispatching(
    _ message: Message, timeout milliseconds: Int?
  ) throws(BusError) -> Message {
    setDisposer(of: message)
    let limit = milliseconds.map { Int32(clamping: max($0, 0)) } ?? Int32.max
    let callee = message.destination
    askForOwner(of: callee)
    let reply = try answer(to: message, within: limit)
    // libdbus has compared the serials alone, and may still keep the bus's answer in its queue.
    if !isReply(reply, of: callee), let callee, let question = Self.ownerQuestion(callee) {
      owners.add(try answer(to: question, within: Int32(Self.usualTimeout)), of: callee)
    }
    guard isReply(reply, of: callee) else {
      throw BusError(
        name: BusError.Name.noReply, message: "a program that was not called has answered")
    }
    guard reply.kind == .error else { return reply }
    throw reply.busError
  }

  /// Sends a call and blocks for what answers its serial, at most `limit` milliseconds.
  private func answer(to message: Message, within limit: Int32) throws(BusError) -> Message {
    var pending: OpaquePointer?
    guard !isClosed,
      dbus_connection_send_with_reply(pointer, message.pointer, &pending, limit) != 0,
      let pending
    else {
      throw isConnected && !isClosed ? Self.cannotPass : Self.disconnected
    }
    defer { dbus_pending_call_unref(pending) }
    keepUntilWritten(message)
    dbus_pending_call_block(pending)
    releaseWritten()
    return Message(
      adopting: allocated(dbus_pending_call_steal_reply(pending)), disposer: attachment?.disposer)
  }

  /// Answers Pings: otherwise a program that only makes blocking calls would answer no Ping, and dragd would take it
  /// for one that does not read. The loop delivers other messages later, in their order.
  private func answerPings() {
    while let raw = dbus_connection_pop_message(pointer) {
      let message = Message(adopting: raw, disposer: attachment?.disposer)
      put(message)
    }
  }

  /// Handles or keeps what is no reply to the call that blocks.
  private func put(_ message: Message) {
    if !learnOwner(from: message), !answerPeer(message) { deferred.append(message) }
  }

  /// Blocks until everything sent has been written.
  package func flush() {
    dbus_connection_flush(pointer)
    releaseWritten()
    dispatchLater()
  }

  /// Blocks until everything sent has been written, but at most `milliseconds`: a bus may take nothing while one of its
  /// peers does not read.
  /// - Returns: whether everything has been written.
  @discardableResult
  package func flush(within milliseconds: Int) -> Bool {
    let end = Clock.monotonic + UInt64(max(milliseconds, 0)) * 1_000
    while isConnected, dbus_connection_has_messages_to_send(pointer) != 0 {
      let now = Clock.monotonic
      guard now < end else { break }
      // Returns as soon as something was written or read.
      dbus_connection_read_write(pointer, Int32(clamping: (end - now) / 1_000 + 1))
    }
    releaseWritten()
    dispatchLater()
    return dbus_connection_has_messages_to_send(pointer) == 0
  }

  static var disconnected: BusError {
    BusError(
      name: BusError.Name.disconnected, message: "the connection to the message bus has ended")
  }

  static var cannotPass: BusError {
    BusError(
      name: BusError.Name.notSupported, message: "this bus passes no file descriptors")
  }
}
