/// Which types somebody would take: one (`image/png`), a family (`image/*`) or any (`*/*`), each
/// perhaps with parameters that must be there (`text/plain;charset=utf-8`).
///
/// The MIME standard allows `*` in a type's name; one that is really called `image/*` is the exact
/// match of that pattern.
///
/// Held as its type alone, because drop targets have very many patterns: what else there is to know is read out of it.
package struct TypePattern: Hashable, Sendable {
  enum Scope: Hashable {
    case one(essence: String)
    case family(type: String)
    case any
  }

  /// How well a type with the pattern's own name fits, best first.
  enum Fit: Int {
    case exact
    /// With more parameters, or by a wildcard.
    case own
  }

  private enum Breadth: UInt8 {
    case one
    case family
    case any
  }

  private let type: MIMEType
  private let breadth: Breadth

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
    switch (type.hasType("*"), type.hasSubtype("*")) {
    case (true, true):
      breadth = .any
    case (false, true):
      breadth = .family
    case (false, false):
      breadth = .one
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

  var scope: Scope {
    switch breadth {
    case .one: .one(essence: type.essence)
    case .family: .family(type: type.type)
    case .any: .any
    }
  }

  /// In order, every name once.
  var parameters: [MIMEType.Parameter] { type.parameters }

  /// How well a type of the pattern's own name fits; nil for any other, and where parameters are missing. No type
  /// hierarchy is needed to tell.
  func fit(_ other: MIMEType) -> Fit? {
    if other == type { return .exact }
    let hasEssence = other.hasSameEssence(as: type)
    switch breadth {
    case .any: break
    case .family: guard other.hasSameType(as: type) else { return nil }
    case .one: guard hasEssence else { return nil }
    }
    guard type.hasParameters else { return hasEssence && !other.hasParameters ? .exact : .own }
    let (wanted, present) = (parameters, other.parameters)
    guard wanted.areAll(in: present) else { return nil }
    return hasEssence && present.count == wanted.count ? .exact : .own
  }
}

extension [MIMEType.Parameter] {
  /// Whether each of them is also in `present`; names are in lower case already.
  func areAll(in present: [MIMEType.Parameter]) -> Bool {
    allSatisfy { wanted in
      present.contains { $0.name == wanted.name && Self.valuesMatch($0, wanted) }
    }
  }

  private static func valuesMatch(_ one: MIMEType.Parameter, _ other: MIMEType.Parameter) -> Bool {
    guard one.isCharset else { return one.value == other.value }
    return one.value.utf8.lazy.map(\.lowercasedASCII)
      .elementsEqual(other.value.utf8.lazy.map(\.lowercasedASCII))
  }
}

extension MIMEType.Parameter {
  /// A charset's name is the same in any case; other values are as they are.
  fileprivate var isCharset: Bool { name == "charset" }

  /// The parameter as it is compared: equal to another exactly where they match.
  var folded: MIMEType.Parameter {
    guard isCharset, value.utf8.contains(where: \.isCapital) else { return self }
    return MIMEType.Parameter(
      name: name, value: String(decoding: value.utf8.map(\.lowercasedASCII), as: UTF8.self))
  }
}

extension TypePattern: CustomStringConvertible {
  package var description: String { type.description }
}
