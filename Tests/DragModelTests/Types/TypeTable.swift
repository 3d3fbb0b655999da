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

  /// As the desktop's database has it: every text type is plain text, and all is an octet-stream.
  func ancestors(of essence: String) -> [String] {
    asked.add(1, ordering: .relaxed)
    return Array(all(of: essence).subtracting([essence]))
  }

  private func all(of essence: String) -> Set<String> {
    var all: Set = [essence, "application/octet-stream"]
    if essence.hasPrefix("text/") { all.insert("text/plain") }
    return parents[essence, default: []].reduce(into: all) { $0.formUnion(self.all(of: $1)) }
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
