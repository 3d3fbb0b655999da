/// An item as the broker has it: what the source said, and how much of its use is left.
struct OfferedItem: Hashable, Sendable {
  let attributes: ItemAttributes
  /// In the source's order, each of another type.
  private(set) var representations: [OfferedRepresentation]
  private(set) var use = Use()
  /// Somebody has it for good: it is only here so that the others keep their index.
  private(set) var hasMovedAway = false

  /// How often the item was accepted, where the offer limits that.
  struct Use: Hashable, Sendable {
    /// Accepts whose transfers are still running; given back if they fail.
    var reserved: UInt32 = 0
    /// Accepts that came to a good end.
    var taken: UInt32 = 0
  }

  init(attributes: ItemAttributes, representations: [OfferedRepresentation]) {
    self.attributes = attributes
    self.representations = representations
  }

  init(
    attributes: ItemAttributes, representations: [OfferedRepresentation], taken: UInt32,
    hasMovedAway: Bool
  ) {
    self.init(attributes: attributes, representations: representations)
    use.taken = taken
    self.hasMovedAway = hasMovedAway
  }

  func isUsedUp(limit: UInt32) -> Bool { limit > 0 && use.taken >= limit }

  /// Whether nobody can get it any more.
  func isGone(limit: UInt32) -> Bool { hasMovedAway || isUsedUp(limit: limit) }

  /// Whether what was planned can still be had: the same held content, or a source to make it.
  func stillHas(_ part: PlannedPart, _ types: OfferedTypes) -> Bool {
    representations.contains { types[$0.number] == part.type && $0.held == part.route.held }
  }

  mutating func moveAway() { hasMovedAway = true }

  /// Whether every use that is left belongs to a running transfer.
  func isBusy(limit: UInt32) -> Bool { limit > 0 && use.taken + use.reserved >= limit }

  mutating func reserve() { use.reserved += 1 }
  mutating func giveBack() { use.reserved -= 1 }

  mutating func take() {
    use.reserved -= 1
    use.taken += 1
  }

  /// Takes away what cannot be had any more, and returns it.
  mutating func remove(
    where isGone: (OfferedRepresentation) -> Bool
  ) -> [OfferedRepresentation] {
    let gone = representations.filter(isGone)
    guard !gone.isEmpty else { return [] }
    representations.removeAll(where: isGone)
    return gone
  }
}

/// A representation whose type is known. The order of its parts lets them fit into 24 bytes.
struct OfferedRepresentation: Hashable, Sendable {
  let content: OfferedContent
  let visibility: Visibility
  /// Its type's, in the offer.
  let number: UInt32

  var held: HeldContent? {
    switch content {
    case .held(let content): content
    case .lazy: nil
    }
  }
}
