package import DBus
package import DragModel
package import DragSystem

/// One representation in the reply of `Offer1.Accept`.
package struct AcceptedPart: Sendable {
  package enum Content: Sendable {
    case data([UInt8])
    /// A complete file, or the read end of a pipe where a stream was asked for.
    case descriptor(SharedDescriptor)
    /// `Transfer1.Receive` brings it.
    case later
  }

  /// Nil where the reply has everything and no transfer is needed.
  package var transfer: Identifier?
  package var item: UInt32
  package var type: MIMEType
  package var name: String?
  /// Nil while it is unknown.
  package var size: UInt64?
  package var content: Content
  /// For the sender, in place of the content: a pipe's end that he keeps open until the reply is gone.
  private var stream: PeerDescriptor?

  package init(
    transfer: Identifier?, item: UInt32, type: MIMEType, name: String? = nil, size: UInt64? = nil,
    content: Content, lending stream: PeerDescriptor? = nil
  ) {
    self.transfer = transfer
    self.item = item
    self.type = type
    self.name = name
    self.size = size
    self.content = content
    self.stream = stream
  }

  /// The reply to a call of Accept.
  package static func reply(
    to call: some Answerable, _ parts: [AcceptedPart]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
        for part in parts { try part.write(to: &array) }
      }
    }
    return reply
  }

  /// Reads the reply of Accept.
  package static func read(_ reply: Message) throws(Rejection) -> [AcceptedPart] {
    var reader = reply.read()
    var parts: [AcceptedPart] = []
    try reader.array { element throws(Rejection) in parts.append(try AcceptedPart(&element)) }
    return parts
  }

  private func write(to writer: inout MessageWriter) throws(BusError) {
    typealias Key = AcceptedKey
    try writer.appendStructure { fields throws(BusError) in
      try fields.appendPath(transfer?.transferPath ?? ObjectPath.nowhere)
      try fields.appendDictionary { entries throws(BusError) in
        try entries.entry(Key.item.rawValue, item)
        try entries.entry(Key.type.rawValue, type.description)
        try entries.entry(Key.name.rawValue, ifThere: name)
        try entries.entry(Key.size.rawValue, ifThere: size)
        switch content {
        case .data(let bytes): try entries.entry(Key.data.rawValue, bytes: bytes)
        case .descriptor(let shared):
          try entries.entry(Key.fd.rawValue, descriptor: shared.descriptor)
        case .later:
          if let stream { try entries.entry(Key.fd.rawValue, lending: stream) }
        }
      }
    }
  }

  private init(_ element: inout MessageReader) throws(Rejection) {
    var fields = try element.reading { reader throws(DecodingFailure) in try reader.structure() }
    transfer = try fields.transferOrNowhere()
    var item: UInt32?
    var type: MIMEType?
    var name: String?
    var size: UInt64?
    var content = Content.later
    try fields.dictionary { key, value throws(Rejection) in
      guard let key = AcceptedKey(rawValue: key) else { return }
      switch key {
      case .item: item = try value.number()
      case .type: type = try value.mimeType("type")
      case .name: name = try value.text()
      case .size: size = try value.number()
      case .data:
        content = .data(
          try value.reading { reader throws(DecodingFailure) in try reader.bytes() })
      case .fd: content = .descriptor(try value.sharedDescriptor())
      }
    }
    guard let item else { throw .missing(AcceptedKey.item) }
    guard let type else { throw .missing(AcceptedKey.type) }
    self.item = item
    self.type = type
    self.name = name
    self.size = size
    self.content = content
  }
}

extension MessageReader {
  mutating func sharedDescriptor() throws(Rejection) -> SharedDescriptor {
    SharedDescriptor(try reading { reader throws(DecodingFailure) in try reader.descriptor() })
  }

  /// The path of a transfer, or nil for the path that stands for none.
  mutating func transferOrNowhere() throws(Rejection) -> Identifier? {
    var ahead = self
    if try ahead.objectPath() == ObjectPath.nowhere {
      self = ahead
      return nil
    }
    return try transfer()
  }
}

extension Rejection {
  /// A key that is always there was not.
  static func missing(_ key: some RawRepresentable<String>) -> Rejection {
    .invalid("“\(key.rawValue)” is missing")
  }
}
