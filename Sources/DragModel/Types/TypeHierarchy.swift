/// What the desktop knows of how types relate (shared-mime-info). Types are given and returned as
/// essences: in lower case, without parameters.
package protocol TypeHierarchy {
  /// The type that `essence` is another name of, or `essence` itself.
  func canonical(_ essence: String) -> String

  /// Whether every content of type `essence` is one of type `ancestor` too, directly or through
  /// types between them. Both are canonical.
  func isSubclass(_ essence: String, of ancestor: String) -> Bool
}
