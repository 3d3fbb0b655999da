package import DBus
package import DragModel

/// A call of `Broker1.Offer`.
package struct OfferCall: ItemsCall, Sendable {
  package var items: [Item<ReceivedContent>]
  package var options: OfferOptions
  /// Keys that this dragd does not know, and ignores.
  package private(set) var unknownKeys = UnknownKeys()

  package init(items: [Item<SentContent>], options: OfferOptions = OfferOptions()) {
    self.items = items
    self.options = options
  }

  package init(_ reader: ItemReader) throws(Rejection) {
    var rest = reader.rest
    items = reader.items
    unknownKeys = reader.unknownKeys
    options = try CheckedOptions(&rest, after: &unknownKeys).options
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
