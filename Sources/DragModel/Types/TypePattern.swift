/// A pattern of types: one type (`image/png`), a family (`image/*`) or any type (`*/*`), each with or without
/// parameters that a type must have (`text/plain;charset=utf-8`).
///
/// The MIME standard allows `*` in the name of a type: a type with the name `image/*` matches that pattern exactly.
///
/// It stores only its type, because drop targets have very many patterns, and reads everything else from it.
package struct TypePattern: Hashable, Sendable {
  enum Scope: Hashable {
    case one(essence: String)
    case family(type: String)
    case any
  }

  /// How well a pattern names a type itself, best first.
  enum Fit: Int {
    case exact
    /// The type has more parameters, or a wildcard matches it.
    case own
  }

  private enum Breadth: UInt8 {
    case one
    case family
    case any
  }

  private let type: MIMEType
  private let breadth: Breadth

  /// Nil for an invalid MIME type, for `*/png`, and for a wildcard with a weight (`image/*;q=1`).
  package init?(_ text: String) {
    guard let pattern = try? TypePattern(parsing: text) else { return nil }
    self = pattern
  }

  /// - Throws: InvalidType, which names `text` and says what would be right.
  init(parsing text: String) throws(Rejection) {
    guard let type = MIMEType(text) else {
      throw Rejection(
        .invalidType,
        "“\(text)” is not a MIME type: write one such as “image/png”, a family such as "
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
    // As a parameter it would match nothing: its writer expects the weights of HTTP's Accept.
    guard !parameters.contains(where: { $0.name == "q" }) else {
      throw Rejection(
        .invalidType,
        "“\(text)” has a weight: list the patterns best first instead, without “q”")
    }
  }

  /// The essence of a text that names one type and serialises to itself, as nearly every pattern does. Nil for any
  /// other text, which has to be parsed. This makes no `String` of the whole text.
  static func essence(of text: Span<UInt8>) -> String? {
    guard let end = MIMEType.endOfSerialisedEssence(text) else { return nil }
    let essence = text.extracting(..<end)
    for index in essence.indices where essence[index] == UInt8(ascii: "*") { return nil }
    return String(checked: essence)
  }

  var scope: Scope {
    switch breadth {
    case .one: .one(essence: type.essence)
    case .family: .family(type: type.type)
    case .any: .any
    }
  }

  /// In their order, each name once.
  var parameters: [MIMEType.Parameter] { type.parameters }

  /// How well the pattern names a type itself; nil if it does not, or if the type lacks parameters. This needs no
  /// type hierarchy.
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
  /// Whether `present` has each of them. All names are in lower case.
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
  /// The name of a charset ignores case; other values do not.
  fileprivate var isCharset: Bool { name == "charset" }

  /// A form of the parameter that equals another's exactly if both match.
  var folded: MIMEType.Parameter {
    guard isCharset, value.utf8.contains(where: \.isCapital) else { return self }
    return MIMEType.Parameter(
      name: name, value: String(decoding: value.utf8.map(\.lowercasedASCII), as: UTF8.self))
  }
}

extension TypePattern: CustomStringConvertible {
  package var description: String { type.description }
}
