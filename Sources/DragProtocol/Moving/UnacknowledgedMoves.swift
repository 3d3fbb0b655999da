package import DBus
package import DragModel

/// A call of `Broker1.UnacknowledgedMoves`.
package struct UnacknowledgedMovesCall: Hashable, Sendable {
  package var cookie: String

  package init(cookie: String) {
    self.cookie = cookie
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    cookie = try reader.cookie()
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.unacknowledgedMoves, at: .root)
    try message.write { writer throws(BusError) in try writer.append(cookie) }
    return message
  }
}

extension UnacknowledgedMove {
  /// Reads the reply of UnacknowledgedMoves.
  package static func read(_ reply: Message) throws(Rejection) -> [UnacknowledgedMove] {
    var reader = reply.read()
    var moves: [UnacknowledgedMove] = []
    try reader.array { element throws(Rejection) in
      var fields = try element.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      let transfer = try fields.transferID()
      moves.append(UnacknowledgedMove(transfer: transfer, key: try fields.text()))
    }
    return moves
  }

  /// The reply to a call of UnacknowledgedMoves.
  package static func reply(
    to call: some Answerable, _ moves: [UnacknowledgedMove]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: "(ss)") { array throws(BusError) in
        for move in moves {
          try array.appendStructure { fields throws(BusError) in
            try fields.append(move.transfer.description)
            try fields.append(move.key)
          }
        }
      }
    }
    return reply
  }
}
