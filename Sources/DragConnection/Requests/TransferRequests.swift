internal import DBus
package import DragModel
package import DragProtocol

extension BrokerCall where Reply == Void {
  /// - Parameter reason: the message for the other party.
  package static func cancel(
    _ transfer: Identifier, reason: String
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try CancelCall(reason: reason).message(to: transfer)
    }
  }
}

extension BrokerCall where Reply == FinishResult {
  /// States that the destination has the item and keeps it. Perform it without a time-out.
  package static func finish(_ transfer: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try .finish(transfer)
    } decode: { reply throws(Rejection) in
      try FinishResult(reply)
    }
  }
}

extension BrokerCall where Reply == SharedDescriptor {
  /// The file of a representation that Accept only promised. Perform it without a time-out.
  package static func receive(
    _ type: MIMEType, of transfer: Identifier
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try ReceiveCall(type: type).message(to: transfer)
    } decode: { reply throws(Rejection) in
      SharedDescriptor(try ReceivedFile(reply).releaseDescriptor())
    }
  }
}

extension BrokerCall where Reply == TransferProperties {
  package static func properties(
    ofTransfer transfer: Identifier
  ) throws(RequestError) -> BrokerCall<TransferProperties> {
    try BrokerCall { () throws(BusError) in
      try TransferProperties.getAll(at: .transfer(transfer))
    } decode: { reply throws(Rejection) in
      try TransferProperties(reply)
    }
  }
}
