/// The relations between types in the desktop's database (shared-mime-info). Types are essences: in lower case,
/// without parameters.
package protocol TypeHierarchy {
  /// The type of which `essence` is an alias, or `essence` itself.
  func canonical(_ essence: String) -> String

  /// The types of which `essence`, which is canonical, is a direct or indirect subclass. All are canonical, each
  /// occurs once, and `essence` itself does not occur.
  func ancestors(of essence: String) -> [String]

  /// The types that count as the type `wanted`, which is canonical.
  func members(of wanted: String) -> TypeMembers

  /// The types as which others count, and all names in relations: any other type is canonical, and only itself counts
  /// as it. Nil if this is not known.
  var related: Set<String>? { get }
}

extension TypeHierarchy {
  /// The ancestors without octet-stream: in the contract not every type counts as one.
  func kinds(of essence: String) -> [String] {
    ancestors(of: essence).filter { !MIMEType.octetStream.hasEssence($0) }
  }

  /// Without a database each type counts only as itself.
  package func members(of wanted: String) -> TypeMembers { TypeMembers(wanted) }

  package var related: Set<String>? { nil }
}

/// Types of which nothing is known but their names.
package struct PlainTypes: TypeHierarchy {
  package init() {}
  package func canonical(_ essence: String) -> String { essence }
  package func ancestors(of essence: String) -> [String] { [] }
}
