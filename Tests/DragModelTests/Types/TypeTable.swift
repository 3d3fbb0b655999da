import Synchronization

@testable import DragModel

/// A hierarchy out of two tables, which counts how often it is asked.
final class TypeTable: TypeHierarchy, Sendable {
  private let aliases: [String: String]
  private let parents: [String: [String]]
  private let asked = Atomic(0)

  init(aliases: [String: String] = [:], parents: [String: [String]] = [:]) {
    self.aliases = aliases
    self.parents = parents
  }

  var questions: Int { asked.load(ordering: .relaxed) }

  func canonical(_ essence: String) -> String {
    asked.add(1, ordering: .relaxed)
    return aliases[essence] ?? essence
  }

  func isSubclass(_ essence: String, of ancestor: String) -> Bool {
    asked.add(1, ordering: .relaxed)
    return isDescendant(essence, of: ancestor)
  }

  /// As the desktop's database has it: every text type is plain text, and all is an octet-stream.
  private func isDescendant(_ essence: String, of ancestor: String) -> Bool {
    if essence == ancestor || ancestor == "application/octet-stream" { return true }
    if ancestor == "text/plain", essence.hasPrefix("text/") { return true }
    return parents[essence, default: []].contains { isDescendant($0, of: ancestor) }
  }
}

extension TypeTable {
  /// A few rows of shared-mime-info.
  static var desktop: TypeTable {
    TypeTable(
      aliases: [
        "text/xml": "application/xml", "application/x-pdf": "application/pdf",
        "image/svg": "image/svg+xml", "application/x-octet-stream": "application/octet-stream",
        "audio/x-mp3": "audio/mpeg", "audio/mp3": "audio/mpeg",
      ],
      parents: [
        "application/xml": ["text/plain"], "image/svg+xml": ["application/xml"],
        "application/gpx+xml": ["application/xml"], "application/json": ["text/javascript"],
        "inode/mount-point": ["inode/directory"],
      ])
  }
}
