/// What somebody prefers, for one question about many items: it asks the hierarchy about each type once, for a peer's
/// patterns and another's types are many, and their product is more than there is time for.
struct TypeJudge<Hierarchy: TypeHierarchy> {
  private let preferences: TypePreferences
  private let hierarchy: Hierarchy
  private var verdicts: [MIMEType: Bool] = [:]

  init(_ preferences: TypePreferences, _ hierarchy: Hierarchy) {
    self.preferences = preferences
    self.hierarchy = hierarchy
  }

  /// Whether something is chosen where a representation of that type is: no other decides about that.
  mutating func takes(_ type: MIMEType) -> Bool {
    if let verdict = verdicts[type] { return verdict }
    let verdict = preferences.choose(among: [type], hierarchy: hierarchy) != nil
    verdicts[type] = verdict
    return verdict
  }
}
