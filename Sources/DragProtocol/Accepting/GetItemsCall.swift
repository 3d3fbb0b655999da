package import DBus
package import DragModel

/// A call of `Offer1.GetItems`.
package struct GetItemsCall: Hashable, Sendable {
  /// So many items always fit into one reply.
  package static let page: UInt32 = 32

  package var first: UInt32
  /// 0 for all items from `first` on.
  package var count: UInt32

  package init(first: UInt32 = 0, count: UInt32 = 0) {
    self.first = first
    self.count = count
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    first = try reader.number()
    count = try reader.number()
  }

  package func message(to offer: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.offer, OfferMethod.getItems, at: .offer(offer))
    try message.write { writer throws(BusError) in
      try writer.append(first)
      try writer.append(count)
    }
    return message
  }
}
