/// Preferences among the representations of one offer. It computes the rank of each type once, however many
/// representations have it.
struct OfferMatcher {
  private enum KnownRank {
    case unknown
    /// The first pattern does not name the type itself; its rank is not computed.
    case notOwn
    case ranked(TypeRank?)
  }

  private let types: OfferedTypes
  private var matcher: TypeMatcher
  /// By the numbers of the types.
  private var ranks: [KnownRank]

  init(_ preferences: TypePreferences, _ hierarchy: any TypeHierarchy, _ types: OfferedTypes) {
    self.types = types
    matcher = TypeMatcher(preferences, hierarchy)
    ranks = Array(repeating: .unknown, count: types.all.count)
  }

  /// The index of the preferred representation among those that `counts` selects; nil if none matches.
  ///
  /// - Throws: QuotaExceeded, as `TypeMatcher` does.
  mutating func choose(
    among representations: [OfferedRepresentation], where counts: (OfferedRepresentation) -> Bool
  ) throws(Rejection) -> Int? {
    // Mostly a representation has the best rank: then no other rank is needed.
    var best: (index: Int, rank: TypeRank)?
    for (index, representation) in representations.enumerated() where counts(representation) {
      guard let rank = ownRank(representation.number) else { continue }
      if rank == .best { return index }
      if best == nil { best = (index, rank) }
    }
    if let best { return best.index }
    for (index, representation) in representations.enumerated() where counts(representation) {
      guard let rank = try rank(representation.number) else { continue }
      if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
    }
    return best?.index
  }

  /// Whether `choose` would return the representation if it were the only one.
  mutating func matches(_ representation: OfferedRepresentation) throws(Rejection) -> Bool {
    try rank(representation.number) != nil
  }

  /// The rank of a type that the first pattern names itself; no other type has a better rank.
  private mutating func ownRank(_ number: UInt32) -> TypeRank? {
    switch ranks[Int(number)] {
    case .notOwn: return nil
    case .ranked(let rank): return rank?.isOwn == true ? rank : nil
    case .unknown:
      let rank = matcher.ownFit(of: types[number]).map { TypeRank(pattern: 0, $0) }
      ranks[Int(number)] = rank.map { .ranked($0) } ?? .notOwn
      return rank
    }
  }

  private mutating func rank(_ number: UInt32) throws(Rejection) -> TypeRank? {
    if case .ranked(let known) = ranks[Int(number)] { return known }
    let rank = try matcher.rank(of: types[number])
    ranks[Int(number)] = .ranked(rank)
    return rank
  }
}
