/// The name of an entry of the history, which it keeps until it leaves the history: five consonants, so that it looks
/// like no number and like no word.
package struct EntryID: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private static let letters = Array("bcdfghjklmnpqrstvwxz")
  private static let length = 5

  /// Nil for any other text.
  package init?(_ text: String) {
    guard text.count == Self.length, text.allSatisfy(Self.letters.contains) else { return nil }
    description = text
  }

  /// Every number has an id; of three million that follow each other each has another one.
  init(_ number: UInt64) {
    var (rest, text) = (number, "")
    for _ in 0..<Self.length {
      text.append(Self.letters[Int(rest % UInt64(Self.letters.count))])
      rest /= UInt64(Self.letters.count)
    }
    description = text
  }
}

/// Makes ids that do not follow from each other, so that an old one is hardly ever a new entry's.
struct EntryNaming: Hashable, Sendable {
  private var state: UInt64

  init(_ seed: some Sequence<UInt8>) {
    // FNV-1a.
    state = seed.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// An id that is not among these.
  mutating func next(_ isUsed: (EntryID) -> Bool) -> EntryID {
    while true {
      // SplitMix64 (Steele, Lea, Flood 2014).
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      let id = EntryID(mixed ^ mixed >> 31)
      if !isUsed(id) { return id }
    }
  }
}
