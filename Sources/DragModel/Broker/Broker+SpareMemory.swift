// The memory of what was removed.

extension Broker {
  /// Frees the memory that is kept for entries which were removed. By itself a collection keeps the capacity for the
  /// most entries that it ever had.
  package mutating func freeSpareMemory() {
    offers.freeSpareMemory()
    transfers.freeSpareMemory()
    connections.freeSpareMemory()
    targets.freeSpareMemory()
    dropRequests.freeSpareMemory()
  }
}

extension Dictionary {
  /// Moves the entries to storage of their number if they take up less than a fourth of the capacity.
  mutating func freeSpareMemory() {
    guard capacity > Self.smallCapacity, count < capacity / 4 else { return }
    var moved = Dictionary(minimumCapacity: count)
    for (key, value) in self { moved[key] = value }
    self = moved
  }

  /// Not worth freeing.
  private static var smallCapacity: Int { 64 }
}
