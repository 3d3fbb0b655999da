package import DBus
package import DragModel

/// A call of `Source1.Released`: an offer is over.
package struct ReleasedCall: Hashable, Sendable {
  package var offer: Identifier
  package var reason: ReleaseReason

  package init(offer: Identifier, reason: ReleaseReason) {
    self.offer = offer
    self.reason = reason
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    offer = try reader.offer()
    reason = try reader.word("reason")
  }

  package func message(to source: SourceObject) throws(BusError) -> Message {
    let message = try Message.call(source, .released)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try writer.append(reason.rawValue)
    }
    return message
  }
}
