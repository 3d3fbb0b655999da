/// What never changes of an offer. It is an object, because every question about an offer copies the offer, and all of
/// this has a dozen references to be counted.
final class OfferTerms: Hashable, Sendable {
  let id: Identifier
  let owner: Party
  let options: OfferOptions
  /// The moment of the real-time clock.
  let created: UInt64

  init(id: Identifier, owner: Party, options: OfferOptions, created: UInt64) {
    self.id = id
    self.owner = owner
    self.options = options
    self.created = created
  }

  static func == (one: OfferTerms, other: OfferTerms) -> Bool {
    one === other
      || one.id == other.id && one.owner == other.owner && one.options == other.options
        && one.created == other.created
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(owner)
    hasher.combine(options)
    hasher.combine(created)
  }
}
