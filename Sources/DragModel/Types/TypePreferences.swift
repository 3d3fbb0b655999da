/// The types that a destination accepts, best first. The first pattern that matches a type decides. Within a pattern
/// the order is: the exact type, the type with more parameters or any type that a wildcard matches, aliases,
/// subclasses. Among equals the source's order decides.
package struct TypePreferences: Hashable, Sendable {
  package private(set) var patterns: [TypePattern]

  /// - Throws: InvalidType, which names the first invalid pattern.
  package init(_ patterns: [String]) throws(Rejection) {
    self.patterns = []
    self.patterns.reserveCapacity(patterns.count)
    for text in patterns { append(try TypePattern(parsing: text)) }
  }

  mutating func append(_ pattern: TypePattern) { patterns.append(pattern) }

  /// Some of the patterns, as preferences of their own.
  func slice(from start: Int, count: Int) -> TypePreferences {
    TypePreferences(patterns: Array(patterns[start...].prefix(count)))
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

  /// The patterns as a message names them.
  var list: String { Self.list(patterns.prefix(Self.mostNamed), of: patterns.count) }

  /// - Parameters:
  ///   - first: the first patterns, at most `mostNamed`.
  ///   - count: how many there are: a caller may have sent a thousand, and would get all of them back.
  static func list(_ first: some Collection<TypePattern>, of count: Int) -> String {
    guard count > 0 else { return "*/*" }
    let named = first.map(\.description).joined(separator: ", ")
    let more = count - mostNamed
    return more > 0 ? "\(named) and \(more) more" : named
  }

  static let mostNamed = 16
}
