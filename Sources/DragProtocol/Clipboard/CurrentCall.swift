package import DBus
package import DragModel

/// A call of `Clipboard1.Current`.
package struct CurrentCall: Hashable, Sendable {
  package var selection: ClipboardSelection
  /// Nil for the display's own.
  package var seat: String?

  package init(selection: ClipboardSelection = .clipboard, seat: String? = nil) {
    self.selection = selection
    self.seat = seat
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    self.init(selection: try reader.word("selection"))
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = CurrentKey(rawValue: name) else { return }
      switch key {
      case .seat: seat = try value.text(name, atMost: Lengths.name)
      }
    }
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.current)
    try message.write { writer throws(BusError) in
      try writer.append(selection.rawValue)
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry(CurrentKey.seat.rawValue, ifThere: seat)
      }
    }
    return message
  }
}

/// What a selection has: the reply of `Clipboard1.Current`.
package struct CurrentContent: Hashable, Sendable {
  package var offer: Identifier
  /// The names of the types as the display has them, best first.
  package var targets: [String]
  package var isSensitive: Bool
  /// The program that pastes is to move the files.
  package var isCut: Bool
  /// dragclip owns the selection.
  package var isOwn: Bool
  /// Types were read ahead.
  package var isHeld: Bool
  /// The process that copied; nil while unknown.
  package var process: UInt32?
  package var serial: UInt64

  package init(
    offer: Identifier, targets: [String] = [], isSensitive: Bool = false, isCut: Bool = false,
    isOwn: Bool = false, isHeld: Bool = false, process: UInt32? = nil, serial: UInt64 = 0
  ) {
    self.offer = offer
    self.targets = targets
    self.isSensitive = isSensitive
    self.isCut = isCut
    self.isOwn = isOwn
    self.isHeld = isHeld
    self.process = process
    self.serial = serial
  }

  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    self.init(offer: try reader.offer())
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = CurrentDetailKey(rawValue: name) else { return }
      switch key {
      case .targets: targets = try value.texts()
      case .sensitive: isSensitive = try value.flag()
      case .cut: isCut = try value.flag()
      case .own: isOwn = try value.flag()
      case .held: isHeld = try value.flag()
      case .process: process = try value.number()
      case .serial: serial = try value.number()
      }
    }
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry(CurrentDetailKey.targets.rawValue, strings: targets)
        try entries.entry(CurrentDetailKey.sensitive.rawValue, isSensitive)
        try entries.entry(CurrentDetailKey.cut.rawValue, isCut)
        try entries.entry(CurrentDetailKey.own.rawValue, isOwn)
        try entries.entry(CurrentDetailKey.held.rawValue, isHeld)
        try entries.entry(CurrentDetailKey.process.rawValue, ifThere: process)
        try entries.entry(CurrentDetailKey.serial.rawValue, serial)
      }
    }
    return reply
  }
}
