/// A request for several targets at once: ICCCM section 2.6.2, MULTIPLE.
///
/// The requestor is told once, when each of them is in its property, has been announced or refused.
struct MultipleRequest {
  struct Pair: Equatable {
    var target: Atom
    /// 0 when it was refused.
    var property: Atom
  }

  /// Of pairs; what follows them does not count.
  static let limit = 256

  private(set) var pairs: [Pair]
  private var open: Set<Int>

  /// From the property's words; what stands alone at the end does not count.
  init(_ words: [UInt32]) {
    pairs = stride(from: 0, to: min(words.count, 2 * Self.limit) - 1, by: 2).map {
      Pair(target: words[$0], property: words[$0 + 1])
    }
    open = Set(pairs.indices)
  }

  var isComplete: Bool { open.isEmpty }

  /// For the requestor's property.
  var words: [UInt32] { pairs.flatMap { [$0.target, $0.property] } }

  mutating func served(_ index: Int) {
    open.remove(index)
  }

  mutating func refused(_ index: Int) {
    guard open.remove(index) != nil else { return }
    pairs[index].property = 0
  }
}
