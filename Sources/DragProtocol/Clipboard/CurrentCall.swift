package import DBus
package import DragModel

/// A call of `Clipboard1.Current`.
package struct CurrentCall: Hashable, Sendable {
  package var selection: ClipboardSelection
  /// Nil for the display's own.
  package var seat: String?
  /// Types, best first: the reply shall have the bytes of one. `*/*` is the only type of a content that has one type.
  package var read: [MIMEType]?

  package init(
    selection: ClipboardSelection = .clipboard, seat: String? = nil, read: [MIMEType]? = nil
  ) {
    self.selection = selection
    self.seat = seat
    self.read = read
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    let selection: ClipboardSelection = try reader.word("selection")
    self = try CurrentCall(&reader)
    self.selection = selection
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.current)
    try message.write { writer throws(BusError) in
      try writer.append(selection.rawValue)
      try write(to: &writer)
    }
    return message
  }
}

/// The options, beside the selection.
extension CurrentCall: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of call: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("seat", &call.seat, .text(atMost: Lengths.name))
    try keys.optional("read", &call.read, .mimeTypes)
  }
}

/// The content of a selection: the reply of `Clipboard1.Current`.
package struct CurrentContent: Hashable, Sendable {
  package var offer: Identifier
  /// The names of the types as the display has them, best first.
  package var targets: [String]
  package var isSensitive: Bool
  /// The program that pastes is to move the files.
  package var isCut: Bool
  /// dragclip owns the selection.
  package var isOwn: Bool
  /// dragclip has read types ahead, so that they outlast the program that copied.
  package var isHeld: Bool
  /// The process that copied; nil while unknown.
  package var process: UInt32?
  package var serial: UInt64
  /// The offer's types, best first; nil while unknown.
  package var types: [MIMEType]?
  /// All bytes of a type that the call names, at most `Lengths.kept`; nil unless dragclip has them.
  package var data: [UInt8]?
  /// The type of `data`.
  package var dataType: MIMEType?
  /// The offer of what dragclip has read of a copied offer; nil unless it has read all of it.
  package var keptOffer: Identifier?

  package init(
    offer: Identifier, targets: [String] = [], isSensitive: Bool = false, isCut: Bool = false,
    isOwn: Bool = false, isHeld: Bool = false, process: UInt32? = nil, serial: UInt64 = 0,
    types: [MIMEType]? = nil, data: [UInt8]? = nil, dataType: MIMEType? = nil,
    keptOffer: Identifier? = nil
  ) {
    self.offer = offer
    self.targets = targets
    self.isSensitive = isSensitive
    self.isCut = isCut
    self.isOwn = isOwn
    self.isHeld = isHeld
    self.process = process
    self.serial = serial
    self.types = types
    self.data = data
    self.dataType = dataType
    self.keptOffer = keptOffer
  }

  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    let offer = try reader.offer()
    self = try CurrentContent(&reader)
    self.offer = offer
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try write(to: &writer)
    }
    return reply
  }
}

/// The details, beside the offer.
extension CurrentContent: KeyedDictionary {
  static var unstated: Self { Self(offer: Identifier(high: 0, middle: 0, low: 0)) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of content: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("targets", &content.targets, .texts)
    try keys.always("sensitive", &content.isSensitive, .flag)
    try keys.always("cut", &content.isCut, .flag)
    try keys.always("own", &content.isOwn, .flag)
    try keys.always("held", &content.isHeld, .flag)
    try keys.optional("process", &content.process, .number())
    try keys.always("serial", &content.serial, .number())
    try keys.optional("types", &content.types, .mimeTypes)
    try keys.optional("data", &content.data, .bytes(atMost: Lengths.kept))
    try keys.optional("data_type", &content.dataType, .mimeType)
    try keys.optional("kept", &content.keptOffer, .offer)
  }
}
