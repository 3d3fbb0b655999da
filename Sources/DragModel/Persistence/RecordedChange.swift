/// A change of an offer that the state file records; see `Broker.keepsContent`.
package enum RecordedChange: Hashable, Sendable {
  /// A new offer: see `Broker.record(of:)`.
  case published(Identifier)
  /// Items were added from that index on. A complete offer is open.
  case grown(Identifier, from: Int, isComplete: Bool)
  /// How often the item has been used; at the offer's limit its content is removed.
  case used(Identifier, item: Int, count: UInt32)
  /// The item was moved away; its content is removed.
  case emptied(Identifier, item: Int)
  /// The source has left; the offer lingers until these moments.
  case left(Identifier, expires: UInt64, deadline: UInt64)
  case ended(Identifier)

  package var offer: Identifier {
    switch self {
    case .published(let id), .grown(let id, _, _), .used(let id, _, _), .emptied(let id, _),
      .left(let id, _, _), .ended(let id):
      id
    }
  }
}
