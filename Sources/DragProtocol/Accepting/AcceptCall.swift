package import DBus
package import DragModel

/// A call of `Offer1.Accept`.
package struct AcceptCall: Hashable, Sendable {
  /// Indexes of items; empty for every item.
  package var items: [UInt32]
  /// Patterns of types, best first; empty for the source's first.
  package var types: [String]
  package var options: AcceptOptions
  /// Keys that this dragd does not know, and ignores.
  package private(set) var unknownKeys = UnknownKeys()

  package init(
    items: [UInt32] = [], types: [String] = [], options: AcceptOptions = AcceptOptions()
  ) {
    self.items = items
    self.types = types
    self.options = options
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    items = try reader.indexes("items")
    types = try reader.patterns("types")
    options = try CheckedOptions(&reader, after: &unknownKeys).options
  }

  package func message(to offer: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.offer, OfferMethod.accept, at: .offer(offer))
    try message.write { writer throws(BusError) in
      try writer.appendIndexes(items)
      try writer.appendStrings(types)
      try options.write(to: &writer)
    }
    return message
  }
}

extension AcceptOptions: KeyedDictionary {
  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self
  ) throws(Visitor.Failure) {
    try visit(&keys, of: &options)
  }
}
