import Foundation
import Harness
import Testing

/// Sources/Documentation/Architecture.md names only what the code has.
@Suite struct GuideTests {
  private static let root = URL(filePath: Built.packageRoot)
  private static let guide = root.appending(path: "Sources/Documentation/Architecture.md")

  /// A line that has none of them declares nothing.
  private static let keywords = [
    "class ", "struct ", "enum ", "protocol ", "actor ", "typealias ", "extension ", "func ",
    "case ",
  ]

  private struct Sources {
    let names: Set<String>
    /// Every declaration of a type or a function, by its name.
    let declared: Set<String>
    /// Functions and cases by the type that they are declared in, or that an extension extends.
    let members: [String: Set<String>]
  }

  private static let sources = Result { try read() }

  private static func read() throws -> Sources {
    let declaration =
      #/^\s*(?:[\w@().]+ )*(?:class|struct|enum|protocol|actor|typealias|extension) ([A-Z]\w*)/#
    let function = #/^\s*(?:[\w@().]+ )*func (\w+)/#
    // Of an enum: a pattern of a switch begins with a dot.
    let enumCases = #/^\s*(?:indirect )?case [a-z]/#
    let enumCase = #/(?:case|,) (\w+)/#
    var names: Set<String> = []
    var declared: Set<String> = []
    var members: [String: Set<String>] = [:]
    for folder in ["Sources", "Tests"] {
      let root = Self.root.appending(path: folder)
      let files = try #require(
        FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      for case let file as URL in files {
        names.insert(file.lastPathComponent)
        guard file.pathExtension == "swift" else { continue }
        var type = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where line.hasBytes(ofAny: Self.keywords) {
          if let match = line.firstMatch(of: declaration) {
            declared.insert(String(match.1))
            // A nested type's members count as the outer type's.
            if line.first?.isWhitespace == false { type = String(match.1) }
          } else if let match = line.firstMatch(of: function) {
            members[type, default: []].insert(String(match.1))
          } else if line.contains(enumCases) {
            let names = line.replacing(#/\(.*\)/#, with: "").matches(of: enumCase)
            members[type, default: []].formUnion(names.map { String($0.1) })
          }
        }
      }
    }
    return Sources(names: names, declared: declared, members: members)
  }

  /// What stands between backquotes, outside of blocks.
  private static func words(of text: String) -> [String] {
    let prose = text.replacing(#/```[^`]*```/#, with: "")
    return prose.matches(of: #/`([^`]+)`/#).map { String($0.1) }
  }

  private static func isThere(_ word: String, in sources: Sources) -> Bool {
    if word.contains("/") || word.hasSuffix(".swift") {
      let places = ["", "Sources/"].map { Self.root.appending(path: $0 + word).path }
      return places.contains(where: FileManager.default.fileExists) || sources.names.contains(word)
    }
    let parts = word.split(separator: ".").map(String.init)
    if parts.count == 2 {
      return sources.members[parts[0]]?.contains(parts[1]) == true
    }
    return sources.declared.contains(word) || sources.names.contains(word)
      || FileManager.default.fileExists(atPath: Self.root.appending(path: word).path)
  }

  @Test func `every file, type and function that the guide names is there`() throws {
    let text = try String(contentsOf: Self.guide, encoding: .utf8)
    let sources = try Self.sources.get()
    let words = Self.words(of: text).filter { !$0.contains(" ") }
    #expect(words.count > 60)
    for word in words {
      #expect(
        Self.isThere(word, in: sources), "the guide names “\(word)”, which is not there")
    }
  }

  @Test func `the guide's modules and their arrows are those of Layers`() throws {
    let text = try String(contentsOf: Self.guide, encoding: .utf8)
    let block = try #require(text.firstMatch(of: #/```\n([^`]*)```/#)).1
    var rows: [(names: [String], to: [String])] = []
    for line in block.split(separator: "\n") where line.hasPrefix(" ") {
      let words = line.split(separator: " ").map(String.init)
      guard !line.hasPrefix("  ") else {
        rows[rows.count - 1].to += words
        continue
      }
      // Several modules with the same arrows share a row: “One, other  Below”.
      let last = words.firstIndex { !$0.hasSuffix(",") } ?? 0
      let names = words[...last].map { $0.filter { $0 != "," } }
      rows.append((names, Array(words[(last + 1)...])))
    }
    let named = rows.flatMap { row in row.names.map { [$0] + row.to } }
    let arrows = Layers.arrows.filter { !Layers.cModules.contains($0.folder) }
    #expect(named.count == arrows.count)
    #expect(Set(named) == Set(arrows.map { [$0.folder] + $0.to }))
  }

  @Test(arguments: ["README.md", "Sources/Documentation/Architecture.md"])
  func `a guide fits on two screens of 60 lines`(_ guide: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: guide), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 120)
  }

  @Test func `a name that is not there is found out`() throws {
    let sources = try Self.sources.get()
    #expect(Self.isThere("Broker.handle", in: sources))
    #expect(Self.isThere("PartEvent.sourceLeft", in: sources))
    for word in [
      "Broker.handel", "PartEvent.sourceCame", "Brocker", "DragModel/Nothing", "Nothing.swift",
      "Relay.handle",
    ] {
      #expect(!Self.isThere(word, in: sources), "\(word)")
    }
  }
}
