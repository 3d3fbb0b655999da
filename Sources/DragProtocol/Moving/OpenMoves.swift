package import DBus
package import DragModel

extension OpenMove {
  /// A call of `Broker1.OpenMoves`.
  package static func get() throws(BusError) -> Message {
    try Message.call(.broker, BrokerMethod.openMoves, at: .root)
  }

  /// Reads the reply of OpenMoves.
  package static func read(_ reply: Message) throws(Rejection) -> [OpenMove] {
    var reader = reply.read()
    var moves: [OpenMove] = []
    try reader.array { element throws(Rejection) in
      var fields = try element.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      let transfer = try fields.transferID()
      var move = try OpenMove(&fields, isFromBroker: true)
      move.transfer = transfer
      moves.append(move)
    }
    return moves
  }

  /// The reply to a call of OpenMoves.
  package static func reply(
    to call: some Answerable, _ moves: [OpenMove]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: "(sa{sv})") { array throws(BusError) in
        for move in moves {
          try array.appendStructure { fields throws(BusError) in
            try fields.append(move.transfer.description)
            try move.write(to: &fields)
          }
        }
      }
    }
    return reply
  }
}

/// The dictionary of a move in the reply.
extension OpenMove: KeyedDictionary {
  static var unstated: Self {
    Self(
      transfer: Identifier(high: 0, middle: 0, low: 0), key: "", source: "", destination: "",
      accepted: 0, isDeleted: false, isSettled: false)
  }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of move: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("key", &move.key, .text())
    try keys.always("source_app_id", &move.source, .text())
    try keys.always("destination_app_id", &move.destination, .text())
    try keys.defaulted("accepted", &move.accepted, unstated.accepted, .number(), .optional)
    try keys.always("source_acknowledged", &move.isDeleted, .flag)
    try keys.always("destination_acknowledged", &move.isSettled, .flag)
  }
}
