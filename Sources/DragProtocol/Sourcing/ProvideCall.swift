package import DBus
package import DragModel
package import DragSystem

/// A call of `Source1.Provide`, as the source receives it.
package struct ProvideCall: ~Copyable, Sendable {
  package let offer: Identifier
  package let item: UInt32
  package let type: MIMEType
  /// The write end of a blocking pipe.
  package let descriptor: OwnedFileDescriptor
  package let transfer: Identifier

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    let offer = try reader.offer()
    let item: UInt32 = try reader.number()
    let type = try reader.mimeType("type")
    let descriptor = try reader.reading { reader throws(DecodingFailure) in
      try reader.descriptor()
    }
    let transfer = try reader.transfer()
    self.offer = offer
    self.item = item
    self.type = type
    self.descriptor = descriptor
    self.transfer = transfer
  }

  /// Gives the descriptor to the caller.
  package consuming func releaseDescriptor() -> OwnedFileDescriptor { descriptor }

  /// The call to a source. The message keeps `pipe` open until it is freed.
  package static func message(
    to source: SourceObject, offer: Identifier, item: UInt32, type: MIMEType,
    pipe: PeerDescriptor, transfer: Identifier
  ) throws(BusError) -> Message {
    let message = try Message.call(source, .provide)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try writer.append(item)
      try writer.append(type.description)
      try writer.append(lending: pipe)
      try writer.appendPath(transfer.transferPath)
      try writer.appendDictionary { _ throws(BusError) in }
    }
    return message
  }
}

/// The reply of `Source1.Provide`.
package struct ProvidedResult: Hashable, Sendable {
  /// How many bytes were written; nil if the source does not say.
  package var bytes: UInt64?

  package init(bytes: UInt64? = nil) {
    self.bytes = bytes
  }

  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    self = try Self(&reader)
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in try write(to: &writer) }
    return reply
  }
}

extension ProvidedResult: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of result: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("bytes", &result.bytes, .number())
  }
}

extension Message {
  /// A call of a source's object.
  static func call(_ source: SourceObject, _ method: SourceMethod) throws(BusError) -> Message {
    try call(
      to: source.peer.name, path: source.path, interface: InterfaceName.source.rawValue,
      member: method.rawValue)
  }
}
