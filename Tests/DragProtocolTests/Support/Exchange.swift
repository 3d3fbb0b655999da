import DBus
import DragModel
import DragProtocol
import DragSystem
import Harness
import Testing

/// A bus with the broker's name on it, and a client: every message between them has travelled over the bus.
final class Exchange {
  let loop: EventLoop
  let broker: Connection
  let client: Connection

  init(on bus: PrivateBus) throws {
    loop = try EventLoop()
    broker = try Connection.open(address: bus.address)
    client = try Connection.open(address: bus.address)
    try #require(try broker.requestName(BusName.broker) == .owner)
    try #require(try broker.requestName(BusName.clipboard) == .owner)
    broker.attach(to: loop)
    client.attach(to: loop)
  }

  static func run(_ kind: PrivateBus.Kind, _ body: (Exchange) throws -> Void) throws {
    try Fixture.run { fixture in
      let exchange = try Exchange(on: fixture.bus(kind))
      try body(exchange)
      exchange.client.close()
      exchange.broker.close()
    }
  }

  var source: SourceObject { SourceObject(peer: Peer(client.uniqueName), path: "/my/source") }
  var target: TargetObject { TargetObject(peer: Peer(client.uniqueName), path: "/my/target") }

  /// The client calls the broker, which reads the call and answers; returns the answer.
  @discardableResult
  func call(
    _ message: Message, expecting request: Request,
    answer: @escaping (Message) throws -> Message = { $0.reply() },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Message {
    try exchange(message, from: client, to: broker, sourceLocation) { call in
      #expect(try Request(call) == request, sourceLocation: sourceLocation)
      return try answer(call)
    }
  }

  /// The client calls dragclip, for which the broker's connection stands in; returns the answer.
  @discardableResult
  func callClipboard(
    _ message: Message, expecting request: ClipboardRequest,
    answer: @escaping (Message) throws -> Message = { $0.reply() },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Message {
    try exchange(message, from: client, to: broker, sourceLocation) { call in
      #expect(try ClipboardRequest(call) == request, sourceLocation: sourceLocation)
      return try answer(call)
    }
  }

  /// The broker calls the client.
  @discardableResult
  func callClient(
    _ message: Message, answer: @escaping (Message) throws -> Message = { $0.reply() },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Message {
    try exchange(message, from: broker, to: client, sourceLocation, answer)
  }

  /// The broker sends a signal to the client.
  func signal(_ message: Message) throws -> Message {
    var received: Message?
    // The bus has signals of its own for every connection.
    client.onMessage = { [name = broker.uniqueName] message in
      if message.kind == .signal, message.hasSender(name) { received = message }
    }
    broker.send(message)
    try turn { received != nil }
    return try #require(received)
  }

  private func exchange(
    _ message: Message, from caller: Connection, to callee: Connection,
    _ sourceLocation: SourceLocation, _ answer: @escaping (Message) throws -> Message
  ) throws -> Message {
    callee.onMessage = { [unowned callee] call in
      guard call.kind == .call else { return }
      do {
        try Self.checkArguments(call, sourceLocation)
        let reply = try answer(call)
        Self.checkResults(reply, of: call, sourceLocation)
        callee.send(reply)
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        callee.send(call.errorReply(BusError(name: "org.example.Error.Test", message: "\(error)")))
      }
    }
    var result: Result<Message, BusError>?
    caller.call(message, timeout: 20_000) { result = $0 }
    try turn { result != nil }
    return try #require(result).get()
  }

  private static func row(of call: Message) throws -> Contract.Method {
    let interface = try #require(InterfaceName(rawValue: call.interface ?? ""))
    return try #require(Contract.interface(interface).method(named: call.member ?? ""))
  }

  private static func checkArguments(_ call: Message, _ location: SourceLocation) throws {
    #expect(try call.signature == row(of: call).signature, sourceLocation: location)
  }

  private static func checkResults(
    _ reply: Message, of call: Message, _ location: SourceLocation
  ) {
    guard reply.kind == .reply else { return }
    #expect(throws: Never.self, sourceLocation: location) {
      let row = try row(of: call)
      #expect(
        (reply.signature ?? "") == row.resultSignature, "\(row.name)", sourceLocation: location)
    }
  }

  private func turn(until condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + Timeout.usual
    while !condition() {
      try #require(ContinuousClock.now < deadline, "nothing came")
      loop.turn(timeout: 50)
    }
  }
}
