/// The recorded moves of one cookie.
struct CookieMoves: Sendable {
  var reserved: Set<Identifier> = []
  var committed: Set<Identifier> = []
  /// Committed moves whose item the source has not deleted.
  var undeleted = MoveQueue()

  var isEmpty: Bool { reserved.isEmpty && committed.isEmpty }
}

/// Moves in the order of their commits. Finding the oldest and removing any takes no search through all.
struct MoveQueue: Sendable {
  private var order: [Identifier] = []
  private var present: Set<Identifier> = []

  var count: Int { present.count }

  mutating func append(_ transfer: Identifier) {
    if present.insert(transfer).inserted { order.append(transfer) }
  }

  mutating func remove(_ transfer: Identifier) {
    guard present.remove(transfer) != nil else { return }
    // Removed entries take at most as much room as the remaining ones.
    if order.count > 2 * present.count { order.removeAll { !present.contains($0) } }
  }

  func oldest(_ count: Int) -> [Identifier] {
    Array(order.lazy.filter(present.contains).prefix(count))
  }
}
