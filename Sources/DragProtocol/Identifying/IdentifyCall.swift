package import DBus
package import DragModel

/// A call of `Broker1.Identify`.
package struct IdentifyCall: Hashable, Sendable {
  /// A unique name of the bus.
  package var connection: String

  package init(connection: String) {
    self.connection = connection
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    connection = try reader.text("connection", atMost: Lengths.name)
    guard connection.hasPrefix(":") else {
      throw .invalid(
        "connection is \(connection.quoted): it must be a unique name of the bus, such as “:1.42”")
    }
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.identify, at: .root)
    try message.write { writer throws(BusError) in try writer.append(connection) }
    return message
  }
}

/// The reply of `Broker1.Identify`: what the system says of a program.
package struct Identity: Hashable, Sendable {
  /// Empty if unknown.
  package var application: String
  /// True for every program that is not known to run outside of a sandbox.
  package var isSandboxed: Bool

  package init(application: String, isSandboxed: Bool) {
    self.application = application
    self.isSandboxed = isSandboxed
  }

  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    self = try Identity(&reader, isFromBroker: true)
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in try write(to: &writer) }
    return reply
  }
}

extension Identity: KeyedDictionary {
  static var unstated: Self { Self(application: "", isSandboxed: true) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of identity: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("app_id", &identity.application, .text())
    try keys.required("sandboxed", &identity.isSandboxed, .flag)
  }
}
