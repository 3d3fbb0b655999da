/// What somebody prefers, made ready for questions about many types. Peers choose the patterns and the types, and all
/// pairs of them would take longer than a broker may be silent: for each type only those patterns are looked at that name
/// it, what it is too, or its family, and a type that comes again is not judged again.
struct TypeJudge {
  private let preferences: TypePreferences
  private let hierarchy: any TypeHierarchy
  private var index: PatternIndex?
  private var ranks: [MIMEType: Int?] = [:]
  /// Pairs of parameters that may still be compared.
  private var patience = 1 << 24

  /// Types whose judgement is kept: those that many items share come early.
  private static var mostKept: Int { 1_024 }

  init(_ preferences: TypePreferences, _ hierarchy: any TypeHierarchy) {
    self.preferences = preferences
    self.hierarchy = hierarchy
  }

  /// The index of the type to take among `types`, which are in the source's order; nil when none
  /// will do. Without preferences it is the first.
  ///
  /// - Throws: QuotaExceeded, where patterns and types have far more parameters than anybody needs.
  mutating func choose(among types: [MIMEType]) throws(Rejection) -> Int? {
    guard let first = preferences.patterns.first else { return types.isEmpty ? nil : 0 }
    // As a rule the best is there, and then there is nothing more to ask.
    if let own = first.own(among: types) { return own }
    var best: Int?
    for type in types {
      if let rank = try rank(of: type), rank < best ?? .max { best = rank }
    }
    guard let best else { return nil }
    return preferences.patterns[best].choose(among: types, hierarchy: hierarchy)
  }

  /// Whether something is chosen where a representation of that type is: no other decides about that.
  ///
  /// - Throws: as `choose` does.
  mutating func takes(_ type: MIMEType) throws(Rejection) -> Bool {
    if preferences.isEmpty { return true }
    return try rank(of: type) != nil
  }

  /// The first pattern that matches a type.
  private mutating func rank(of type: MIMEType) throws(Rejection) -> Int? {
    if let known = ranks[type] { return known }
    if index == nil { index = PatternIndex(preferences.patterns, hierarchy) }
    let rank = index?.first(matching: type, hierarchy, &patience)
    guard patience >= 0 else {
      throw Rejection(
        .quotaExceeded,
        "\(preferences.patterns.count) patterns and the types on offer have too many parameters "
          + "to be compared: name fewer patterns that have some")
    }
    if ranks.count < Self.mostKept { ranks[type] = .some(rank) }
    return rank
  }
}

/// Patterns by what they are about, each list in the order of preference.
private struct PatternIndex {
  private let patterns: [TypePattern]
  /// By their canonical names.
  private var types: [String: [Int]] = [:]
  private var families: [String: [Int]] = [:]
  private var any: [Int] = []

  init(_ patterns: [TypePattern], _ hierarchy: some TypeHierarchy) {
    self.patterns = patterns
    for (index, pattern) in patterns.enumerated() {
      switch pattern.scope {
      case .one(let essence): types[hierarchy.canonical(essence), default: []].append(index)
      case .family(let type): families[type, default: []].append(index)
      case .any: any.append(index)
      }
    }
  }

  /// - Parameter patience: gets less; below zero there is no answer.
  func first(
    matching type: MIMEType, _ hierarchy: some TypeHierarchy, _ patience: inout Int
  ) -> Int? {
    let parameters = type.parameters
    var best: Int?
    func look(at candidates: [Int]?) {
      let found = candidates?.first { index in
        guard index < best ?? .max, patience >= 0 else { return false }
        patience -= patterns[index].parameterCount * (1 + parameters.count)
        return patterns[index].parametersMatch(parameters)
      }
      if let found { best = found }
    }
    look(at: any)
    if !families.isEmpty { look(at: families[type.type]) }
    if !types.isEmpty {
      let canonical = hierarchy.canonical(type.essence)
      look(at: types[canonical])
      for kind in hierarchy.kinds(of: canonical) { look(at: types[kind]) }
    }
    return best
  }
}
