package import DBus
package import DragModel
package import DragSystem

/// A call of `Offer1.AddItems`.
package struct AddItemsCall: Sendable {
  package var items: [Item<ReceivedContent>]
  /// Whether another call follows.
  package var more: Bool

  package init(items: [Item<SentContent>], more: Bool = false) {
    self.items = items
    self.more = more
  }

  /// Reads a call, as `OfferCall` does. What the items have to have by the offer's options is for
  /// `OfferRules` to check.
  package init(
    _ message: Message, keep: (consuming OwnedFileDescriptor) -> Void
  ) throws(Rejection) {
    var reader = message.read()
    var itemReader = ItemReader()
    items = try itemReader.items(&reader, keep: keep)
    var more = false
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = AddItemsKey(rawValue: name) else { return }
      switch key {
      case .more: more = try value.flag()
      }
    }
    self.more = more
  }

  /// The call, with the descriptors that its items name by their index.
  package func message(
    to offer: Identifier, descriptors: [SharedDescriptor] = []
  ) throws(BusError) -> Message {
    let message = try Message.call(.offer, OfferMethod.addItems, at: .offer(offer))
    try message.write { writer throws(BusError) in
      try writer.append(items: items, descriptors: descriptors)
      try writer.appendDictionary { entries throws(BusError) in
        if more { try entries.entry(AddItemsKey.more.rawValue, true) }
      }
    }
    return message
  }
}
