internal import DBus
package import DragModel
package import DragProtocol

extension BrokerCall where Reply == [AcceptedPart] {
  package static func accept(
    _ offer: Identifier, _ call: AcceptCall
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try call.message(to: offer)
    } decode: { reply throws(Rejection) in
      try AcceptedPart.read(reply)
    }
  }
}

extension BrokerCall where Reply == [Item<ShownRepresentation>] {
  /// - Parameter count: 0 for all items from `first` on.
  package static func items(
    of offer: Identifier, first: UInt32 = 0, count: UInt32 = 0
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try GetItemsCall(first: first, count: count).message(to: offer)
    } decode: { reply throws(Rejection) in
      try ShownItems.read(reply)
    }
  }
}

extension BrokerCall where Reply == OfferProperties {
  package static func properties(of offer: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try OfferProperties.getAll(at: .offer(offer))
    } decode: { reply throws(Rejection) in
      try OfferProperties(reply)
    }
  }
}

extension BrokerCall where Reply == Void {
  package static func addItems(
    _ items: [SourceItem], to offer: Identifier, more: Bool
  ) throws(RequestError) -> BrokerCall {
    let sent = SentItems(items)
    return try BrokerCall { () throws(BusError) in
      try AddItemsCall(items: sent.items, more: more).message(
        to: offer, descriptors: sent.descriptors)
    }
  }

  package static func withdraw(_ offer: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall { () throws(BusError) in
      try .withdraw(offer)
    }
  }
}
