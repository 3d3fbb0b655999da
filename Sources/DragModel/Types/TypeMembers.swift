/// All types that count as one type: itself, its aliases, its subclasses and their aliases.
package struct TypeMembers: Equatable, Sendable {
  package private(set) var names: Set<String>
  /// Every `text/` type, known or not, counts as plain text, except known ones that are aliases of other types. For
  /// plain text these are the exceptions; nil for a type that includes no family.
  package private(set) var excludedTexts: Set<String>?

  package init(_ only: String) {
    names = [only]
  }

  func contains(_ essence: String) -> Bool {
    if names.contains(essence) { return true }
    guard let excludedTexts else { return false }
    return essence.hasPrefix("text/") && !excludedTexts.contains(essence)
  }

  /// The members of every type that has more than itself, by its canonical name.
  ///
  /// - Parameter known: every name that occurs in a relation.
  package static func all(
    known: some Sequence<String>, in hierarchy: some TypeHierarchy
  ) -> [String: TypeMembers] {
    var all: [String: TypeMembers] = [:]
    func members(of type: String, _ change: (inout TypeMembers) -> Void) {
      change(&all[type, default: TypeMembers(type)])
    }
    // A name that no database has.
    let everyText = hierarchy.kinds(of: "text/*")
    for type in everyText { members(of: type) { $0.excludedTexts = [] } }
    for name in known {
      let canonical = hierarchy.canonical(name)
      let types = [canonical] + hierarchy.kinds(of: canonical)
      for type in types { members(of: type) { _ = $0.names.insert(name) } }
      guard name.hasPrefix("text/") else { continue }
      for type in everyText where !types.contains(type) {
        members(of: type) { _ = $0.excludedTexts?.insert(name) }
      }
    }
    return all
  }
}
