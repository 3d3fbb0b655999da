import BoardModel

@testable import DragModel

extension FuzzTarget {
  /// MIME types and patterns. Of the texts, separated by NULs, the even ones are types on offer and the odd ones are
  /// preferred.
  static let types = FuzzTarget(
    "types",
    seeds: [
      "image/png|image/*|text/plain;charset=utf-8|*/*", "text/xml|application/xml",
      " A/b ; c=\"d\\\"e\" |x/y",
      "image/svg+xml|text/plain;charset=UTF-8|image/jpeg;a=b;c=d|image/jpg;A=b",
      "text/html|image/*;q=1",
    ],
    maxLength: 400, dictionary: MediaWords.all
  ) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    // A message has room for more; what takes longer for more is a matter of quotas.
    let texts = input.texts().prefix(32)
    var types: [MIMEType] = []
    var patterns: [String] = []
    for (index, text) in texts.enumerated() {
      let type = MIMEType(text)
      if let type { try check(type) }
      try check(pattern: text)
      if index % 2 == 1 {
        if TypePattern(text) != nil { patterns.append(text) }
      } else if let type {
        types.append(type)
      }
      // The board looks at every type.
      _ = type?.charset
    }
    try check(patterns, choosingAmong: types)
  }

  private static func check(_ type: MIMEType) throws(BrokenPromise) {
    let text = type.description
    try promise(MIMEType(text) == type, "“\(text)” is not what it serialises to")
    try promise(type.essence == "\(type.type)/\(type.subtype)", "“\(text)” has another essence")
    try promise(text.hasPrefix(type.essence), "“\(text)” does not begin with its essence")
    try promise(type.hasEssence(type.essence), "“\(text)” has not its own essence")
    try promise(type.hasType(type.type), "“\(text)” has not its own type")
    let names = type.parameters.map(\.name)
    try promise(Set(names).count == names.count, "“\(text)” has a parameter twice")
  }

  private static func check(pattern text: String) throws(BrokenPromise) {
    guard let pattern = TypePattern(text) else { return }
    let again = TypePattern(pattern.description)
    try promise(again == pattern, "“\(pattern)” is not the pattern that it serialises to")
  }

  /// The quick choice is that of one pattern after the other.
  private static func check(
    _ patterns: [String], choosingAmong types: [MIMEType]
  ) throws(BrokenPromise) {
    guard let preferences = try? TypePreferences(patterns) else {
      throw BrokenPromise(description: "patterns that are valid alone are not together")
    }
    let hierarchy = SmallHierarchy()
    let slow: Int? =
      preferences.isEmpty
      ? types.indices.first
      : patterns.lazy.compactMap { pattern in
        (try? TypePreferences([pattern]))?.choose(among: types, hierarchy: hierarchy)
      }.first
    let quick = preferences.choose(among: types, hierarchy: hierarchy)
    try promise(
      quick == slow, "\(patterns) choose \(quick as Int?) and not \(slow as Int?) among \(types)")
  }
}

/// A few relations, as shared-mime-info has them.
private struct SmallHierarchy: TypeHierarchy {
  private static let names = ["text/xml": "application/xml", "image/jpg": "image/jpeg"]
  private static let parents = [
    "image/svg+xml": ["application/xml", "text/plain", "application/octet-stream"],
    "application/xml": ["text/plain", "application/octet-stream"],
    "text/html": ["text/plain", "application/octet-stream"],
    "text/plain": ["application/octet-stream"],
  ]

  func canonical(_ essence: String) -> String { Self.names[essence] ?? essence }
  func ancestors(of essence: String) -> [String] { Self.parents[essence] ?? [] }
}

private enum MediaWords {
  static let all = [
    "text/plain", "text/html", "text/xml", "application/xml", "application/octet-stream",
    "image/svg+xml", "image/jpg", "image/jpeg", "image/*", "*/*", ";charset=utf-8", ";q=1", "=\"",
    "\\\"",
  ]
}
