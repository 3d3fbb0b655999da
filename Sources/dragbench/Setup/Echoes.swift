internal import CPeers
internal import DBus
internal import DragConnection
internal import Harness

/// Two echo services with which calls to dragd are compared.
struct Echoes {
  static let toolName = "org.dragd.EchoTool"

  private let connection: Connection
  private let plain: OpaquePointer
  private static let arguments = Offers.kibibyte

  /// Starts both on the bus. The connection that calls dragd, `client`, calls them too.
  init(on bus: BenchBus) throws {
    connection = bus.client.bus
    guard let plain = peer_connect(bus.server.address) else {
      throw BenchFailure("no connection for the peer in C")
    }
    self.plain = plain
    _ = try bus.fixture.start(
      "dbus-test-tool", ["echo", "--session", "--name=\(Self.toolName)"], on: bus.server)
    _ = try bus.start(.echo)
    for name in [Self.toolName, EchoService.name] { try Self.wait(for: name, connection) }
  }

  /// Repeats a call until the service answers: a call at the moment at which a service gets its name may never be
  /// answered.
  static func wait(for name: String, _ connection: Connection) throws {
    try eventually("\(name) is there") {
      do throws(BusError) {
        _ = try connection.callAndWait(try ping(name), timeout: 500)
        return true
      } catch {
        return false
      }
    }
  }

  private static func ping(_ name: String) throws(BusError) -> Message {
    let message = try Message.call(to: name, path: "/", interface: "org.dragd.Echo", member: "Ping")
    message.startNothing()
    return message
  }

  /// dbus-test-tool's answers are empty: the 1 KiB is in the call.
  func callTool() throws {
    _ = try connection.callAndWait(try Self.carrying(to: Self.toolName), timeout: nil)
  }

  /// Sends 1 KiB to the service in C and waits for the empty reply.
  func send() throws {
    _ = try connection.callAndWait(try Self.carrying(to: EchoService.name), timeout: nil)
  }

  /// Fetches 1 KiB from the service in C.
  func fetch() throws {
    let message = try Message.call(
      to: EchoService.name, path: "/", interface: "org.dragd.Echo", member: "Fetch")
    try message.write { writer throws(BusError) in
      try writer.append(UInt32(Offers.kibibyte.count))
    }
    var reader = try connection.callAndWait(message, timeout: nil).read()
    guard try reader.bytes().count == Offers.kibibyte.count else {
      throw BenchFailure("the echo's 1 KiB did not come")
    }
  }

  /// Makes an empty call and waits for the empty reply.
  func callWithoutPayload() throws {
    _ = try connection.callAndWait(try Self.ping(EchoService.name), timeout: nil)
  }

  /// Sends Accept's message and reads a reply like Accept's; both ends are in C and do nothing else.
  func accept() throws {
    guard peer_accept(plain, EchoService.name) == Offers.kibibyte.count else {
      throw BenchFailure("the echo's 1 KiB did not come")
    }
  }

  /// The same for Offer.
  func offer() throws {
    guard peer_offer(plain, EchoService.name) != 0 else {
      throw BenchFailure("the echo took no offer")
    }
  }

  private static func carrying(to name: String) throws(BusError) -> Message {
    let message = try Message.call(to: name, path: "/", interface: "org.dragd.Echo", member: "Take")
    try message.write { writer throws(BusError) in try writer.appendBytes(arguments) }
    return message
  }
}
