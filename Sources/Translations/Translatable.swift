/// A message that a program declares long before it shows it, such as a line of a help text. Only showing it translates
/// it.
package struct Translatable: Sendable {
  private let text: StaticString

  /// The message in the person's language.
  package var translated: String { Catalogue.shared.text(of: text) }

  /// The same; nil where it has no translation.
  package var translation: String? { Catalogue.shared.translation(of: text) }

  package var isEmpty: Bool { text.utf8CodeUnitCount == 0 }
}

extension Translatable: ExpressibleByStringLiteral {
  package init(stringLiteral text: StaticString) {
    self.text = text
  }
}
