/// An item of an offer, and how often it was used.
struct OfferedItem: Hashable, Sendable {
  let attributes: ItemAttributes
  /// In the source's order, each of another type.
  private(set) var representations: [OfferedRepresentation]
  private(set) var use = Use()
  /// Whether it was moved away. It stays so that the other items keep their index.
  private(set) var hasMovedAway = false

  /// How often the item was accepted, if the offer limits its uses.
  struct Use: Hashable, Sendable {
    /// Accepts whose transfers run; released if they fail.
    var reserved: UInt32 = 0
    /// Accepts that succeeded.
    var count: UInt32 = 0
  }

  init(attributes: ItemAttributes, representations: [OfferedRepresentation]) {
    self.attributes = attributes
    self.representations = representations
  }

  init(
    attributes: ItemAttributes, representations: [OfferedRepresentation], useCount: UInt32,
    hasMovedAway: Bool
  ) {
    self.init(attributes: attributes, representations: representations)
    use.count = useCount
    self.hasMovedAway = hasMovedAway
  }

  /// The same, with its types numbered as another offer has them.
  func renumbered(_ numbers: [UInt32]) -> OfferedItem {
    OfferedItem(
      attributes: attributes,
      representations: representations.map {
        OfferedRepresentation(
          content: $0.content, visibility: $0.visibility, number: numbers[Int($0.number)])
      })
  }

  func isUsedUp(limit: UInt32) -> Bool { limit > 0 && use.count >= limit }

  /// Whether no Accept can get it any longer.
  func isGone(limit: UInt32) -> Bool { hasMovedAway || isUsedUp(limit: limit) }

  /// Whether a planned part is still on offer: the same held content, or a source that makes it.
  func stillHas(_ part: PlannedPart, _ types: OfferedTypes) -> Bool {
    representations.contains { types[$0.number] == part.type && $0.held == part.route.held }
  }

  mutating func markMoved() { hasMovedAway = true }

  /// Whether running transfers have reserved every use that is left.
  func isBusy(limit: UInt32) -> Bool { limit > 0 && use.count + use.reserved >= limit }

  mutating func reserveUse() { use.reserved += 1 }
  mutating func releaseUse() { use.reserved -= 1 }

  mutating func recordUse() {
    use.reserved -= 1
    use.count += 1
  }

  /// Removes representations and returns them.
  mutating func remove(
    where isGone: (OfferedRepresentation) -> Bool
  ) -> [OfferedRepresentation] {
    let gone = representations.filter(isGone)
    guard !gone.isEmpty else { return [] }
    representations.removeAll(where: isGone)
    return gone
  }
}

/// A representation of an offered item. In this order its properties fit into 24 bytes.
struct OfferedRepresentation: Hashable, Sendable {
  let content: OfferedContent
  let visibility: Visibility
  /// The number of its type in `OfferedTypes`.
  let number: UInt32

  var held: HeldContent? {
    switch content {
    case .held(let content): content
    case .lazy: nil
    }
  }

  /// Whether a caller may see it; what it may not see is left out as if it did not exist.
  func isVisible(to party: Party, of owner: Party) -> Bool {
    if party.peer == owner.peer { return true }
    switch visibility {
    case .all: return true
    case .app: return !owner.application.isEmpty && owner.application == party.application
    case .connection: return false
    }
  }
}
