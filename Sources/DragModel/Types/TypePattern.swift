/// Which types somebody would take: one (`image/png`), a family (`image/*`) or any (`*/*`), each
/// perhaps with parameters that must be there (`text/plain;charset=utf-8`).
///
/// The MIME standard allows `*` in a type's name; one that is really called `image/*` is the exact
/// match of that pattern.
package struct TypePattern: Hashable, Sendable {
  private enum Scope: Hashable {
    case one
    case family(type: String)
    case any
  }

  private let type: MIMEType
  private let essence: String
  private let scope: Scope
  private let parameters: [MIMEType.Parameter]

  /// Nil for what is no MIME type, for `*/png`, and for a wildcard with a weight (`image/*;q=1`).
  package init?(_ text: String) {
    guard let pattern = try? TypePattern(parsing: text) else { return nil }
    self = pattern
  }

  /// - Throws: InvalidType, naming `text` and what would be right.
  init(parsing text: String) throws(Rejection) {
    guard let type = MIMEType(text) else {
      throw Rejection(
        .invalidType,
        "“\(text)” is no MIME type: write one such as “image/png”, a family such as "
          + "“image/*”, or “*/*” for any")
    }
    self.type = type
    essence = type.essence
    parameters = type.parameters
    switch (type.hasType("*"), type.subtype == "*") {
    case (true, true):
      scope = .any
    case (false, true):
      scope = .family(type: type.type)
    case (false, false):
      scope = .one
      return
    case (true, false):
      throw Rejection(
        .invalidType,
        "“\(text)” has a wildcard before the slash only: write a family such as “image/*”, "
          + "or “*/*” for any")
    }
    // As a parameter it would match nothing; whoever writes it has HTTP's Accept in mind.
    guard !parameters.contains(where: { $0.name == "q" }) else {
      throw Rejection(
        .invalidType,
        "“\(text)” has a weight: list the patterns best first instead, without “q”")
    }
  }

  /// Whether it takes `type` at all.
  func matches(_ type: MIMEType, hierarchy: some TypeHierarchy) -> Bool {
    guard parametersMatch(type) else { return false }
    switch scope {
    case .any:
      return true
    case .family(let family):
      return type.hasType(family)
    case .one:
      if type.hasEssence(essence) { return true }
      let wanted = hierarchy.canonical(essence)
      let canonical = hierarchy.canonical(type.essence)
      return canonical == wanted || Self.isSubclass(canonical, of: wanted, hierarchy)
    }
  }

  /// The index of the best of `types`, which are in the source's order. The hierarchy is asked only
  /// when no type has the pattern's own name.
  func choose(among types: [MIMEType], hierarchy: some TypeHierarchy) -> Int? {
    switch scope {
    case .any:
      return exact(among: types) ?? types.firstIndex { parametersMatch($0) }
    case .family(let family):
      return exact(among: types)
        ?? types.firstIndex { $0.hasType(family) && parametersMatch($0) }
    case .one:
      return exact(among: types)
        ?? types.firstIndex { $0.hasEssence(essence) && parametersMatch($0) }
        ?? related(among: types, hierarchy)
    }
  }

  private func exact(among types: [MIMEType]) -> Int? {
    types.firstIndex {
      $0 == type
        || $0.hasEssence(essence) && parametersMatch($0)
          && $0.parameters.count == parameters.count
    }
  }

  /// The first alias, else the first subclass.
  private func related(among types: [MIMEType], _ hierarchy: some TypeHierarchy) -> Int? {
    let wanted = hierarchy.canonical(essence)
    let canonical = types.map { parametersMatch($0) ? hierarchy.canonical($0.essence) : nil }
    return canonical.firstIndex { $0 == wanted }
      ?? canonical.firstIndex { $0.map { Self.isSubclass($0, of: wanted, hierarchy) } ?? false }
  }

  /// The contract leaves out that everything is an octet-stream, so nothing is a subclass of it.
  private static func isSubclass(
    _ essence: String, of wanted: String, _ hierarchy: some TypeHierarchy
  ) -> Bool {
    !MIMEType.octetStream.hasEssence(wanted) && hierarchy.isSubclass(essence, of: wanted)
  }

  /// Whether `type` has all that the pattern states; names are in lower case already.
  private func parametersMatch(_ type: MIMEType) -> Bool {
    guard !parameters.isEmpty else { return true }
    let present = type.parameters
    return parameters.allSatisfy { wanted in
      present.contains { $0.name == wanted.name && Self.valuesMatch($0, wanted) }
    }
  }

  private static func valuesMatch(_ one: MIMEType.Parameter, _ other: MIMEType.Parameter) -> Bool {
    guard one.name == "charset" else { return one.value == other.value }
    return one.value.utf8.lazy.map(\.lowercasedASCII)
      .elementsEqual(other.value.utf8.lazy.map(\.lowercasedASCII))
  }
}

extension TypePattern: CustomStringConvertible {
  package var description: String { type.description }
}
