internal import CPeers
internal import DBus
internal import DragConnection
internal import Harness

/// The services that calls to dragd are measured beside.
struct Echoes {
  static let toolName = "org.dragd.EchoTool"

  private let connection: Connection
  private let plain: OpaquePointer
  private static let arguments = Offers.kibibyte

  /// Starts both on the stage's bus. `client` is who calls them: the one that calls dragd as well.
  init(on stage: Stage) throws {
    connection = stage.client.bus
    guard let plain = peer_connect(stage.bus.address) else {
      throw BenchFailure("no connection for the peer in C")
    }
    self.plain = plain
    _ = try stage.fixture.start(
      "dbus-test-tool", ["echo", "--session", "--name=\(Self.toolName)"], on: stage.bus)
    _ = try stage.start(.echo)
    for name in [Self.toolName, EchoService.name] { try Self.wait(for: name, connection) }
  }

  /// Whoever calls a peer the moment it has its name may get no answer for ever.
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

  /// 1 KiB to the service in C, and an empty answer.
  func send() throws {
    _ = try connection.callAndWait(try Self.carrying(to: EchoService.name), timeout: nil)
  }

  /// 1 KiB from the service in C.
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

  /// A call and an answer with nothing in them.
  func knock() throws {
    _ = try connection.callAndWait(try Self.ping(EchoService.name), timeout: nil)
  }

  /// The words of Accept and of its answer, with both ends in C and nothing behind them.
  func accept() throws {
    guard peer_accept(plain, EchoService.name) == Offers.kibibyte.count else {
      throw BenchFailure("the echo's 1 KiB did not come")
    }
  }

  /// The same of Offer.
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
