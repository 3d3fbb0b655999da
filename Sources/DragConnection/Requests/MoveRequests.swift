internal import DBus
package import DragModel
internal import DragProtocol

extension BrokerCall where Reply == [UnacknowledgedMove] {
  /// Takes a cookie over: nothing that another connection began under it can commit any more. Gives
  /// what has moved away and has not been acknowledged.
  package static func unacknowledgedMoves(cookie: String) throws(DragError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try UnacknowledgedMovesCall(cookie: cookie).message()
    } decode: { reply throws(Rejection) in
      try UnacknowledgedMove.read(reply)
    }
  }
}

extension BrokerCall where Reply == [OpenMove] {
  /// What is not acknowledged, whoever's it is.
  package static func openMoves() throws(DragError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try OpenMove.get()
    } decode: { reply throws(Rejection) in
      try OpenMove.read(reply)
    }
  }
}

extension BrokerCall where Reply == Void {
  /// The user says that a source will not delete what a move took away.
  package static func settleMove(_ transfer: Identifier) throws(DragError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try MoveCall(.settleMove, transfer: transfer).message()
    } decode: { _ throws(Rejection) in
    }
  }

  /// The source has deleted what a move took away; the reply comes when that is durable.
  package static func acknowledgeMove(
    _ transfer: Identifier, cookie: String
  ) throws(DragError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try AcknowledgeMoveCall(transfer: transfer, cookie: cookie).message()
    } decode: { _ throws(Rejection) in
    }
  }

  /// The destination has the item for good, or has dropped it; the reply comes when that is durable.
  package static func acknowledgeOutcome(
    _ transfer: Identifier
  ) throws(DragError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try MoveCall(.acknowledgeOutcome, transfer: transfer).message()
    } decode: { _ throws(Rejection) in
    }
  }
}

extension BrokerCall where Reply == MoveOutcome {
  /// What became of a move; asking about one that is not finished aborts it.
  package static func outcome(of transfer: Identifier) throws(DragError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try MoveCall(.outcome, transfer: transfer).message()
    } decode: { reply throws(Rejection) in
      try MoveOutcome(reply)
    }
  }
}
