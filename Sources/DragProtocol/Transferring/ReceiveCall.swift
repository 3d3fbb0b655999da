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
    var descriptor: OwnedFileDescriptor?
    var size: UInt64?
    try reader.dictionary { key, value throws(Rejection) in
      guard let key = ReceivedKey(rawValue: key) else { return }
      switch key {
      case .fd:
        descriptor = try value.reading { reader throws(DecodingFailure) in
          try reader.descriptor()
        }
      case .size: size = try value.number()
      }
    }
    guard let descriptor else { throw .missing(ReceivedKey.fd) }
    guard let size else { throw .missing(ReceivedKey.size) }
    self.descriptor = descriptor
    self.size = size
  }

  /// The file, for whoever keeps it.
  package consuming func takeDescriptor() -> OwnedFileDescriptor { descriptor }

  /// The reply to a call of Receive.
  package static func reply(
    to call: some Answerable, _ descriptor: borrowing OwnedFileDescriptor, size: UInt64
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry(ReceivedKey.fd.rawValue, descriptor: descriptor)
        try entries.entry(ReceivedKey.size.rawValue, size)
      }
    }
    return reply
  }
}
