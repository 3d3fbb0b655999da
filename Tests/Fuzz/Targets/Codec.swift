import DragModel

@testable import DBus
@testable import DragProtocol

/// Something that DragProtocol reads from a message, and writes.
struct Codec: Sendable {
  /// The contract's signature; in an unchecked message a peer may send another one.
  let signature: String
  private let arguments: [Contract.Argument]
  let kind: RawMessage.Kind
  let path: String?
  let interface: String?
  let member: String?
  /// Reads a message; when that works, what was read is written and read again.
  let check: @Sendable (Message) throws -> Void

  /// A call of the contract's. `write` returns nil for what is only read.
  init<Value: Equatable & SendableMetatype>(
    _ interface: InterfaceName, _ method: some RawRepresentable<String>, at path: ObjectPath,
    _ read: @escaping @Sendable (Message) throws -> Value,
    _ write: @escaping @Sendable (Value) throws -> Message?
  ) {
    arguments = Contract.interface(interface).method(named: method.rawValue)?.arguments ?? []
    signature = arguments.map(\.signature).joined()
    kind = .call
    self.path = path.description
    self.interface = interface.rawValue
    member = method.rawValue
    check = { try Self.check($0, read, write) }
  }

  /// The reply to a call of the contract's; `write` is given the call.
  init<Value: Equatable & SendableMetatype>(
    replyTo interface: InterfaceName, _ method: some RawRepresentable<String>,
    properties: [Contract.Key]? = nil,
    _ read: @escaping @Sendable (Message) throws -> Value,
    _ write: @escaping @Sendable (Value, Message) throws -> Message?
  ) {
    let results = Contract.interface(interface).method(named: method.rawValue)?.results ?? []
    arguments = results.map { $0.with(properties) }
    signature = arguments.map(\.signature).joined()
    kind = .reply
    path = nil
    self.interface = nil
    member = nil
    check = { try Self.check($0, read) { try write($0, try Self.call()) } }
  }

  /// A signal of the contract's.
  init<Value: Equatable & SendableMetatype>(
    signal name: String, of interface: InterfaceName, properties: [Contract.Key]? = nil,
    _ read: @escaping @Sendable (Message) throws -> Value,
    _ write: @escaping @Sendable (Value) throws -> Message?
  ) {
    let signal = Contract.interface(interface).signals.first { $0.name == name }
    arguments = (signal?.arguments ?? []).map { $0.with(properties) }
    signature = arguments.map(\.signature).joined()
    kind = .signal
    path = ObjectPath.rootText
    self.interface = interface.rawValue
    member = name
    check = { try Self.check($0, read, write) }
  }

  /// Decodes a message for this codec: a byte of flags, then the body. With the second flag the body's signature stands
  /// before it, behind its length; with the third it comes with the descriptors that it names.
  func run(_ input: FuzzInput) throws {
    var input = input
    let flags = input.byte()
    let empty = RawMessage(
      kind: kind, isBigEndian: flags & 1 != 0, path: path, interface: interface, member: member)
    var raw = empty
    raw.signature =
      flags & 2 == 0 ? Array(signature.utf8) : input.bytes(Int(input.byte()))
    raw.body = Array(input.rest)
    guard let message = Message.unmarshalled(raw.bytes) else { return }
    guard flags & 4 != 0 else { return try check(message) }
    try DescribedMessage(empty, saying: message)?.check(check)
  }

  /// What `run` takes for messages as the contract has them.
  var seeds: [[UInt8]] {
    let samples = MessageSamples(arguments: arguments)
    return samples.bodies(isBigEndian: false).map { [0] + $0 }
      + samples.bodies(isBigEndian: true).map { [1] + $0 }
      + samples.bodiesWithDescriptors.map { [4] + $0 }
  }

  /// The same as whole messages.
  var messages: [[UInt8]] {
    MessageSamples(arguments: arguments).bodies(isBigEndian: true).map { body in
      var message = RawMessage(
        kind: kind, isBigEndian: true, path: path, interface: interface, member: member)
      message.signature = Array(signature.utf8)
      message.body = body
      return message.bytes
    }
  }

  private static func check<Value: Equatable>(
    _ message: Message, _ read: (Message) throws -> Value, _ write: (Value) throws -> Message?
  ) throws {
    guard let value = try refusable({ try read(message) }) else { return }
    guard let written = try write(value) else { return }
    let again = try read(try written.travelled())
    try promise(again == value, "\(value) is \(again) when it has travelled")
  }

  /// Nil for what the contract refuses, with an error that can be sent.
  static func refusable<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let error as Rejection {
      _ = try call().errorReply(BusError(error)).travelled()
      return nil
    } catch let error as BusError {
      _ = try call().errorReply(error).travelled()
      return nil
    }
  }

  /// Something to reply to.
  static func call() throws(BrokenPromise) -> Message {
    let message = RawMessage(path: ObjectPath.rootText, member: "Call")
    guard let call = Message.unmarshalled(message.bytes) else {
      throw BrokenPromise(description: "libdbus refuses a plain call")
    }
    return call
  }
}

extension Contract.Argument {
  /// The same argument with other keys, if there are any.
  fileprivate func with(_ keys: [Contract.Key]?) -> Contract.Argument {
    guard let keys else { return self }
    return Contract.Argument(name, signature, keys)
  }
}
