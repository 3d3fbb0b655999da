/// Which reads may begin: one at a time, for many owners serve only one requestor, and forget those that ask meanwhile.
///
/// A read that takes long, for its reader is slow or its owner is, lets the next one begin after a while.
struct ReadTurns<Read: Hashable> {
  private var waiting: [Read] = []
  /// Those that keep others from beginning.
  private var active: Set<Read> = []

  var isEmpty: Bool { waiting.isEmpty && active.isEmpty }

  /// Adds a read to those that wait.
  mutating func add(_ read: Read) {
    waiting.append(read)
  }

  /// The next read, if it may begin now.
  mutating func next() -> Read? {
    guard active.isEmpty, !waiting.isEmpty else { return nil }
    let read = waiting.removeFirst()
    active.insert(read)
    return read
  }

  /// The read has ended, or has had its time.
  mutating func end(_ read: Read) {
    active.remove(read)
    waiting.removeAll { $0 == read }
  }

  /// There is another owner: what the former one is busy with does not matter.
  mutating func ownerChanged() {
    active = []
  }
}
