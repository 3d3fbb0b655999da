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

  package init(
    offer: Identifier, types: [MIMEType] = [], size: UInt64 = 0, copied: UInt64 = 0,
    isPinned: Bool = false
  ) {
    self.offer = offer
    self.types = types
    self.size = size
    self.copied = copied
    self.isPinned = isPinned
  }

  /// Reads the reply of History.
  package static func read(_ reply: Message) throws(Rejection) -> [HistoryEntry] {
    var reader = reply.read()
    var entries: [HistoryEntry] = []
    try reader.array { element throws(Rejection) in
      var fields = try element.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      var entry = HistoryEntry(offer: try fields.offer())
      try fields.dictionary { name, value throws(Rejection) in
        guard let key = HistoryKey(rawValue: name) else { return }
        switch key {
        case .types: entry.types = try value.texts().compactMap { MIMEType($0) }
        case .size: entry.size = try value.number()
        case .copied: entry.copied = try value.number()
        case .pinned: entry.isPinned = try value.flag()
        }
      }
      entries.append(entry)
    }
    return entries
  }

  /// The reply to a call of History.
  package static func reply(
    to call: some Answerable, _ entries: [HistoryEntry]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
        for entry in entries {
          try array.appendStructure { fields throws(BusError) in
            try fields.appendPath(entry.offer.offerPath)
            try fields.appendDictionary { keys throws(BusError) in
              try keys.entry(HistoryKey.types.rawValue, strings: entry.types.map(\.description))
              try keys.entry(HistoryKey.size.rawValue, entry.size)
              try keys.entry(HistoryKey.copied.rawValue, entry.copied)
              try keys.entry(HistoryKey.pinned.rawValue, entry.isPinned)
            }
          }
        }
      }
    }
    return reply
  }
}
