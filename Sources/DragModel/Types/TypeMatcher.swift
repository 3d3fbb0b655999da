/// What somebody prefers, made ready for questions about many types. Peers choose the patterns and the types, and all
/// pairs of them would take longer than a broker may be silent: for each type only those patterns are looked at that name
/// it, what it is too, or its family.
struct TypeMatcher {
  private let patterns: [TypePattern]
  private let hierarchy: any TypeHierarchy
  private var index: PatternIndex?
  /// Pairs of parameters that may still be compared.
  private var patience = 1 << 17

  init(_ preferences: TypePreferences, _ hierarchy: any TypeHierarchy) {
    patterns = preferences.patterns
    self.hierarchy = hierarchy
  }

  /// The index of the type to take among `types`, which are in the source's order; nil when none
  /// will do. Without preferences it is the first.
  ///
  /// - Throws: QuotaExceeded, where patterns and types have far more parameters than anybody needs.
  mutating func choose(among types: [MIMEType]) throws(Rejection) -> Int? {
    // As a rule the best is there, and then there is nothing more to ask.
    if let own = own(among: types) { return own }
    var best: (index: Int, rank: TypeRank)?
    for (index, type) in types.enumerated() {
      if let rank = try rank(of: type), best.map({ rank < $0.rank }) ?? true {
        best = (index, rank)
      }
    }
    return best?.index
  }

  /// The index of the best of `types` that have the first pattern's own name: nothing is better.
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

  /// How well a type has the first pattern's own name. Without preferences every type does.
  func ownFit(of type: MIMEType) -> TypePattern.Fit? {
    guard let first = patterns.first else { return .exact }
    return first.fit(type)
  }

  /// Whether something is chosen where a representation of that type is: no other decides about that.
  ///
  /// - Throws: as `choose` does.
  mutating func takes(_ type: MIMEType) throws(Rejection) -> Bool {
    try rank(of: type) != nil
  }

  /// How much a type is preferred; nil where it will not do.
  ///
  /// - Throws: as `choose` does.
  mutating func rank(of type: MIMEType) throws(Rejection) -> TypeRank? {
    guard !patterns.isEmpty else { return .best }
    if index == nil { index = PatternIndex(patterns, hierarchy) }
    let rank = index?.rank(of: type, hierarchy, &patience)
    guard patience >= 0 else {
      throw Rejection(
        .quotaExceeded,
        "\(patterns.count) patterns and the types on offer have too many parameters "
          + "to be compared: name fewer patterns that have some")
    }
    return rank
  }
}

/// The place of a type among all that somebody would take: the first pattern that matches decides, then how it does.
struct TypeRank: Comparable {
  private let pattern: Int
  private let degree: Int

  static let best = TypeRank(pattern: 0, TypePattern.Fit.exact)

  init(pattern: Int, _ fit: TypePattern.Fit) {
    self.pattern = pattern
    degree = fit.rawValue
  }

  /// Of an alias, or else a subclass.
  init(pattern: Int, isAlias: Bool) {
    self.pattern = pattern
    degree = isAlias ? 2 : 3
  }

  /// Whether the first pattern has the type's own name.
  var isOwn: Bool { pattern == 0 && degree <= TypePattern.Fit.own.rawValue }

  static func < (one: TypeRank, other: TypeRank) -> Bool {
    (one.pattern, one.degree) < (other.pattern, other.degree)
  }
}

/// Patterns by what they are about, each list in the order of preference.
private struct PatternIndex {
  private let patterns: [TypePattern]
  private let parameters: [[MIMEType.Parameter]]
  /// By their canonical names.
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

  /// - Parameter patience: gets less; below zero there is no answer.
  func rank(
    of type: MIMEType, _ hierarchy: some TypeHierarchy, _ patience: inout Int
  ) -> TypeRank? {
    let present = type.parameters
    var best: Int?
    func look(at candidates: [Int]?) {
      let found = candidates?.first { index in
        guard index < best ?? .max, patience >= 0 else { return false }
        let wanted = parameters[index]
        patience -= wanted.count * (1 + present.count)
        return wanted.areAll(in: present)
      }
      if let found { best = found }
    }
    look(at: any)
    if !families.isEmpty { look(at: families[type.type]) }
    var canonical: String?
    if !types.isEmpty {
      let own = hierarchy.canonical(type.essence)
      canonical = own
      look(at: types[own])
      for kind in hierarchy.kinds(of: own) { look(at: types[kind]) }
    }
    guard let best else { return nil }
    if let fit = patterns[best].fit(type) { return TypeRank(pattern: best, fit) }
    let isAlias = canonical.flatMap { types[$0]?.contains(best) } ?? false
    return TypeRank(pattern: best, isAlias: isAlias)
  }
}
