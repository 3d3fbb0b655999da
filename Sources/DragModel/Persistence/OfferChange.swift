/// What has to be written down so that offers outlive the broker; see `Broker.keepsContent`.
package enum OfferChange: Hashable, Sendable {
  /// All of it is new: see `Broker.record(of:)`.
  case published(Identifier)
  /// Items were added, from that index on; if it was the last time, the offer is open now.
  case grown(Identifier, from: Int, isComplete: Bool)
  /// How often the item has been taken; at the offer's limit its content is gone.
  case used(Identifier, item: Int, taken: UInt32)
  /// The item's content is gone for good: the item has moved away.
  case emptied(Identifier, item: Int)
  /// The source has left, and what lingers ends at these moments.
  case left(Identifier, expires: UInt64, deadline: UInt64)
  case over(Identifier)

  package var offer: Identifier {
    switch self {
    case .published(let id), .grown(let id, _, _), .used(let id, _, _), .emptied(let id, _),
      .left(let id, _, _), .over(let id):
      id
    }
  }
}
