package import DragModel
internal import DragSystem

/// The desktop's MIME database (shared-mime-info).
///
/// It is read for the first question, and again after 5 s, the interval at which GIO checks for changes too. No
/// question needs a thread or a main loop of GLib.
package final class TypeDatabase: TypeHierarchy {
  private let lifetime: UInt64
  private var readSince: UInt64 = 0
  private var relations = TypeRelations()
  /// Computed from `relations` for the first search, as `knownRelated` is.
  private var members: [String: TypeMembers]?
  private var knownRelated: Set<String>?
  /// All types and the other names of them, read for the first question.
  private lazy var names = TypeRelations.names()

  /// - Parameter lifetime: microseconds until the database is read again.
  package init(lifetime: UInt64 = 5_000_000) {
    self.lifetime = lifetime
  }

  package func canonical(_ essence: String) -> String {
    reload()
    return relations.canonical(essence)
  }

  package func ancestors(of essence: String) -> [String] {
    reload()
    return relations.ancestors(of: essence)
  }

  package func members(of wanted: String) -> TypeMembers {
    reload()
    let all = members ?? TypeMembers.all(known: relations.known, in: relations)
    if members == nil { knownRelated = relations.known.union(all.keys) }
    members = all
    return all[wanted] ?? TypeMembers(wanted)
  }

  package var related: Set<String>? {
    reload()
    return knownRelated
  }

  /// Whether the desktop has the type, or another name of it.
  package func isKnown(_ essence: String) -> Bool { names.contains(essence) }

  /// The types that a file of this name has, by its ending alone; none for a name that tells nothing.
  package func types(ofName name: String) -> [String] { TypeRelations.types(ofName: name) }

  private func reload() {
    let now = Clock.monotonic
    guard readSince == 0 || now - readSince >= lifetime else { return }
    readSince = now
    if relations.reload() { (members, knownRelated) = (nil, nil) }
  }
}
