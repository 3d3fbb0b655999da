/// The ended transfers about which dragd still answers calls, in the order of their ends.
struct EndedTransfers: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let transfer: Identifier
    let forgottenAt: UInt64
  }

  /// Microseconds until an ended transfer is forgotten.
  static let lifetime: UInt64 = 60_000_000

  private var queue: [Entry] = []
  private var head = 0

  var count: Int { queue.count - head }

  /// The moment at which the oldest is forgotten.
  var earliest: UInt64? { head < queue.count ? queue[head].forgottenAt : nil }

  mutating func add(_ transfer: Identifier, at boottime: UInt64) {
    queue.append(Entry(transfer: transfer, forgottenAt: boottime.addingSaturated(Self.lifetime)))
  }

  /// Removes and returns the oldest if its time has come or there are more than `limit`.
  mutating func popDue(at boottime: UInt64, limit: UInt64) -> Identifier? {
    guard head < queue.count else { return nil }
    let entry = queue[head]
    guard entry.forgottenAt <= boottime || UInt64(count) > limit else { return nil }
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
