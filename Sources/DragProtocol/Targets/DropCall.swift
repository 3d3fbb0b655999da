package import DBus
package import DragModel

/// A call of `DropTarget1.Propose` or `DropTarget1.Drop`, whose arguments are the same.
package struct DropCall: Hashable, Sendable {
  package var offer: Identifier
  package var context: DropContext

  package init(offer: Identifier, context: DropContext = DropContext()) {
    self.offer = offer
    self.context = context
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    offer = try reader.offer()
    context = try DropContext(&reader)
  }

  package func propose(to target: Identifier) throws(BusError) -> Message {
    try message(.propose, to: target)
  }

  package func drop(on target: Identifier) throws(BusError) -> Message {
    try message(.drop, to: target)
  }

  private func message(
    _ method: DropTargetMethod, to target: Identifier
  ) throws(BusError) -> Message {
    let message = try Message.call(.dropTarget, method, at: .target(target))
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try context.write(to: &writer)
    }
    return message
  }
}

/// A call of `DropTarget1.Leave`. The offer may have ended.
package struct LeaveCall: Hashable, Sendable {
  package var offer: Identifier

  package init(offer: Identifier) {
    self.offer = offer
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    offer = try reader.offer()
  }

  package func message(to target: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.dropTarget, DropTargetMethod.leave, at: .target(target))
    try message.write { writer throws(BusError) in try writer.appendPath(offer.offerPath) }
    return message
  }
}

extension DropResult {
  /// Reads the reply of Drop.
  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    let operation = try reader.word("operation", as: Operation.self)
    self = try Self(&reader, isFromBroker: true)
    self.operation = operation
  }

  /// The reply to a call of Drop.
  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.append(operation.rawValue)
      try write(to: &writer)
    }
    return reply
  }
}

/// The dictionary of the reply.
extension DropResult: KeyedDictionary {
  static var unstated: Self { Self(operation: .copy, items: 0, bytes: 0) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of result: inout Self
  ) throws(Visitor.Failure) {
    try keys.required("items", &result.items, .number())
    try keys.required("bytes", &result.bytes, .number())
  }
}
