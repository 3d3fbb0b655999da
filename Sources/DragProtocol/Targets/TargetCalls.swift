package import DBus
package import DragModel

/// A call of `Target1.Propose`.
package struct TargetProposeCall: Hashable, Sendable {
  package var target: Identifier
  package var offer: Identifier
  package var context: DropContext
  package var dropper: Dropper

  package init(target: Identifier, offer: Identifier, context: DropContext, dropper: Dropper) {
    self.target = target
    self.offer = offer
    self.context = context
    self.dropper = dropper
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    target = try reader.target()
    offer = try reader.offer()
    (context, dropper) = try PassedContext(&reader).parts
  }

  package func message(to object: TargetObject) throws(BusError) -> Message {
    let message = try Message.call(object, .propose)
    try message.write { writer throws(BusError) in
      try writer.appendPath(target.targetPath)
      try writer.appendPath(offer.offerPath)
      try PassedContext(context, dropper).write(to: &writer)
    }
    return message
  }
}

/// A call of `Target1.Leave`.
package struct TargetLeaveCall: Hashable, Sendable {
  package var target: Identifier
  package var offer: Identifier

  package init(target: Identifier, offer: Identifier) {
    self.target = target
    self.offer = offer
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    target = try reader.target()
    offer = try reader.offer()
  }

  package func message(to object: TargetObject) throws(BusError) -> Message {
    let message = try Message.call(object, .leave)
    try message.write { writer throws(BusError) in
      try writer.appendPath(target.targetPath)
      try writer.appendPath(offer.offerPath)
    }
    return message
  }
}

/// A call of `Target1.Perform`.
package struct TargetPerformCall: Hashable, Sendable {
  package var target: Identifier
  package var offer: Identifier
  package var operation: Operation
  package var context: DropContext
  package var dropper: Dropper

  package init(
    target: Identifier, offer: Identifier, operation: Operation, context: DropContext,
    dropper: Dropper
  ) {
    self.target = target
    self.offer = offer
    self.operation = operation
    self.context = context
    self.dropper = dropper
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    target = try reader.target()
    offer = try reader.offer()
    operation = try reader.word("operation")
    (context, dropper) = try PassedContext(&reader).parts
  }

  package func message(to object: TargetObject) throws(BusError) -> Message {
    let message = try Message.call(object, .perform)
    try message.write { writer throws(BusError) in
      try writer.appendPath(target.targetPath)
      try writer.appendPath(offer.offerPath)
      try writer.append(operation.rawValue)
      try PassedContext(context, dropper).write(to: &writer)
    }
    return message
  }

  /// The owner's reply. Its dictionary has no keys: dragd reports what it saw itself.
  package static func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendDictionary { _ throws(BusError) in }
    }
    return reply
  }
}

extension Message {
  /// A call of a target's object.
  static func call(_ target: TargetObject, _ method: TargetMethod) throws(BusError) -> Message {
    try call(
      to: target.peer.name, path: target.path, interface: InterfaceName.target.rawValue,
      member: method.rawValue)
  }
}
