package import DBus
package import DragModel
package import DragSystem

/// One representation in the reply of `Offer1.Accept`.
package struct AcceptedPart: Sendable {
  package enum Content: Sendable {
    case data([UInt8])
    /// A complete file, or the read end of a pipe where a stream was asked for.
    case descriptor(SharedDescriptor)
    /// The destination calls `Transfer1.Receive` for it.
    case later
  }

  /// Nil if the reply has all of the content, so that no transfer is needed.
  package var transfer: Identifier?
  package var item: UInt32
  package var type: MIMEType
  package var name: String?
  /// Nil while it is unknown.
  package var size: UInt64?
  /// The attributes of the item's file, if it is one.
  package var file: FileAttributes
  package var content: Content
  /// In a reply of dragd, instead of the content: the end of a pipe, which the reply keeps open until it is freed.
  fileprivate var stream: PeerDescriptor?

  package init(
    transfer: Identifier?, item: UInt32, type: MIMEType, name: String? = nil, size: UInt64? = nil,
    file: FileAttributes = FileAttributes(), content: Content, lending stream: PeerDescriptor? = nil
  ) {
    self.transfer = transfer
    self.item = item
    self.type = type
    self.name = name
    self.size = size
    self.file = file
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
    try writer.appendStructure { fields throws(BusError) in
      try fields.appendPath(transfer?.transferPath ?? ObjectPath.nowhere)
      try AcceptedRepresentation(self).write(to: &fields)
    }
  }

  private init(_ element: inout MessageReader) throws(Rejection) {
    var fields = try element.reading { reader throws(DecodingFailure) in try reader.structure() }
    transfer = try fields.transferOrNowhere()
    let accepted = try AcceptedRepresentation(&fields, isFromBroker: true)
    guard let type = accepted.type else { throw .invalid("“type” is missing") }
    item = accepted.item
    self.type = type
    name = accepted.name
    size = accepted.size
    file = accepted.file
    if let descriptor = accepted.descriptor {
      content = .descriptor(SharedDescriptor(try descriptor.readDuplicate()))
    } else {
      content = accepted.data.map { .data($0) } ?? .later
    }
  }
}

/// A representation in the reply, beside the path of its transfer.
struct AcceptedRepresentation: KeyedDictionary {
  var item: UInt32 = 0
  /// Nil only where the reply lacks it. It has no placeholder, because writing each part would have to make one.
  var type: MIMEType?
  var name: String?
  var size: UInt64?
  var file = FileAttributes()
  var data: [UInt8]?
  var descriptor: DescriptorValue?

  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of accepted: inout Self
  ) throws(Visitor.Failure) {
    try keys.required("item", &accepted.item, .number())
    try keys.optional("type", &accepted.type, .mimeType, .always)
    try keys.optional("name", &accepted.name, .text())
    try keys.optional("name_bytes", &accepted.file.name, .bytes())
    try keys.optional("size", &accepted.size, .number())
    try keys.optional("mode", &accepted.file.mode, .number())
    try keys.optional("modified", &accepted.file.modified, .number())
    try keys.optional("data", &accepted.data, .bytes())
    try keys.optional("fd", &accepted.descriptor, .descriptor)
  }
}

extension AcceptedRepresentation {
  fileprivate init(_ part: AcceptedPart) {
    self.init(item: part.item, type: part.type, name: part.name, size: part.size, file: part.file)
    switch part.content {
    case .data(let bytes): data = bytes
    case .descriptor(let shared): descriptor = .shared(shared)
    case .later: descriptor = part.stream.map { .lent($0) }
    }
  }
}

extension MessageReader {
  /// Reads the path of a transfer; nil for the path that means none.
  mutating func transferOrNowhere() throws(Rejection) -> Identifier? {
    var ahead = self
    if try ahead.objectPath() == ObjectPath.nowhere {
      self = ahead
      return nil
    }
    return try transfer()
  }
}
