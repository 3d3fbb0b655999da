/// The moves of one cookie that are on record.
struct CookieMoves: Sendable {
  var begun: Set<Identifier> = []
  var committed: Set<Identifier> = []
  /// Those that the source has not deleted.
  var undeleted = MoveQueue()

  var isEmpty: Bool { begun.isEmpty && committed.isEmpty }
}

/// Moves in the order in which they came. The oldest are found, and any is removed, without a look at all.
struct MoveQueue: Sendable {
  private var order: [Identifier] = []
  private var present: Set<Identifier> = []

  var count: Int { present.count }

  mutating func append(_ transfer: Identifier) {
    if present.insert(transfer).inserted { order.append(transfer) }
  }

  mutating func remove(_ transfer: Identifier) {
    guard present.remove(transfer) != nil else { return }
    // What is gone takes no more room than what is there.
    if order.count > 2 * present.count { order.removeAll { !present.contains($0) } }
  }

  func oldest(_ count: Int) -> [Identifier] {
    Array(order.lazy.filter(present.contains).prefix(count))
  }
}
