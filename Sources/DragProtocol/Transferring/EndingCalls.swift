package import DBus
package import DragModel

extension Message {
  /// A call of `Transfer1.Finish`.
  package static func finish(_ transfer: Identifier) throws(BusError) -> Message {
    let message = try call(.transfer, TransferMethod.finish, at: .transfer(transfer))
    try message.write { writer throws(BusError) in
      try writer.appendDictionary { _ throws(BusError) in }
    }
    return message
  }
}

extension FinishResult {
  /// Reads the reply of Finish.
  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    self = try Self(&reader, isFromBroker: true)
  }

  /// The reply to a call of Finish.
  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in try write(to: &writer) }
    return reply
  }
}

extension FinishResult: KeyedDictionary {
  static var unstated: Self { Self(bytes: 0, operation: .copy, acknowledged: false) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of result: inout Self
  ) throws(Visitor.Failure) {
    try keys.required("bytes", &result.bytes, .number())
    try keys.required("operation", &result.operation, .word())
    try keys.required("acknowledged", &result.acknowledged, .flag)
  }
}

/// A call of `Transfer1.Cancel`.
package struct CancelCall: Hashable, Sendable {
  /// For people.
  package var reason: String

  package init(reason: String = "") {
    self.reason = reason
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    reason = try reader.text().prefix(bytes: Lengths.reason)
  }

  package func message(to transfer: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.transfer, TransferMethod.cancel, at: .transfer(transfer))
    try message.write { writer throws(BusError) in try writer.append(reason) }
    return message
  }
}
