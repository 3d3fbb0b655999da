/// Everything that counts as one type, the other way round than a `TypeHierarchy` is asked: its own name, its aliases, its
/// subclasses and their aliases.
package struct TypeMembers: Equatable, Sendable {
  package private(set) var names: Set<String>
  /// Every text is plain text too, known or not. These are the known texts that are not: other names of what is no text.
  /// Nil where it takes no family.
  package private(set) var textsBut: Set<String>?

  package init(_ only: String) {
    names = [only]
  }

  func contains(_ essence: String) -> Bool {
    if names.contains(essence) { return true }
    guard let textsBut else { return false }
    return essence.hasPrefix("text/") && !textsBut.contains(essence)
  }

  /// The members of every type that has others than itself, by its canonical name.
  ///
  /// - Parameter known: every name that a relation is known of.
  package static func all(
    known: some Sequence<String>, in hierarchy: some TypeHierarchy
  ) -> [String: TypeMembers] {
    var all: [String: TypeMembers] = [:]
    func members(of type: String, _ change: (inout TypeMembers) -> Void) {
      change(&all[type, default: TypeMembers(type)])
    }
    // No database knows a text of this name.
    let everyText = hierarchy.kinds(of: "text/*")
    for type in everyText { members(of: type) { $0.textsBut = [] } }
    for name in known {
      let canonical = hierarchy.canonical(name)
      let types = [canonical] + hierarchy.kinds(of: canonical)
      for type in types { members(of: type) { _ = $0.names.insert(name) } }
      guard name.hasPrefix("text/") else { continue }
      for type in everyText where !types.contains(type) {
        members(of: type) { _ = $0.textsBut?.insert(name) }
      }
    }
    return all
  }
}
