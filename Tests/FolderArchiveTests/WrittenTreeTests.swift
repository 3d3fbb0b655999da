import DragSystem
import Foundation
import Harness
import Testing

@testable import FolderArchive

/// Trees of a hostile program, written to a disk: whatever their names and links are, nothing leads out of the folder.
@Suite struct WrittenTreeTests {
  /// Parts of names. Some are longer than a name may be, and what is left of them is another name.
  private static let parts: [String] = [
    "..", ".", "a", "b", "-", " ", "\u{A0}", "\u{301}", "\n", "é", ".x",
    String(repeating: " ", count: 300), String(repeating: "y", count: 250),
    "..\(String(repeating: " ", count: 253))", "..\(String(repeating: "\u{3000}", count: 90))",
  ]

  private struct Tree {
    var random: SeededGenerator
    var folders = ["top"]

    mutating func name() -> String {
      (0..<random.random(below: 3) + 1).map { _ in
        WrittenTreeTests.parts[random.random(below: WrittenTreeTests.parts.count)]
      }.joined()
    }

    mutating func path(_ most: Int) -> String {
      (0..<random.random(below: most) + 1).map { _ in name() }.joined(separator: "/")
    }

    mutating func entries() -> [ArchiveEntry] {
      var entries = [entry(.folder, "top")]
      for _ in 0..<random.random(below: 6) + 1 {
        let path = "\(folders[random.random(below: folders.count)])/\(name())"
        switch random.random(below: 4) {
        case 0:
          folders.append(path)
          entries.append(entry(.folder, path))
        case 1: entries.append(entry(.file(size: 0, ranges: []), path))
        default: entries.append(entry(.link(destination: Array(self.path(4).utf8)), path))
        }
      }
      return entries
    }

    private func entry(_ kind: ArchiveEntry.Kind, _ path: String) -> ArchiveEntry {
      ArchiveEntry(
        kind: kind, path: path.split(separator: "/").map { Array($0.utf8) }, mode: 0o755,
        modified: nil)
    }
  }

  @Test(arguments: 0..<UInt64(Extent.current == .usual ? 8 : 200))
  func nothingLeadsOut(_ seed: UInt64) throws {
    try withFolder { folder in
      try folder.write("secret/file", text: "mine")
      let inner = try folder.makeFolder("in")
      var tree = Tree(random: SeededGenerator(seed: seed))
      for _ in 0..<100 {
        let entries = tree.entries()
        let archive = entries.flatMap { $0.header() } + [UInt8](repeating: 0, count: 1_024)
        var writer = try TreeWriter(in: Folder(path: Array(inner.utf8)), program: "test", .all)
        do throws(FolderError) {
          try writer.write(archive)
          try writer.finish()
        } catch {
          continue
        }
        try writer.commit(as: Array("out".utf8))
        let top = "\(inner)/out"
        for own in try FileManager.default.subpathsOfDirectory(atPath: top) {
          guard
            let destination = try? FileManager.default.destinationOfSymbolicLink(
              atPath: "\(top)/\(own)")
          else { continue }
          let place = own.split(separator: "/").dropLast().map(String.init)
          #expect(
            !Self.leaves(destination, from: place, in: top),
            "\(own.debugDescription) leads to \(destination.debugDescription)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: inner) == ["out"])
        try FileManager.default.removeItem(atPath: top)
      }
      #expect(folder.names == ["in", "secret"])
    }
  }

  @Test(arguments: [
    "..\(String(repeating: " ", count: 300))x/secret/file",
    "..\(String(repeating: "\u{A0}", count: 200))/secret/file",
  ])
  func aLinkThatLeadsOutOnlyOnceItIsShortened(_ destination: String) throws {
    try withFolder { folder in
      try folder.write("secret/file", text: "mine")
      let entries: [ArchiveEntry] = [
        ArchiveEntry(kind: .folder, path: [Array("top".utf8)], mode: 0o755, modified: nil),
        ArchiveEntry(
          kind: .link(destination: Array(destination.utf8)),
          path: [Array("top".utf8), Array("link".utf8)], mode: 0o755, modified: nil),
      ]
      let archive = entries.flatMap { $0.header() } + [UInt8](repeating: 0, count: 1_024)
      try? folder.extract(archive, as: "out")
      #expect(FileManager.default.contents(atPath: folder.path("out/link")) == nil)
    }
  }

  /// Whether a link leads out of the top, through other links too, whatever is there.
  ///
  /// - Parameter folder: the components of the link's folder, below the top.
  private static func leaves(
    _ destination: String, from folder: [String], in top: String, depth: Int = 0
  ) -> Bool {
    guard !destination.hasPrefix("/") else { return true }
    guard depth < 40 else { return false }
    var place = folder
    for component in destination.utf8.split(separator: UInt8(ascii: "/")) {
      let name = String(decoding: component, as: UTF8.self)
      if name == "." { continue }
      if name == ".." {
        if place.popLast() == nil { return true }
        continue
      }
      let path = ([top] + place + [name]).joined(separator: "/")
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        place.append(name)
        continue
      }
      if leaves(next, from: place, in: top, depth: depth + 1) { return true }
      // Where it leads from here on is another link's question.
      return false
    }
    return false
  }
}
