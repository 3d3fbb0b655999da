package import DBus
package import DragModel

/// A call of `Broker1.Offer`.
package struct OfferCall: ItemsCall, Sendable {
  package var items: [Item<ReceivedContent>]
  package var options: OfferOptions

  package init(items: [Item<SentContent>], options: OfferOptions = OfferOptions()) {
    self.items = items
    self.options = options
  }

  package init(_ reader: ItemReader) throws(Rejection) {
    var rest = reader.rest
    items = reader.items
    options = try OfferOptions(&rest)
    try OfferRules.check(items, options)
  }

  /// The call, with the descriptors that its items name by their index.
  package func message(descriptors: [SharedDescriptor] = []) throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.offer, at: .root)
    try message.write { writer throws(BusError) in
      try writer.append(items: items, descriptors: descriptors)
      try options.write(to: &writer)
    }
    return message
  }
}
