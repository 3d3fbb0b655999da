/// The queue of transfers that have ended and are still answered for.
struct EndedTransfers: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let transfer: Identifier
    let forgottenAt: UInt64
  }

  /// How long an ended transfer is answered for, in microseconds.
  static let stay: UInt64 = 60_000_000

  private var queue: [Entry] = []
  private var head = 0

  var count: Int { queue.count - head }

  /// The moment at which the oldest is forgotten.
  var earliest: UInt64? { head < queue.count ? queue[head].forgottenAt : nil }

  mutating func add(_ transfer: Identifier, at elapsed: UInt64) {
    queue.append(Entry(transfer: transfer, forgottenAt: elapsed.addingSaturated(Self.stay)))
  }

  /// Takes out the oldest if its time has come or there are more than `limit`.
  mutating func popDue(at elapsed: UInt64, limit: UInt64) -> Identifier? {
    guard head < queue.count else { return nil }
    let entry = queue[head]
    guard entry.forgottenAt <= elapsed || UInt64(count) > limit else { return nil }
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
