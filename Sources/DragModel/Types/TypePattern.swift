/// Which types somebody would take: one (`image/png`), a family (`image/*`) or any (`*/*`), each
/// perhaps with parameters that must be there (`text/plain;charset=utf-8`).
///
/// The MIME standard allows `*` in a type's name; one that is really called `image/*` is the exact
/// match of that pattern.
package struct TypePattern: Hashable, Sendable {
  enum Scope: Hashable {
    case one(essence: String)
    case family(type: String)
    case any
  }

  let scope: Scope
  private let type: MIMEType
  private let essence: String
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
      scope = .one(essence: essence)
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

  /// The index of the best of `types`, which are in the source's order. The hierarchy is asked only
  /// when no type has the pattern's own name.
  func choose(among types: [MIMEType], hierarchy: some TypeHierarchy) -> Int? {
    own(among: types) ?? related(among: types, hierarchy)
  }

  /// The index of the best of `types` that have the pattern's own name.
  func own(among types: [MIMEType]) -> Int? {
    exact(among: types) ?? types.firstIndex { isOwn($0) && parametersMatch($0.parameters) }
  }

  private func isOwn(_ type: MIMEType) -> Bool {
    switch scope {
    case .any: true
    case .family(let family): type.hasType(family)
    case .one: type.hasEssence(essence)
    }
  }

  private func exact(among types: [MIMEType]) -> Int? {
    types.firstIndex { other in
      if other == type { return true }
      guard other.hasEssence(essence) else { return false }
      let present = other.parameters
      return present.count == parameters.count && parametersMatch(present)
    }
  }

  /// The first alias, else the first subclass.
  private func related(among types: [MIMEType], _ hierarchy: some TypeHierarchy) -> Int? {
    guard case .one = scope else { return nil }
    let wanted = hierarchy.canonical(essence)
    let canonical = types.map { type in
      parametersMatch(type.parameters) ? hierarchy.canonical(type.essence) : nil
    }
    return canonical.firstIndex { $0 == wanted }
      ?? canonical.firstIndex { $0.map { hierarchy.kinds(of: $0).contains(wanted) } ?? false }
  }

  var parameterCount: Int { parameters.count }

  /// Whether a type with the parameters `present` has all that the pattern states; names are in lower case already.
  func parametersMatch(_ present: [MIMEType.Parameter]) -> Bool {
    parameters.allSatisfy { wanted in
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
