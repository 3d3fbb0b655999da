/// Preferences, indexed to rank many types. Peers choose both the patterns and the types, and comparing all pairs
/// could stall the broker: for each type only the patterns are compared that name it, a type that it counts as, or
/// its family.
struct TypeMatcher {
  private let patterns: [TypePattern]
  private let hierarchy: any TypeHierarchy
  private var index: PatternIndex?
  /// Pairs of parameters that may still be compared.
  private var comparisonsLeft = 1 << 17

  init(_ preferences: TypePreferences, _ hierarchy: any TypeHierarchy) {
    patterns = preferences.patterns
    self.hierarchy = hierarchy
  }

  /// The index of the preferred type among `types`, which are in the source's order; nil if none matches. Without
  /// preferences it is the first.
  ///
  /// - Throws: QuotaExceeded, if patterns and types have far more parameters than any honest program needs.
  mutating func choose(among types: [MIMEType]) throws(Rejection) -> Int? {
    // Mostly a type has the best rank: then no other rank is needed.
    if let own = own(among: types) { return own }
    var best: (index: Int, rank: TypeRank)?
    for (index, type) in types.enumerated() {
      if let rank = try rank(of: type), best.map({ rank < $0.rank }) ?? true {
        best = (index, rank)
      }
    }
    return best?.index
  }

  /// The index of the best of `types` that the first pattern names itself; no other type has a better rank.
  private func own(among types: [MIMEType]) -> Int? {
    var own: Int?
    for (index, type) in types.enumerated() {
      switch ownFit(of: type) {
      case .exact: return index
      case .own where own == nil: own = index
      case .own, nil: break
      }
    }
    return own
  }

  /// How well the first pattern names a type itself. Without preferences every type fits exactly.
  func ownFit(of type: MIMEType) -> TypePattern.Fit? {
    guard let first = patterns.first else { return .exact }
    return first.fit(type)
  }

  /// Whether some pattern matches the type.
  ///
  /// - Throws: as `choose` does.
  mutating func matches(_ type: MIMEType) throws(Rejection) -> Bool {
    try rank(of: type) != nil
  }

  /// The rank of a type; nil if no pattern matches it.
  ///
  /// - Throws: as `choose` does.
  mutating func rank(of type: MIMEType) throws(Rejection) -> TypeRank? {
    guard !patterns.isEmpty else { return .best }
    if index == nil { index = PatternIndex(patterns, hierarchy) }
    let rank = index?.rank(of: type, hierarchy, &comparisonsLeft)
    guard comparisonsLeft >= 0 else {
      throw Rejection(
        .quotaExceeded,
        "\(patterns.count) patterns and the types on offer have too many parameters "
          + "to be compared: name fewer patterns that have some")
    }
    return rank
  }
}

/// The rank of a type: first the index of the pattern that matches, then how well it does.
struct TypeRank: Comparable {
  private let pattern: Int
  private let degree: Int

  static let best = TypeRank(pattern: 0, TypePattern.Fit.exact)

  init(pattern: Int, _ fit: TypePattern.Fit) {
    self.pattern = pattern
    degree = fit.rawValue
  }

  /// The rank of an alias, or of a subclass.
  init(pattern: Int, isAlias: Bool) {
    self.pattern = pattern
    degree = isAlias ? 2 : 3
  }

  /// Whether the first pattern names the type itself.
  var isOwn: Bool { pattern == 0 && degree <= TypePattern.Fit.own.rawValue }

  static func < (one: TypeRank, other: TypeRank) -> Bool {
    (one.pattern, one.degree) < (other.pattern, other.degree)
  }
}

/// Patterns by the types that they name, each list in the order of preference.
private struct PatternIndex {
  private let patterns: [TypePattern]
  private let parameters: [[MIMEType.Parameter]]
  /// By canonical essences.
  private var types: [String: [Int]] = [:]
  private var families: [String: [Int]] = [:]
  private var any: [Int] = []

  init(_ patterns: [TypePattern], _ hierarchy: some TypeHierarchy) {
    self.patterns = patterns
    parameters = patterns.map(\.parameters)
    for (index, pattern) in patterns.enumerated() {
      switch pattern.scope {
      case .one(let essence): types[hierarchy.canonical(essence), default: []].append(index)
      case .family(let type): families[type, default: []].append(index)
      case .any: any.append(index)
      }
    }
  }

  /// - Parameter comparisonsLeft: is reduced; below zero the result is not valid.
  func rank(
    of type: MIMEType, _ hierarchy: some TypeHierarchy, _ comparisonsLeft: inout Int
  ) -> TypeRank? {
    let present = type.parameters
    var best: Int?
    func compare(_ candidates: [Int]?) {
      let found = candidates?.first { index in
        guard index < best ?? .max, comparisonsLeft >= 0 else { return false }
        let wanted = parameters[index]
        comparisonsLeft -= wanted.count * (1 + present.count)
        return wanted.areAll(in: present)
      }
      if let found { best = found }
    }
    compare(any)
    if !families.isEmpty { compare(families[type.type]) }
    var canonical: String?
    if !types.isEmpty {
      let own = hierarchy.canonical(type.essence)
      canonical = own
      compare(types[own])
      for kind in hierarchy.kinds(of: own) { compare(types[kind]) }
    }
    guard let best else { return nil }
    if let fit = patterns[best].fit(type) { return TypeRank(pattern: best, fit) }
    let isAlias = canonical.flatMap { types[$0]?.contains(best) } ?? false
    return TypeRank(pattern: best, isAlias: isAlias)
  }
}
