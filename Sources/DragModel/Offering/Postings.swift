/// The listed offers that share one property, such as an essence or a parameter: their numbers in ascending order, with
/// how often each offer has it. Removing an entry from the middle leaves a gap, so that no entry has to move. Gaps are
/// removed once there are more than eight and they make up more than half of the list.
struct Postings: Hashable, Sendable {
  private struct Entry: Hashable {
    let offer: UInt64
    var count: UInt32
  }

  /// The newest entry. Most lists have only one, which needs no array.
  private var last: Entry?
  /// The other entries, in ascending order.
  private var older: [Entry] = []
  private var gaps = 0

  var isEmpty: Bool { last == nil }
  var newest: UInt64? { last?.offer }
  /// The number of offers.
  var count: Int { last == nil ? 0 : 1 + older.count - gaps }

  /// - Parameter offer: no lower than any that was inserted before.
  mutating func insert(_ offer: UInt64) {
    if last?.offer == offer {
      last?.count += 1
    } else {
      if let last { older.append(last) }
      last = Entry(offer: offer, count: 1)
    }
  }

  mutating func remove(_ offer: UInt64) {
    if last?.offer == offer {
      last?.count -= 1
      if last?.count == 0 { last = newestOfOlder() }
      return
    }
    guard let index = index(of: offer), older[index].count > 0 else { return }
    older[index].count -= 1
    guard older[index].count == 0 else { return }
    gaps += 1
    if gaps > 8, gaps > older.count / 2 {
      older.removeAll { $0.count == 0 }
      gaps = 0
    }
  }

  private mutating func newestOfOlder() -> Entry? {
    while let entry = older.popLast() {
      if entry.count > 0 { return entry }
      gaps -= 1
    }
    return nil
  }

  private func index(of offer: UInt64) -> Int? {
    var (low, high) = (0, older.count)
    while low < high {
      let middle = (low + high) / 2
      if older[middle].offer < offer { low = middle + 1 } else { high = middle }
    }
    return low < older.count && older[low].offer == offer ? low : nil
  }

  /// Iterates over the offers, the newest first.
  struct NewestFirst {
    private let postings: Postings
    /// One more than the index of the next entry in `older`; `older.count + 1` while the next one is `last`.
    private var position: Int

    init(_ postings: Postings) {
      self.postings = postings
      position = postings.last == nil ? 0 : postings.older.count + 1
    }

    mutating func next() -> (offer: UInt64, count: UInt32)? {
      while let entry {
        position -= 1
        if entry.count > 0 { return (entry.offer, entry.count) }
      }
      return nil
    }

    /// How often an offer has it; each call must name an older offer than the one before.
    mutating func count(of offer: UInt64) -> UInt32 {
      while let entry, entry.offer > offer { position -= 1 }
      guard let entry, entry.offer == offer else { return 0 }
      return entry.count
    }

    private var entry: Entry? {
      guard position > 0 else { return nil }
      return position > postings.older.count ? postings.last : postings.older[position - 1]
    }
  }
}
