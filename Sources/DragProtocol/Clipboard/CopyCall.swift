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
  /// The offer was made for this copy alone, and dragclip withdraws it afterwards.
  package var withdraw: Bool
  /// dragclip adds the content that the offer holds to the history.
  package var remember: Bool
  /// An earlier offer: dragclip copies only while the selection shows that one, or has lost it because dragd ended.
  package var replaces: Identifier?

  package init(
    offer: Identifier, selection: ClipboardSelection = .clipboard, seat: String? = nil,
    cut: Bool = false, withdraw: Bool = false, remember: Bool = false,
    replaces: Identifier? = nil
  ) {
    self.offer = offer
    self.selection = selection
    self.seat = seat
    self.cut = cut
    self.withdraw = withdraw
    self.remember = remember
    self.replaces = replaces
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    let offer = try reader.offer()
    self = try CopyCall(&reader)
    self.offer = offer
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.copy)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try write(to: &writer)
    }
    return message
  }
}

/// The options, beside the offer.
extension CopyCall: KeyedDictionary {
  static var unstated: Self { Self(offer: Identifier(high: 0, middle: 0, low: 0)) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of call: inout Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("selection", &call.selection, unstated.selection, .word())
    try keys.optional("seat", &call.seat, .text(atMost: Lengths.name))
    try keys.defaulted("cut", &call.cut, unstated.cut, .flag)
    try keys.defaulted("withdraw", &call.withdraw, unstated.withdraw, .flag)
    try keys.defaulted("remember", &call.remember, unstated.remember, .flag)
    try keys.optional("replaces", &call.replaces, .offer)
  }
}
