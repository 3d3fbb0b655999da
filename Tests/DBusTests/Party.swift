import DBus
import DragSystem
import Foundation
import Harness
import Synchronization
import Testing

/// One loop with connections to one private bus, turned by the test.
final class Party {
  let loop: EventLoop
  let bus: PrivateBus

  init(on bus: PrivateBus) throws {
    loop = try EventLoop()
    self.bus = bus
  }

  /// Runs a test on a bus of its own.
  static func run(_ kind: PrivateBus.Kind, _ body: (Party) throws -> Void) throws {
    try Fixture.run { fixture in try body(Party(on: fixture.bus(kind))) }
  }

  func connect() throws -> Connection {
    let connection = try Connection.open(address: bus.address)
    connection.attach(to: loop)
    return connection
  }

  /// A connection that answers calls: `Echo` with its string, `Fail` with an error, `Hang` not at all.
  func service() throws -> Connection {
    let connection = try connect()
    connection.onMessage = { [unowned connection] in echo($0, on: connection) }
    return connection
  }

  /// Turns the loop until the condition holds.
  func turn(
    within limit: Duration = Timeout.usual, until condition: () throws -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
      try #require(
        ContinuousClock.now < deadline, "nothing came", sourceLocation: sourceLocation)
      loop.turn(timeout: 50)
    }
  }

  /// Calls and turns the loop until the answer.
  func answer(
    to message: Message, from connection: Connection, timeout: Int? = nil
  ) throws -> Result<Message, BusError> {
    var result: Result<Message, BusError>?
    connection.call(message, timeout: timeout) { result = $0 }
    try turn { result != nil }
    return try #require(result)
  }
}

func echo(_ message: Message, on connection: Connection) {
  guard message.kind == .call else { return }
  if message.hasMember("Echo") {
    var reader = message.read()
    let reply = message.reply()
    do throws(BusError) {
      let text: String
      do throws(DecodingFailure) { text = try reader.string() } catch { throw BusError(error) }
      try reply.write { writer throws(BusError) in try writer.append(text) }
      connection.send(reply)
    } catch {
      connection.send(message.errorReply(error))
    }
  } else if message.hasMember("Fail") {
    connection.send(message.errorReply("org.example.Error.Wanted", "as wanted"))
  }
}

/// When it returns, the bus has handled everything that was sent before.
func roundTrip(_ connection: Connection) throws {
  _ = try connection.callAndWait(
    Message.call(
      to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
      member: "GetId"), timeout: 20_000)
}

func call(
  _ connection: Connection, _ member: String, _ text: String? = nil
) throws -> Message {
  try call(to: connection.uniqueName, member, text)
}

func call(to name: String, _ member: String, _ text: String? = nil) throws -> Message {
  let message = try Message.call(
    to: name, path: "/org/example", interface: "org.example.Echo1", member: member)
  if let text {
    try message.write { writer throws(BusError) in try writer.append(text) }
  }
  return message
}

/// Answers the calls of a client that have these serials, which a program can guess.
func forge(_ serials: [UInt32], for client: Connection, from forger: Connection) {
  for serial in serials {
    let address = ReplyAddress(caller: client.uniqueName, serial: serial)
    forger.send(address.errorReply("org.example.Error.Forged", "a lie"))
  }
}

extension Result where Success == Message, Failure == BusError {
  var error: BusError? {
    if case .failure(let error) = self { error } else { nil }
  }
  func string() throws -> String {
    var reader = try get().read()
    return try reader.string()
  }
}

/// A thread with a loop and an echo service, for tests that block in a call.
final class ServiceThread: Sendable {
  let name: String
  private let remote: LoopRemote
  private let stop: @Sendable () -> Void
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter wellKnown: a name that it has.
  init(address: String, name wellKnown: String? = nil) throws {
    let ready = DispatchSemaphore(value: 0)
    let facts = Box()
    let ended = ended
    Thread.detachNewThread {
      do {
        let loop = try EventLoop()
        let connection = try Connection.open(address: address)
        connection.attach(to: loop)
        connection.onMessage = { [unowned connection] in echo($0, on: connection) }
        if let wellKnown { _ = try connection.requestName(wellKnown) }
        connection.onDisconnect = { loop.stop() }
        let unsafeLoop = Unmanaged.passUnretained(loop).toOpaque()
        let bits = UInt(bitPattern: unsafeLoop)
        facts.set(connection.uniqueName, loop.remote) {
          if let pointer = UnsafeRawPointer(bitPattern: bits) {
            Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue().stop()
          }
        }
        ready.signal()
        loop.run()
        connection.close()
      } catch {
        Issue.record(error)
        ready.signal()
      }
      ended.signal()
    }
    ready.wait()
    let (name, remote, stop) = try #require(facts.value.withLock { $0 })
    self.name = name
    self.remote = remote
    self.stop = stop
  }

  func close() {
    remote.post(stop)
    ended.wait()
  }

  private final class Box: Sendable {
    let value = Mutex<(String, LoopRemote, @Sendable () -> Void)?>(nil)

    func set(_ name: String, _ remote: LoopRemote, _ stop: @escaping @Sendable () -> Void) {
      value.withLock { $0 = (name, remote, stop) }
    }
  }
}
