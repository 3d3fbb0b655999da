/// What the desktop knows of how types relate (shared-mime-info). Types are given and returned as
/// essences: in lower case, without parameters.
package protocol TypeHierarchy {
  /// The type that `essence` is another name of, or `essence` itself.
  func canonical(_ essence: String) -> String

  /// The types that every content of type `essence` is of too, directly or through types between
  /// them. All are canonical, `essence` as well; each is there once, `essence` itself is not.
  func ancestors(of essence: String) -> [String]

  /// The types whose content is of the type `wanted` too, which is canonical.
  func members(of wanted: String) -> TypeMembers
}

extension TypeHierarchy {
  /// The ancestors that count: the contract leaves out that everything is an octet-stream.
  func kinds(of essence: String) -> [String] {
    ancestors(of: essence).filter { !MIMEType.octetStream.hasEssence($0) }
  }

  /// Without a table of types each is its own only member.
  package func members(of wanted: String) -> TypeMembers { TypeMembers(wanted) }
}

/// Types of which nothing is known but their names.
package struct PlainTypes: TypeHierarchy {
  package init() {}
  package func canonical(_ essence: String) -> String { essence }
  package func ancestors(of essence: String) -> [String] { [] }
}
