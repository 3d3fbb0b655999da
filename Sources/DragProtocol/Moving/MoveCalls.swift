package import DBus
package import DragModel

/// A call of a method of Broker1 that takes the id of a move and nothing else: that of its transfer, or for SettleMove
/// the one that OpenMoves lists.
package struct MoveCall: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    case outcome
    case acknowledgeOutcome
    case settleMove

    fileprivate var member: BrokerMethod {
      switch self {
      case .outcome: .outcome
      case .acknowledgeOutcome: .acknowledgeOutcome
      case .settleMove: .settleMove
      }
    }
  }

  package var method: Method
  package var transfer: Identifier

  package init(_ method: Method, transfer: Identifier) {
    self.method = method
    self.transfer = transfer
  }

  package init(_ method: Method, _ message: Message) throws(Rejection) {
    var reader = message.read()
    self.init(method, transfer: try reader.transferID())
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, method.member, at: .root)
    try message.write { writer throws(BusError) in try writer.append(transfer.description) }
    return message
  }
}

extension MoveOutcome {
  /// Reads the reply of Outcome.
  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    self = try reader.word("outcome")
  }

  /// The reply to a call of Outcome.
  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in try writer.append(rawValue) }
    return reply
  }
}

/// A call of `Broker1.AcknowledgeMove`.
package struct AcknowledgeMoveCall: Hashable, Sendable {
  package var transfer: Identifier
  package var cookie: String

  package init(transfer: Identifier, cookie: String) {
    self.transfer = transfer
    self.cookie = cookie
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    transfer = try reader.transferID()
    cookie = try reader.cookie()
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.acknowledgeMove, at: .root)
    try message.write { writer throws(BusError) in
      try writer.append(transfer.description)
      try writer.append(cookie)
    }
    return message
  }
}
