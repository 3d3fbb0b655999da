package import DBus
package import DragModel

/// The reply of `Offer1.GetItems`.
package enum ShownItems {
  fileprivate static let element = "(a{sv}aa{sv})"

  /// The reply to a call.
  /// - Throws: LimitsExceeded when the items do not fit into one message.
  package static func reply(
    to call: some Answerable, _ items: [Item<ShownRepresentation>]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: element) { array throws(BusError) in
        for item in items { try write(item, to: &array) }
      }
    }
    return reply
  }

  package static func read(_ reply: Message) throws(Rejection) -> [Item<ShownRepresentation>] {
    var reader = reply.read()
    var items: [Item<ShownRepresentation>] = []
    try reader.array { element throws(Rejection) in items.append(try item(&element)) }
    return items
  }

  fileprivate static func write(
    _ item: Item<ShownRepresentation>, to writer: inout MessageWriter
  ) throws(BusError) {
    try writer.appendStructure { fields throws(BusError) in
      try item.attributes.write(to: &fields)
      try fields.appendArray(of: "a{sv}") { array throws(BusError) in
        for representation in item.representations {
          try representation.content.write(to: &array)
        }
      }
    }
  }

  private static func item(
    _ element: inout MessageReader
  ) throws(Rejection) -> Item<ShownRepresentation> {
    var fields = try element.reading { reader throws(DecodingFailure) in try reader.structure() }
    let attributes = try ItemAttributes(&fields, isFromBroker: true)
    var representations: [Representation<ShownRepresentation>] = []
    try fields.array { element throws(Rejection) in
      let shown = try ShownRepresentation(&element, isFromBroker: true)
      representations.append(Representation(type: shown.type, content: shown))
    }
    return Item(attributes: attributes, representations: representations)
  }
}

/// The reply of `Offer1.GetItems`, which dragd writes an item at a time.
package final class ShownItemsReply {
  private let items: LongArray

  package init() throws(BusError) {
    items = try LongArray(of: ShownItems.element)
  }

  /// - Throws: LimitsExceeded when the items do not fit into one message.
  package func append(_ item: Item<ShownRepresentation>) throws(BusError) {
    try items.append { array throws(BusError) in try ShownItems.write(item, to: &array) }
  }

  /// Every item is written.
  package func message(to call: ReplyAddress) -> Message {
    items.finish()
    return items.reply(to: call)
  }
}

extension ShownRepresentation: KeyedDictionary {
  static var unstated: Self { Self(type: .octetStream, size: nil, isHeld: false) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of shown: inout Self
  ) throws(Visitor.Failure) {
    try keys.required("type", &shown.type, .mimeType)
    try keys.optional("size", &shown.size, .number())
    try keys.required("held", &shown.isHeld, .flag)
  }
}
