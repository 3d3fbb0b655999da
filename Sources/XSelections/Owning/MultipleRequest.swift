/// A request for several targets at once: ICCCM section 2.6.2, MULTIPLE.
///
/// The requestor gets one notice, once each target is in its property, is announced or is refused.
struct MultipleRequest {
  struct Pair: Equatable {
    var target: Atom
    /// 0 if it was refused.
    var property: Atom
  }

  /// The most pairs of a request; further ones are ignored.
  static let limit = 256

  private(set) var pairs: [Pair]
  private var open: Set<Int>

  /// From the property's words; a single word at the end is ignored.
  init(_ words: [UInt32]) {
    pairs = stride(from: 0, to: min(words.count, 2 * Self.limit) - 1, by: 2).map {
      Pair(target: words[$0], property: words[$0 + 1])
    }
    open = Set(pairs.indices)
  }

  var isComplete: Bool { open.isEmpty }

  /// The new value of the requestor's property.
  var words: [UInt32] { pairs.flatMap { [$0.target, $0.property] } }

  mutating func served(_ index: Int) {
    open.remove(index)
  }

  mutating func refused(_ index: Int) {
    guard open.remove(index) != nil else { return }
    pairs[index].property = 0
  }
}
