import DBus
import Harness

extension Shell {
  /// Waits until a program answers on the bus, as it does once its loop runs; returns its name.
  @discardableResult
  func waitForAnswer(from program: Program) throws -> String {
    let connection = try Connection.open(address: bus.address)
    defer { connection.close() }
    let process = UInt32(program.processIdentifier)
    let name: String = try eventually("“\(program.name)” is on the bus") { () -> String? in
      var list = try connection.ask("ListNames").read()
      for name in try list.strings() where name.hasPrefix(":") {
        // A connection that has closed meanwhile has no process.
        guard let reply = try? connection.ask("GetConnectionUnixProcessID", name) else { continue }
        var reader = reply.read()
        if try reader.uint32() == process { return name }
      }
      return nil
    }
    let ping = try Message.call(
      to: name, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    _ = try connection.callAndWait(ping, timeout: 25_000)
    return name
  }
}

extension Connection {
  /// Calls the bus driver.
  fileprivate func ask(_ member: String, _ argument: String? = nil) throws -> Message {
    let call = try Message.call(
      to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
      member: member)
    if let argument {
      try call.write { writer throws(BusError) in try writer.append(argument) }
    }
    return try callAndWait(call, timeout: 25_000)
  }
}
