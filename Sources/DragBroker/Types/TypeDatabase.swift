internal import CGIO
internal import DragModel

/// The desktop's MIME database (shared-mime-info), as GIO reads it.
///
/// Nothing is read before the first question, and GIO needs no thread or main loop for any of them.
/// It looks every 5 s whether the database has changed; answers are kept for as long, because they
/// are asked for each offer that a search passes.
package final class TypeDatabase: TypeHierarchy {
  private struct Relation: Hashable {
    var essence: String
    var ancestor: String
  }

  private let lifetime: Int
  private var keptSince = 0
  private var spellings = TypeSpellings()
  private var canonicals: [String: String] = [:]
  private var relations: [Relation: Bool] = [:]

  /// Answers of each kind that are kept: peers choose the questions, so there is a limit.
  package static let answerLimit = 512

  /// - Parameter lifetime: how long answers are kept, in microseconds.
  package init(lifetime: Int = 5_000_000) {
    self.lifetime = lifetime
  }

  package func canonical(_ essence: String) -> String {
    forgetOldAnswers()
    if let answer = canonicals[essence] { return answer }
    let answer =
      take(g_content_type_from_mime_type(spellings.spelling(of: essence)))?.lowercased() ?? essence
    if canonicals.count >= Self.answerLimit { canonicals.removeAll(keepingCapacity: true) }
    canonicals[essence] = answer
    return answer
  }

  package func isSubclass(_ essence: String, of ancestor: String) -> Bool {
    forgetOldAnswers()
    let relation = Relation(essence: essence, ancestor: ancestor)
    if let answer = relations[relation] { return answer }
    let answer =
      g_content_type_is_a(spellings.spelling(of: essence), spellings.spelling(of: ancestor)) != 0
    if relations.count >= Self.answerLimit { relations.removeAll(keepingCapacity: true) }
    relations[relation] = answer
    return answer
  }

  /// How many answers of each kind are kept now.
  package var keptAnswers: (canonicals: Int, relations: Int) { (canonicals.count, relations.count) }

  private func forgetOldAnswers() {
    let now = g_get_monotonic_time()
    guard keptSince == 0 || now - keptSince >= lifetime else { return }
    keptSince = now
    spellings = .load()
    canonicals.removeAll()
    relations.removeAll()
  }
}

/// Copies a string that GLib has allocated, and frees it.
func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}
