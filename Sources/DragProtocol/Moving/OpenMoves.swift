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
      var move = OpenMove(
        transfer: try fields.transferID(), key: "", source: "", destination: "", accepted: 0,
        isDeleted: false, isSettled: false)
      try fields.dictionary { key, value throws(Rejection) in
        guard let key = OpenMoveKey(rawValue: key) else { return }
        switch key {
        case .key: move.key = try value.text()
        case .sourceAppID: move.source = try value.text()
        case .destinationAppID: move.destination = try value.text()
        case .accepted: move.accepted = try value.number()
        case .sourceAcknowledged: move.isDeleted = try value.flag()
        case .destinationAcknowledged: move.isSettled = try value.flag()
        }
      }
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
            try fields.appendDictionary { entries throws(BusError) in
              try entries.entry(OpenMoveKey.key.rawValue, move.key)
              try entries.entry(OpenMoveKey.sourceAppID.rawValue, move.source)
              try entries.entry(OpenMoveKey.destinationAppID.rawValue, move.destination)
              if move.accepted > 0 {
                try entries.entry(OpenMoveKey.accepted.rawValue, move.accepted)
              }
              try entries.entry(OpenMoveKey.sourceAcknowledged.rawValue, move.isDeleted)
              try entries.entry(OpenMoveKey.destinationAcknowledged.rawValue, move.isSettled)
            }
          }
        }
      }
    }
    return reply
  }
}

/// A call of `Broker1.SettleMove`.
package struct SettleMoveCall: Hashable, Sendable {
  package var transfer: Identifier

  package init(transfer: Identifier) {
    self.transfer = transfer
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    transfer = try reader.transferID()
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.settleMove, at: .root)
    try message.write { writer throws(BusError) in try writer.append(transfer.description) }
    return message
  }
}
