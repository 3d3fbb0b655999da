internal import DBus
package import DragModel
internal import DragProtocol

extension BrokerCall where Reply == [UnacknowledgedMove] {
  /// Claims a cookie: from now on no move of another connection under it can commit. Returns moves that are committed
  /// and not acknowledged.
  package static func unacknowledgedMoves(cookie: String) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try UnacknowledgedMovesCall(cookie: cookie).message()
    } decode: { reply throws(Rejection) in
      try UnacknowledgedMove.read(reply)
    }
  }
}

extension BrokerCall where Reply == [OpenMove] {
  /// The moves of all clients that are not acknowledged.
  package static func openMoves() throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try OpenMove.get()
    } decode: { reply throws(Rejection) in
      try OpenMove.read(reply)
    }
  }
}

extension BrokerCall where Reply == Void {
  /// States, for the user, that a source will not delete the item of a move.
  ///
  /// - Parameter move: the id that OpenMoves lists.
  package static func settleMove(_ move: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try MoveCall(.settleMove, transfer: move).message()
    }
  }

  /// States that the source has deleted the item; the reply comes when that is durable.
  package static func acknowledgeMove(
    _ transfer: Identifier, cookie: String
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try AcknowledgeMoveCall(transfer: transfer, cookie: cookie).message()
    }
  }

  /// States that the destination has the item for good, or has discarded it; the reply comes when that is durable.
  package static func acknowledgeOutcome(
    _ transfer: Identifier
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try MoveCall(.acknowledgeOutcome, transfer: transfer).message()
    }
  }
}

extension BrokerCall where Reply == MoveOutcome {
  /// The outcome of a move; asking for an unfinished move aborts it.
  package static func outcome(of transfer: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try MoveCall(.outcome, transfer: transfer).message()
    } decode: { reply throws(Rejection) in
      try MoveOutcome(reply)
    }
  }
}
