import Synchronization

@testable import DragModel

/// A hierarchy of two tables, which counts how often it is asked.
final class TypeTable: TypeHierarchy, Sendable {
  private let relations: Relations
  private let memberships: [String: TypeMembers]
  private let asked = Atomic(0)
  private let askedForMembers = Atomic(0)

  init(aliases: [String: String] = [:], parents: [String: [String]] = [:]) {
    relations = Relations(aliases: aliases, parents: parents)
    memberships = TypeMembers.all(known: relations.known, in: relations)
  }

  var questions: Int { asked.load(ordering: .relaxed) }

  /// How often it was asked for members.
  var searches: Int { askedForMembers.load(ordering: .relaxed) }

  /// Every name in the tables.
  var known: Set<String> { relations.known }

  func canonical(_ essence: String) -> String {
    asked.add(1, ordering: .relaxed)
    return relations.canonical(essence)
  }

  func ancestors(of essence: String) -> [String] {
    asked.add(1, ordering: .relaxed)
    return relations.ancestors(of: essence)
  }

  func members(of wanted: String) -> TypeMembers {
    asked.add(1, ordering: .relaxed)
    askedForMembers.add(1, ordering: .relaxed)
    return memberships[wanted] ?? TypeMembers(wanted)
  }

  var related: Set<String>? {
    asked.add(1, ordering: .relaxed)
    return relations.known.union(memberships.keys)
  }

  private struct Relations: TypeHierarchy {
    let aliases: [String: String]
    let parents: [String: [String]]

    var known: Set<String> {
      var known = Set(parents.keys)
      for (alias, type) in aliases { known.formUnion([alias, type]) }
      return known
    }

    func canonical(_ essence: String) -> String { aliases[essence] ?? essence }

    /// As in the desktop's database: every text type is plain text, and every type an octet-stream.
    func ancestors(of essence: String) -> [String] {
      Array(all(of: essence).subtracting([essence]))
    }

    private func all(of essence: String) -> Set<String> {
      var all: Set = [essence, "application/octet-stream"]
      if essence.hasPrefix("text/") { all.insert("text/plain") }
      return parents[essence, default: []].reduce(into: all) { $0.formUnion(self.all(of: $1)) }
    }
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
        "text/pdf": "application/pdf", "text/ico": "image/x-icon",
      ],
      parents: [
        "application/xml": ["text/plain"], "image/svg+xml": ["application/xml"],
        "application/gpx+xml": ["application/xml"], "application/json": ["text/javascript"],
        "inode/mount-point": ["inode/directory"],
      ])
  }
}
