package import DBus
package import DragModel

/// A call of `Offer1.AddItems`.
package struct AddItemsCall: ItemsCall, Sendable {
  package var items: [Item<ReceivedContent>]
  /// Whether another call follows.
  package var more: Bool

  package init(items: [Item<SentContent>], more: Bool = false) {
    self.items = items
    self.more = more
  }

  /// `OfferRules` then holds the items to the offer's options.
  package init(_ reader: ItemReader) throws(Rejection) {
    var rest = reader.rest
    items = reader.items
    more = try AddItemsOptions(&rest).more
  }

  /// The call, with the descriptors that its items name by their index.
  package func message(
    to offer: Identifier, descriptors: [SharedDescriptor] = []
  ) throws(BusError) -> Message {
    let message = try Message.call(.offer, OfferMethod.addItems, at: .offer(offer))
    try message.write { writer throws(BusError) in
      try writer.append(items: items, descriptors: descriptors)
      try AddItemsOptions(more: more).write(to: &writer)
    }
    return message
  }
}

struct AddItemsOptions: KeyedDictionary {
  var more = false

  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("more", &options.more, unstated.more, .flag)
  }
}
