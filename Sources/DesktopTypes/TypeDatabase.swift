package import DragModel
internal import DragSystem
internal import Synchronization

/// The desktop's MIME database (shared-mime-info).
///
/// It is read for the first question, and again after 5 s, the interval at which GIO checks for changes too. No
/// question needs a thread or a main loop of GLib. It may be asked on any thread.
package final class TypeDatabase: TypeHierarchy, Sendable {
  /// That of the program, which reads the database once for all questions.
  package static let shared = TypeDatabase()

  private struct State {
    var readSince: UInt64 = 0
    var relations = TypeRelations()
    /// Computed from `relations` for the first search, as `knownRelated` is.
    var members: [String: TypeMembers]?
    var knownRelated: Set<String>?
    /// Read for the first question about a name.
    var names: TypeNames?
  }

  private let lifetime: UInt64
  private let state = Mutex(State())

  /// - Parameter lifetime: microseconds until the database is read again.
  package init(lifetime: UInt64 = 5_000_000) {
    self.lifetime = lifetime
  }

  package func canonical(_ essence: String) -> String {
    withState { $0.relations.canonical(essence) }
  }

  package func ancestors(of essence: String) -> [String] {
    withState { $0.relations.ancestors(of: essence) }
  }

  package func members(of wanted: String) -> TypeMembers {
    withState { state in
      let relations = state.relations
      let all = state.members ?? TypeMembers.all(known: relations.known, in: relations)
      if state.members == nil { state.knownRelated = relations.known.union(all.keys) }
      state.members = all
      return all[wanted] ?? TypeMembers(wanted)
    }
  }

  package var related: Set<String>? { withState { $0.knownRelated } }

  /// Whether the desktop has the type, or another name of it.
  package func isKnown(_ essence: String) -> Bool {
    withState { state in
      let names = state.names ?? TypeNames()
      state.names = names
      return names.contains(essence)
    }
  }

  /// The types that a file of this name has, by its ending alone; none for a name that tells nothing.
  package func types(ofName name: String) -> [String] { TypeRelations.types(ofName: name) }

  private func withState<Answer>(_ body: (inout State) -> Answer) -> Answer {
    state.withLock { state in
      let now = Clock.monotonic
      if state.readSince == 0 || now - state.readSince >= lifetime {
        state.readSince = now
        if state.relations.reload() { (state.members, state.knownRelated) = (nil, nil) }
        if state.names?.isStale == true { state.names = nil }
      }
      return body(&state)
    }
  }
}
