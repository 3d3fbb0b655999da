package import DBus
package import DragModel

extension OpenMove {
  /// A call of `Broker1.OpenMoves`.
  package static func get() throws(BusError) -> Message {
    try Message.call(.broker, BrokerMethod.openMoves, at: .root)
  }
}

extension OpenMove: ReplyElement {
  package static var signature: String { "(sa{sv})" }

  package init(fields: inout MessageReader) throws(Rejection) {
    let id = try fields.transferID()
    self = try OpenMove(&fields, isFromBroker: true)
    self.id = id
  }

  package func write(fields: inout MessageWriter) throws(BusError) {
    try fields.append(id.description)
    try write(to: &fields)
  }
}

/// The dictionary of a move in the reply.
extension OpenMove: KeyedDictionary {
  static var unstated: Self {
    Self(
      id: Identifier(high: 0, middle: 0, low: 0), key: "", source: "", destination: "",
      accepted: 0, isDeleted: false, isAcknowledged: false)
  }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of move: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("key", &move.key, .text())
    try keys.always("source_app_id", &move.source, .text())
    try keys.always("destination_app_id", &move.destination, .text())
    try keys.defaulted("accepted", &move.accepted, unstated.accepted, .number(), .optional)
    try keys.always("source_acknowledged", &move.isDeleted, .flag)
    try keys.always("destination_acknowledged", &move.isAcknowledged, .flag)
  }
}
