internal import CGIO
package import DragModel

/// The desktop's MIME database (shared-mime-info).
///
/// Nothing is read before the first question, and nothing that is asked needs a thread or a main loop of GLib's. What is read
/// is used for 5 s, for as long as GIO does not look whether the database has changed.
package final class TypeDatabase: TypeHierarchy {
  private let lifetime: Int
  private var readSince = 0
  private var relations = TypeRelations()
  /// Of `relations`, found out when somebody searches.
  private var members: [String: TypeMembers]?

  /// - Parameter lifetime: how long what was read is used, in microseconds.
  package init(lifetime: Int = 5_000_000) {
    self.lifetime = lifetime
  }

  package func canonical(_ essence: String) -> String {
    readAgain()
    return relations.canonical(essence)
  }

  package func ancestors(of essence: String) -> [String] {
    readAgain()
    return relations.ancestors(of: essence)
  }

  package func members(of wanted: String) -> TypeMembers {
    readAgain()
    let all = members ?? TypeMembers.all(known: relations.known, in: relations)
    members = all
    return all[wanted] ?? TypeMembers(wanted)
  }

  private func readAgain() {
    let now = g_get_monotonic_time()
    guard readSince == 0 || now - readSince >= lifetime else { return }
    readSince = now
    let present = TypeRelations.load()
    guard present != relations else { return }
    relations = present
    members = nil
  }
}

/// Copies a string that GLib has allocated, and frees it.
func string(takingOver text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}
