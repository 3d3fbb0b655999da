package import DBus
package import DragModel

/// A call of `Clipboard1.History`.
package struct HistoryCall: Hashable, Sendable {
  /// 0 for all.
  package var count: UInt32

  package init(count: UInt32 = 0) {
    self.count = count
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    count = try reader.number()
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.history)
    try message.write { writer throws(BusError) in try writer.append(count) }
    return message
  }
}

/// A content in the reply of `Clipboard1.History`.
package struct HistoryEntry: Hashable, Sendable {
  package var offer: Identifier
  /// Best first.
  package var types: [MIMEType]
  /// Bytes of all types together.
  package var size: UInt64
  /// Microseconds of the real-time clock since 1970.
  package var copied: UInt64
  package var isPinned: Bool
  /// Its name, which it keeps; nil from an older dragclip.
  package var id: String?

  package init(
    offer: Identifier, types: [MIMEType] = [], size: UInt64 = 0, copied: UInt64 = 0,
    isPinned: Bool = false, id: String? = nil
  ) {
    self.offer = offer
    self.types = types
    self.size = size
    self.copied = copied
    self.isPinned = isPinned
    self.id = id
  }
}

extension HistoryEntry: ReplyElement {
  package static var signature: String { "(oa{sv})" }

  package init(fields: inout MessageReader) throws(Rejection) {
    let offer = try fields.offer()
    self = try HistoryEntry(&fields)
    self.offer = offer
  }

  package func write(fields: inout MessageWriter) throws(BusError) {
    try fields.appendPath(offer.offerPath)
    try write(to: &fields)
  }
}

/// The dictionary of a content in the reply.
extension HistoryEntry: KeyedDictionary {
  static var unstated: Self { Self(offer: Identifier(high: 0, middle: 0, low: 0)) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of entry: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("types", &entry.types, .mimeTypes)
    try keys.always("size", &entry.size, .number())
    try keys.always("copied", &entry.copied, .number())
    try keys.always("pinned", &entry.isPinned, .flag)
    try keys.optional("id", &entry.id, .text(atMost: Lengths.name))
  }
}
