internal import DBus
package import DragModel
package import DragProtocol

extension BrokerCall where Reply == Identifier {
  /// Publishes items; at most 16 of their contents may be files.
  package static func offer(
    _ items: [SourceItem], _ options: OfferOptions
  ) throws(RequestError) -> BrokerCall {
    let sent = SentItems(items)
    return try BrokerCall { () throws(BusError) in
      try OfferCall(items: sent.items, options: options).message(descriptors: sent.descriptors)
    } decode: { reply throws(Rejection) in
      try reply.readOffer()
    }
  }

  /// The newest listed offer that matches.
  ///
  /// - Parameter types: patterns, best first; empty for any.
  package static func find(_ types: [String]) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try FindCall(types: types).message()
    } decode: { reply throws(Rejection) in
      try reply.readOffer()
    }
  }
}

extension BrokerCall where Reply == [ListedOffer] {
  /// Every listed offer, in no order.
  package static func offers() throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try ManagedObjects.get()
    } decode: { reply throws(Rejection) in
      try ManagedObjects(reply).offers.map { ListedOffer(id: $0.id, properties: $0.properties) }
    }
  }
}

extension BrokerCall where Reply == BrokerProperties {
  package static func status() throws(RequestError) -> BrokerCall<BrokerProperties> {
    try BrokerCall { () throws(BusError) in
      try BrokerProperties.getAll(at: .root)
    } decode: { reply throws(Rejection) in
      try BrokerProperties(reply)
    }
  }
}

extension BrokerCall where Reply == Identity {
  /// What dragd knows of the program of a connection.
  ///
  /// - Parameter connection: its unique name.
  package static func identify(_ connection: String) throws(RequestError) -> BrokerCall<Identity> {
    try BrokerCall { () throws(BusError) in
      try IdentifyCall(connection: connection).message()
    } decode: { reply throws(Rejection) in
      try Identity(reply)
    }
  }
}

// Requests of `org.dragd.Shelf1`, which `dragboard shelf` answers. The bus starts it if its name has no owner.

extension BrokerCall where Reply == Void {
  /// Shows the shelf's window.
  package static func showShelf(_ call: ShowShelfCall) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try call.message()
    }
  }
}

extension BrokerCall where Reply == Bool {
  /// Shows an offer's items on the shelf; the reply comes when their tiles are gone, and tells whether one was dragged.
  package static func addToShelf(_ call: AddToShelfCall) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try call.message()
    } decode: { reply throws(Rejection) in
      try AddToShelfCall.wasDragged(reply)
    }
  }
}
