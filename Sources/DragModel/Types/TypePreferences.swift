/// The types that a destination accepts, best first. The first pattern that matches a type decides. Within a pattern
/// the order is: the exact type, the type with more parameters or any type that a wildcard matches, aliases,
/// subclasses. Among equals the source's order decides.
package struct TypePreferences: Hashable, Sendable {
  package let patterns: [TypePattern]

  /// - Throws: InvalidType, which names the first invalid pattern.
  package init(_ patterns: [String]) throws(Rejection) {
    var parsed: [TypePattern] = []
    parsed.reserveCapacity(patterns.count)
    for text in patterns {
      parsed.append(try TypePattern(parsing: text))
    }
    self.patterns = parsed
  }

  /// Some of the patterns, as preferences of their own.
  func slice(
    from start: Int, count: Int, where isIncluded: (TypePattern) -> Bool
  ) -> TypePreferences {
    TypePreferences(patterns: patterns[start...].prefix(count).filter(isIncluded))
  }

  private init(patterns: [TypePattern]) {
    self.patterns = patterns
  }

  /// No preference: the source's first type.
  package static let none = TypePreferences()

  private init() {
    patterns = []
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// The index of the preferred type among `types`, which are in the source's order. Nil if none matches or there are
  /// too many parameters. Without preferences it is the first.
  package func choose(among types: [MIMEType], hierarchy: any TypeHierarchy) -> Int? {
    var matcher = TypeMatcher(self, hierarchy)
    return (try? matcher.choose(among: types)) ?? nil
  }

  /// The patterns as a message names them. A caller may have sent a thousand, and would get all of them back.
  var list: String {
    guard !isEmpty else { return "*/*" }
    let named = patterns.prefix(Self.mostNamed).map(\.description).joined(separator: ", ")
    let more = patterns.count - Self.mostNamed
    return more > 0 ? "\(named) and \(more) more" : named
  }

  private static let mostNamed = 16
}
