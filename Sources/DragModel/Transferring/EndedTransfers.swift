/// The ended transfers about which dragd still answers calls, in the order of their ends.
struct EndedTransfers: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let transfer: Identifier
    let forgottenAt: UInt64
    /// How many transfers it counts as.
    let count: UInt64
  }

  /// Microseconds until an ended transfer is forgotten.
  static let lifetime: UInt64 = 60_000_000

  private var queue: [Entry] = []
  private var head = 0
  /// How many transfers all count as together.
  private var total: UInt64 = 0

  /// The moment at which the oldest is forgotten.
  var earliest: UInt64? { head < queue.count ? queue[head].forgottenAt : nil }

  /// - Parameter count: how many transfers it counts as, because of the memory that it takes.
  mutating func add(_ transfer: Identifier, counting count: UInt64, at boottime: UInt64) {
    let forgottenAt = boottime.addingSaturated(Self.lifetime)
    queue.append(Entry(transfer: transfer, forgottenAt: forgottenAt, count: count))
    total += count
  }

  /// Removes and returns the oldest if its time has come or all count as more than `limit`.
  mutating func popDue(at boottime: UInt64, limit: UInt64) -> Identifier? {
    guard head < queue.count else { return nil }
    let entry = queue[head]
    guard entry.forgottenAt <= boottime || total > limit else { return nil }
    total -= entry.count
    head += 1
    if head == queue.count {
      queue.removeAll(keepingCapacity: queue.capacity < 1_024)
      head = 0
    } else if head >= 1_024, head * 2 >= queue.count {
      queue.removeFirst(head)
      head = 0
    }
    return entry.transfer
  }
}
