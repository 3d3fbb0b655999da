/// What a destination would take, best first. The first pattern that matches anything decides;
/// within it come the exact type, the type with more parameters, aliases, subclasses and wildcards,
/// and among equals the source's order.
package struct TypePreferences: Hashable, Sendable {
  package let patterns: [TypePattern]

  /// - Throws: InvalidType, naming the first pattern that is none.
  package init(_ patterns: [String]) throws(Rejection) {
    var parsed: [TypePattern] = []
    parsed.reserveCapacity(patterns.count)
    for text in patterns {
      parsed.append(try TypePattern(parsing: text))
    }
    self.patterns = parsed
  }

  /// No preference: the source's first.
  package static let none = TypePreferences()

  private init() {
    patterns = []
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// The index of the type to take among `types`, which are in the source's order; nil when none
  /// will do, or there are too many parameters. Without preferences it is the first.
  package func choose(among types: [MIMEType], hierarchy: any TypeHierarchy) -> Int? {
    var matcher = TypeMatcher(self, hierarchy)
    return (try? matcher.choose(among: types)) ?? nil
  }
}
