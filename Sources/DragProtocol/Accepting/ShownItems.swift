package import DBus
package import DragModel

/// The reply of `Offer1.GetItems`.
package enum ShownItems {
  /// The reply to a call.
  /// - Throws: LimitsExceeded when the items do not fit into one message.
  package static func reply(
    to call: some Answerable, _ items: [Item<ShownRepresentation>]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: "(a{sv}aa{sv})") { array throws(BusError) in
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

  private static func write(
    _ item: Item<ShownRepresentation>, to writer: inout MessageWriter
  ) throws(BusError) {
    typealias Key = ShownRepresentationKey
    try writer.appendStructure { fields throws(BusError) in
      try fields.append(attributes: item.attributes)
      try fields.appendArray(of: "a{sv}") { array throws(BusError) in
        for representation in item.representations {
          try array.appendDictionary { entries throws(BusError) in
            try entries.entry(Key.type.rawValue, representation.content.type.description)
            try entries.entry(Key.size.rawValue, ifThere: representation.content.size)
            try entries.entry(Key.held.rawValue, representation.content.isHeld)
          }
        }
      }
    }
  }

  private static func item(
    _ element: inout MessageReader
  ) throws(Rejection) -> Item<ShownRepresentation> {
    var fields = try element.reading { reader throws(DecodingFailure) in try reader.structure() }
    var attributes = ItemAttributes()
    try fields.dictionary { key, value throws(Rejection) in
      guard let key = ItemKey(rawValue: key) else { return }
      switch key {
      case .name: attributes.name = try value.text()
      case .key: attributes.key = try value.text()
      case .local: attributes.local = try value.text()
      }
    }
    var representations: [Representation<ShownRepresentation>] = []
    try fields.array { element throws(Rejection) in
      let shown = try representation(&element)
      representations.append(Representation(type: shown.type, content: shown))
    }
    return Item(attributes: attributes, representations: representations)
  }

  private static func representation(
    _ reader: inout MessageReader
  ) throws(Rejection) -> ShownRepresentation {
    var type: MIMEType?
    var size: UInt64?
    var isHeld: Bool?
    try reader.dictionary { key, value throws(Rejection) in
      guard let key = ShownRepresentationKey(rawValue: key) else { return }
      switch key {
      case .type: type = try value.mimeType("type")
      case .size: size = try value.number()
      case .held: isHeld = try value.flag()
      }
    }
    guard let type else { throw .missing(ShownRepresentationKey.type) }
    guard let isHeld else { throw .missing(ShownRepresentationKey.held) }
    return ShownRepresentation(type: type, size: size, isHeld: isHeld)
  }
}
