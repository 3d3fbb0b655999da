/// What somebody prefers among the representations of an offer: a type is judged once, however many of them have it.
struct OfferMatcher {
  private enum Judgement {
    case missing
    /// Not the first pattern's own name; anything else is open.
    case notOwn
    case ranked(TypeRank?)
  }

  private let types: OfferedTypes
  private var matcher: TypeMatcher
  /// By the types' numbers.
  private var judgements: [Judgement]

  init(_ preferences: TypePreferences, _ hierarchy: any TypeHierarchy, _ types: OfferedTypes) {
    self.types = types
    matcher = TypeMatcher(preferences, hierarchy)
    judgements = Array(repeating: .missing, count: types.all.count)
  }

  /// The index of the representation to take, of those that count; nil when none will do.
  ///
  /// - Throws: QuotaExceeded, as `TypeMatcher` does.
  mutating func choose(
    among representations: [OfferedRepresentation], where counts: (OfferedRepresentation) -> Bool
  ) throws(Rejection) -> Int? {
    // As a rule the best is there, and then there is nothing more to ask.
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

  /// Whether a representation is chosen where it is alone.
  mutating func takes(_ representation: OfferedRepresentation) throws(Rejection) -> Bool {
    try rank(representation.number) != nil
  }

  /// Where a type has the first pattern's own name, its rank: no other is better than such ones.
  private mutating func ownRank(_ number: UInt32) -> TypeRank? {
    switch judgements[Int(number)] {
    case .notOwn: return nil
    case .ranked(let rank): return rank?.isOwn == true ? rank : nil
    case .missing:
      let rank = matcher.ownFit(of: types[number]).map { TypeRank(pattern: 0, $0) }
      judgements[Int(number)] = rank.map { .ranked($0) } ?? .notOwn
      return rank
    }
  }

  private mutating func rank(_ number: UInt32) throws(Rejection) -> TypeRank? {
    if case .ranked(let known) = judgements[Int(number)] { return known }
    let rank = try matcher.rank(of: types[number])
    judgements[Int(number)] = .ranked(rank)
    return rank
  }
}
