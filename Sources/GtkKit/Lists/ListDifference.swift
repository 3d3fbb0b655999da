/// How a list with one order of strings becomes one with another: a list view keeps the rows of the strings that stay,
/// and with them the part that it shows.
nonisolated struct ListSplice: Equatable {
  let start: Int
  var removed = 0
  var added: [String] = []
}

/// A part of both lists between two strings that stay.
private nonisolated struct Gap {
  let old: Range<Int>
  let new: Range<Int>

  var isEmpty: Bool { old.isEmpty && new.isEmpty }
}

nonisolated extension [String] {
  /// How many strings are the same at the beginning of two lists, and how many of the others at their ends.
  func countsOfCommon(with other: [String]) -> (first: Int, last: Int) {
    let most = Swift.min(count, other.count)
    var (first, last) = (0, 0)
    while first < most, self[first] == other[first] { first += 1 }
    while last < most - first, self[count - 1 - last] == other[other.count - 1 - last] { last += 1 }
    return (first, last)
  }

  /// Another list, without all strings after the first ones that are new to this list.
  func becoming(_ new: [String], adding most: Int) -> [String] {
    let (start, end) = countsOfCommon(with: new)
    let known = Set(self[start..<(count - end)])
    var left = most
    let between = new[start..<(new.count - end)].filter { string in
      if known.contains(string) { return true }
      left -= 1
      return left >= 0
    }
    return new[..<start] + between + new[(new.count - end)...]
  }
}

nonisolated extension [ListSplice] {
  /// With more changes one that replaces all between the first and the last is quicker.
  private static let most = 16

  /// The splices from `old` to `new`, one after the other. What has changed its place is removed before it is added
  /// again.
  init(from old: [String], to new: [String]) {
    let (start, end) = old.countsOfCommon(with: new)
    let whole = Gap(old: start..<(old.count - end), new: start..<(new.count - end))
    guard !whole.isEmpty else {
      self = []
      return
    }
    let gaps = Self.gaps(in: whole, old, new)
    guard gaps.count > 1, gaps.count <= Self.most else {
      self = [ListSplice(start: start, removed: whole.old.count, added: .init(new[whole.new]))]
      return
    }
    let removals = gaps.reversed().filter { !$0.old.isEmpty }
      .map { ListSplice(start: $0.old.lowerBound, removed: $0.old.count) }
    let additions = gaps.filter { !$0.new.isEmpty }
      .map { ListSplice(start: $0.new.lowerBound, added: .init(new[$0.new])) }
    self = removals + additions
  }

  /// The parts of both lists that change, so that as many strings as possible stay.
  private static func gaps(in whole: Gap, _ old: [String], _ new: [String]) -> [Gap] {
    let places = Dictionary(zip(old[whole.old], whole.old)) { first, _ in first }
    let common = whole.new.compactMap { index in places[new[index]].map { (old: $0, new: index) } }
    var (gaps, last) = ([Gap](), (old: whole.old.lowerBound, new: whole.new.lowerBound))
    for next in common.longestIncrease + [(old: whole.old.upperBound, new: whole.new.upperBound)] {
      let gap = Gap(old: last.old..<next.old, new: last.new..<next.new)
      if !gap.isEmpty { gaps.append(gap) }
      last = (next.old + 1, next.new + 1)
    }
    return gaps
  }
}

nonisolated extension [(old: Int, new: Int)] {
  /// The longest part of it, with gaps, whose old places increase. The new ones do already.
  fileprivate var longestIncrease: Self {
    /// For each length the index of the lowest place with which such a part can end, and for each the one before it.
    var (ends, before) = ([Int](), [Int?]())
    for (index, pair) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var (found, index) = (Self(), ends.last)
    while let place = index {
      found.append(self[place])
      index = before[place]
    }
    return found.reversed()
  }
}
