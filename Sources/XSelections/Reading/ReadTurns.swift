/// Decides which read of a selection may start. Many owners serve one requestor at a time and drop requests that arrive
/// meanwhile, so the next read starts when the present one ends, or after a time limit if that one is slow.
struct ReadTurns<Read: Hashable> {
  private var waiting: [Read] = []
  /// Reads that keep others from starting.
  private var active: Set<Read> = []

  var isEmpty: Bool { waiting.isEmpty && active.isEmpty }

  /// Adds a read to the waiting ones.
  mutating func add(_ read: Read) {
    waiting.append(read)
  }

  /// The next read, if it may start now.
  mutating func next() -> Read? {
    guard active.isEmpty, !waiting.isEmpty else { return nil }
    let read = waiting.removeFirst()
    active.insert(read)
    return read
  }

  /// The read has ended, or has reached the time limit.
  mutating func end(_ read: Read) {
    active.remove(read)
    waiting.removeAll { $0 == read }
  }

  /// The selection has another owner, which reads of the former one do not delay.
  mutating func ownerChanged() {
    active = []
  }
}
