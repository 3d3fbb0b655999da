package import DBus
package import DragModel

/// A call of `Source1.Ended`: a transfer is over.
package struct EndedCall: Hashable, Sendable {
  package var offer: Identifier
  /// Nil for a copy that needed no transfer object.
  package var transfer: Identifier?
  package var item: UInt32
  /// Empty if the item has none.
  package var key: String
  /// Nil if it failed or was cancelled.
  package var operation: Operation?
  /// Why it failed or was cancelled.
  package var failure: BusError?
  package var bytes: UInt64

  /// The word for no operation.
  private static let none = "none"

  package init(
    offer: Identifier, transfer: Identifier?, item: UInt32, key: String, operation: Operation?,
    failure: BusError?, bytes: UInt64
  ) {
    self.offer = offer
    self.transfer = transfer
    self.item = item
    self.key = key
    self.operation = operation
    self.failure = failure
    self.bytes = bytes
  }

  package init(offer: Identifier, transfer: Identifier?, _ ended: Ended) {
    self.init(
      offer: offer, transfer: transfer, item: UInt32(clamping: ended.item), key: ended.key,
      operation: ended.operation, failure: ended.failure.map { BusError($0) },
      bytes: ended.bytes)
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    offer = try reader.offer()
    transfer = try reader.transferOrNowhere()
    item = try reader.number()
    key = try reader.text()
    var ahead = reader
    if try ahead.text() == Self.none {
      operation = nil
      reader = ahead
    } else {
      operation = try reader.word("operation", as: Operation.self)
    }
    let details = try EndedDetails(&reader, isFromBroker: true)
    bytes = details.bytes
    failure = details.error.map { BusError(name: $0, message: details.message ?? "") }
  }

  package func message(to source: SourceObject) throws(BusError) -> Message {
    let message = try Message.call(source, .ended)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer.offerPath)
      try writer.appendPath(transfer?.transferPath ?? ObjectPath.nowhere)
      try writer.append(item)
      try writer.append(key)
      try writer.append(operation?.rawValue ?? Self.none)
      try EndedDetails(error: failure?.name, message: failure?.message, bytes: bytes)
        .write(to: &writer)
    }
    return message
  }
}

struct EndedDetails: KeyedDictionary {
  var error: String?
  var message: String?
  var bytes: UInt64

  static var unstated: Self { Self(bytes: 0) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of details: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("error", &details.error, .text())
    try keys.optional("message", &details.message, .text())
    try keys.required("bytes", &details.bytes, .number())
  }
}

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
