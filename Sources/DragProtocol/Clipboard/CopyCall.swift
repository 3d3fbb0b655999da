package import DBus
package import DragModel

/// A call of `Clipboard1.Copy`.
package struct CopyCall: Hashable, Sendable {
  package var offer: Identifier
  package var selection: ClipboardSelection
  /// Nil for the display's own.
  package var seat: String?
  /// File managers are to move the files.
  package var cut: Bool

  package init(
    offer: Identifier, selection: ClipboardSelection = .clipboard, seat: String? = nil,
    cut: Bool = false
  ) {
    self.offer = offer
    self.selection = selection
    self.seat = seat
    self.cut = cut
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    self.init(offer: try reader.offer())
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = CopyKey(rawValue: name) else { return }
      switch key {
      case .selection: selection = try value.word(name)
      case .seat: seat = try value.text(name, atMost: Lengths.name)
      case .cut: cut = try value.flag()
      }
    }
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.copy)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try writer.appendDictionary { entries throws(BusError) in
        if selection != .clipboard {
          try entries.entry(CopyKey.selection.rawValue, selection.rawValue)
        }
        try entries.entry(CopyKey.seat.rawValue, ifThere: seat)
        if cut { try entries.entry(CopyKey.cut.rawValue, true) }
      }
    }
    return message
  }
}
