package import DBus
package import DragModel

// The interface of `dragboard shelf`, between dragctl and dragboard. It is no part of the contract in `dbus`.

extension BusName {
  /// The well-known name that the one shelf of a session owns.
  package static let shelf = "org.dragd.Shelf1"
}

extension ObjectPath {
  /// The path of the shelf's object.
  package static let shelfText = "/org/dragd/Shelf1"
}

/// The methods of `org.dragd.Shelf1`.
package enum ShelfMethod: String, CaseIterable, Hashable, Sendable {
  /// Shows the window above others.
  case show = "Show"
  /// Shows an offer's items; replies when their tiles are gone.
  case add = "Add"

  package static let interface = "org.dragd.Shelf1"
}

/// A call of `Shelf1.Show`.
package struct ShowShelfCall: Hashable, Sendable {
  /// The token of xdg-activation, with which the window comes to the front on Wayland; nil without one.
  package var activationToken: String?

  package init(activationToken: String? = nil) {
    self.activationToken = activationToken
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    self = try ShowShelfCall(&reader)
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ShelfMethod.show)
    try message.write { writer throws(BusError) in try write(to: &writer) }
    return message
  }
}

extension ShowShelfCall: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of call: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("activation-token", &call.activationToken, .text(atMost: Lengths.name))
  }
}

/// A call of `Shelf1.Add`.
package struct AddToShelfCall: Hashable, Sendable {
  package var offer: Identifier
  /// Whether the first completed drag of one of the tiles removes all of them.
  package var endsAfterDrag: Bool
  package var activationToken: String?

  package init(offer: Identifier, endsAfterDrag: Bool = false, activationToken: String? = nil) {
    self.offer = offer
    self.endsAfterDrag = endsAfterDrag
    self.activationToken = activationToken
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    let offer = try reader.offer()
    self = try AddToShelfCall(&reader)
    self.offer = offer
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ShelfMethod.add)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try write(to: &writer)
    }
    return message
  }

  /// The reply: whether a tile was dragged.
  package static func reply(to call: Message, wasDragged: Bool) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in try writer.append(wasDragged) }
    return reply
  }

  package static func wasDragged(_ reply: Message) throws(Rejection) -> Bool {
    var reader = reply.read()
    return try reader.reading { reader throws(DecodingFailure) in try reader.bool() }
  }
}

extension AddToShelfCall: KeyedDictionary {
  static var unstated: Self { Self(offer: Identifier(high: 0, middle: 0, low: 0)) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of call: inout Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("ends-after-drag", &call.endsAfterDrag, unstated.endsAfterDrag, .flag)
    try keys.optional("activation-token", &call.activationToken, .text(atMost: Lengths.name))
  }
}

extension Message {
  /// A call of a method of the shelf's.
  static func call(_ method: ShelfMethod) throws(BusError) -> Message {
    try call(
      to: BusName.shelf, path: ObjectPath.shelfText, interface: ShelfMethod.interface,
      member: method.rawValue)
  }
}
