package import DBus
package import DragModel
package import DragSystem

/// A call of `Transfer1.Receive`.
package struct ReceiveCall: Hashable, Sendable {
  package var type: MIMEType

  package init(type: MIMEType) {
    self.type = type
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    type = try reader.mimeType("type")
  }

  package func message(to transfer: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.transfer, TransferMethod.receive, at: .transfer(transfer))
    try message.write { writer throws(BusError) in
      try writer.append(type.description)
      try writer.appendDictionary { _ throws(BusError) in }
    }
    return message
  }
}

/// The reply of `Transfer1.Receive`: a complete file.
package struct ReceivedFile: ~Copyable, Sendable {
  package let descriptor: OwnedFileDescriptor
  package let size: UInt64

  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    let result = try ReceiveResult(&reader, isFromBroker: true)
    descriptor = try result.descriptor.readDuplicate()
    size = result.size
  }

  /// Gives the descriptor to the caller.
  package consuming func releaseDescriptor() -> OwnedFileDescriptor { descriptor }

  /// The reply to a call of Receive.
  package static func reply(
    to call: some Answerable, _ descriptor: borrowing OwnedFileDescriptor, size: UInt64
  ) throws(BusError) -> Message {
    let reply = call.reply()
    let result = ReceiveResult(descriptor: .borrowed(rawValue: descriptor.rawValue), size: size)
    try reply.write { writer throws(BusError) in try result.write(to: &writer) }
    return reply
  }
}

struct ReceiveResult: KeyedDictionary {
  var descriptor: DescriptorValue
  var size: UInt64

  static var unstated: Self { Self(descriptor: .borrowed(rawValue: -1), size: 0) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of result: inout Self
  ) throws(Visitor.Failure) {
    try keys.required("fd", &result.descriptor, .descriptor)
    try keys.required("size", &result.size, .number())
  }
}
