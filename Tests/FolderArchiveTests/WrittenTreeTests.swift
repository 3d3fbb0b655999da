import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import FolderArchive

/// Trees of a hostile program, written to a disk: whatever their names and links are, nothing leads out of the folder.
@Suite struct WrittenTreeTests {
  @Test(arguments: [FileName.Rule.safe, .exact], 0..<UInt64(Extent.current == .usual ? 1 : 100))
  func `random components`(_ names: FileName.Rule, _ seed: UInt64) throws {
    try withFolder { folder in
      try folder.write("secret/file", text: "mine")
      let inner = try folder.makeFolder("in")
      let rules = TreeRules(names: names)
      var hostile = HostileNames(seed: seed)
      var (trees, links) = (0, 0)
      for _ in 0..<150 {
        var writer = try TreeWriter(
          in: Folder(path: Array(inner.utf8)), program: "test", .all, rules: rules)
        do throws(FolderError) {
          try writer.write(hostile.archive())
          try writer.finish()
        } catch {
          _ = consume writer
          #expect(try FileManager.default.contentsOfDirectory(atPath: inner) == [])
          continue
        }
        try writer.commit(as: Array("out".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: inner) == ["out"])
        let tree = try StandingTree("\(inner)/out")
        #expect(tree.linksOut == [])
        // What was checked stands there: another change would change nothing.
        for path in tree.paths { #expect(path.allSatisfy { rules.name($0) == $0 }, "\(path)") }
        for (path, destination) in tree.links {
          #expect(rules.destination(destination) == destination, "\(destination)")
          #expect(LinkPath.isInside(destination, depth: path.count - 1), "\(destination)")
        }
        (trees, links) = (trees + 1, links + tree.links.count)
        try Folder(path: Array("\(inner)/out".utf8)).removeContents()
        #expect(rmdir("\(inner)/out") == 0)
      }
      #expect(trees > 20 && links > 10, "\(trees) trees with \(links) links")
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
}
