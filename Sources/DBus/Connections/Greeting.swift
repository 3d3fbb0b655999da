internal import CDBus
internal import DragSystem

/// The bus's answer to Hello, the first call of every connection.
enum Greeting {
  /// The connection has not looked for the answer yet. The serial of the call, and the deadline of its answer.
  case awaited(UInt32, until: UInt64)
  /// The unique name.
  case welcomed(String)
  case refused(BusError)
}

extension Connection {
  /// The name that the bus gave this connection, such as `:1.42`; empty if the bus refused it. Blocks for the bus's
  /// answer to Hello if the connection has not looked for it yet.
  package var uniqueName: String {
    try? confirmHello()
    return if case .welcomed(let name) = greeting { name } else { "" }
  }

  /// Sends Hello.
  func sayHello() throws(BusError) {
    let call = try Message.call(
      to: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: "Hello")
    var serial: UInt32 = 0
    guard dbus_connection_send(pointer, call.pointer, &serial) != 0 else { throw Self.disconnected }
    greeting = .awaited(serial, until: Clock.monotonic + UInt64(Self.usualTimeout) * 1_000)
  }

  /// Waits for the bus's answer to Hello if the connection has not looked for it yet; throws the bus's refusal.
  func confirmHello() throws(BusError) {
    switch greeting {
    case .welcomed: return
    case .refused(let error): throw error
    case .awaited(let serial, let deadline):
      do throws(BusError) {
        let reply = try wait(forReplyTo: serial, from: Self.busName, until: deadline)
        guard reply.kind != .error else { throw reply.busError }
        greeting = .welcomed(try Self.name(in: reply))
      } catch {
        let refusal = BusError(
          name: BusError.Name.noSessionBus,
          message: error.message.isEmpty ? error.name : error.message)
        greeting = .refused(refusal)
        throw refusal
      }
    }
  }

  private static func name(in reply: Message) throws(BusError) -> String {
    var reader = reply.read()
    return try mapError { () throws(DecodingFailure) in
      try reader.string()
    } to: {
      BusError($0)
    }
  }
}
