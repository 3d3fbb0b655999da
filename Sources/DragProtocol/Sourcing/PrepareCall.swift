package import DBus
package import DragModel

/// A call of `Source1.Prepare`: a move is about to commit.
package struct PrepareCall: Hashable, Sendable {
  package var offer: Identifier
  package var transfer: Identifier
  package var item: UInt32
  package var key: String

  package init(offer: Identifier, transfer: Identifier, item: UInt32, key: String) {
    self.offer = offer
    self.transfer = transfer
    self.item = item
    self.key = key
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    offer = try reader.offer()
    transfer = try reader.transfer()
    item = try reader.number()
    key = try reader.text()
  }

  package func message(to source: SourceObject) throws(BusError) -> Message {
    let message = try Message.call(source, .prepare)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try writer.appendPath(transfer.transferPath)
      try writer.append(item)
      try writer.append(key)
    }
    return message
  }
}
