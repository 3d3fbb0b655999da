package import DBus
package import DragModel

/// A call of `Broker1.Find`.
package struct FindCall: Hashable, Sendable {
  /// Patterns of types; empty for any.
  package var types: [String]

  package init(types: [String] = []) {
    self.types = types
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    types = try reader.patterns("types")
  }

  /// A reader of the patterns, for who serves other calls between them.
  package static func patterns(of message: Message) throws(Rejection) -> PatternReader {
    var reader = message.read()
    return try PatternReader(&reader, "types")
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.find, at: .root)
    try message.write { writer throws(BusError) in
      try writer.appendStrings(types)
      try writer.appendDictionary { _ throws(BusError) in }
    }
    return message
  }
}

extension Message {
  /// A call of `Offer1.Withdraw`.
  package static func withdraw(_ offer: Identifier) throws(BusError) -> Message {
    try call(.offer, OfferMethod.withdraw, at: .offer(offer))
  }
}
