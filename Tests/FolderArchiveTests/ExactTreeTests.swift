import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import FolderArchive

/// Folders between the programs of one user: names, links and times stay what they are.
@Suite struct ExactTreeTests {
  private func options(_ change: (inout FolderOptions) -> Void) -> FolderOptions {
    var options = FolderOptions()
    change(&options)
    return options
  }

  private func snapshot(
    _ folder: TemporaryFolder, _ name: String, _ options: FolderOptions = FolderOptions()
  ) throws -> FolderSnapshot {
    try FolderSnapshot(
      of: Array(folder.path(name).utf8), name: Array(name.utf8), options: options)
  }

  private func extract(
    _ archive: [UInt8], _ folder: TemporaryFolder, _ rules: TreeRules
  ) throws -> TreeChanges {
    var tree = try TreeWriter(
      in: try Folder(path: Array(folder.path.utf8)), program: "test", .usual, rules: rules)
    try tree.write(archive)
    try tree.finish()
    try tree.commit(as: Array("copy".utf8))
    return tree.changes
  }

  @Test func namesStayOrAreTold() throws {
    let names: [[UInt8]] =
      [" a ", "-x", ".hid", "b\n\u{1B}"].map { Array($0.utf8) } + [[0x62, 0xFF]]
    for rule in [FileName.Rule.exact, .safe] {
      try withFolder { folder in
        try folder.makeFolder("from")
        let from = try Folder(path: Array(folder.path("from").utf8))
        for name in names { _ = try from.create(name, mode: 0o755) }
        let changes = try extract(
          try snapshot(folder, "from").bytes(), folder, TreeRules(names: rule))
        let copied = try Folder(path: Array(folder.path("copy").utf8)).names()
        switch rule {
        case .exact:
          #expect(Set(copied) == Set(names))
          #expect(changes.renamings.isEmpty && changes.renamingCount == 0)
        case .safe:
          #expect(
            Set(copied) == Set(["a", "_x", ".hid", "b__", "b\u{FFFD}"].map { Array($0.utf8) }))
          #expect(changes.renamings.count == 4 && changes.renamingCount == 4)
          #expect(changes.notExecutableCount == 5)
        }
      }
    }
  }

  /// In microseconds since 1970. The file system of the test may not have them all; the archive does.
  @Test(
    arguments: [
      -1, -500_000, -1_000_000, -62_135_596_800_000_000, 0, 8_589_934_591_000_000,
      8_589_934_592_000_001, 13_600_000_000_000_000, 250_000_000_000_000_000,
    ] as [Int64])
  func everyTimeGoesThroughTheArchive(_ moment: Int64) throws {
    let top = ArchiveEntry(kind: .folder, path: [Array("top".utf8)], mode: 0o755, modified: moment)
    var parser = ArchiveParser()
    var input = (top.header() + [UInt8](repeating: 0, count: 1_024))[...]
    guard case .entry(let read)? = try parser.next(&input) else {
      Issue.record("there is no entry")
      return
    }
    #expect(read.modified == moment)
  }

  /// tar(1) writes these times as it reads them.
  @Test func timesOfOtherCenturiesAreThoseOfTar() throws {
    try withFolder { folder in
      try folder.write("from/old", text: "x")
      try folder.write("from/future", text: "x")
      let from = folder.path("from")
      try run(["touch", "-d", "1955-05-05 05:05:05.25 UTC", "\(from)/old"])
      try run(["touch", "-d", "2403-03-03 03:03:03.75 UTC", "\(from)/future"])
      let times = ["stat", "-c", "%n %.2Y", "old", "future"]
      let expected = try run(["env", "-C", from] + times)
      try run(["tar", "-C", folder.path, "--format=pax", "-cf", folder.path("theirs.tar"), "from"])
      for archive in [
        try snapshot(folder, "from").bytes(),
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("theirs.tar")))),
      ] {
        let changes = try extract(archive, folder, TreeRules())
        #expect(try run(["env", "-C", folder.path("copy")] + times) == expected)
        #expect(changes.otherTimeCount == 0)
        try FileManager.default.removeItem(atPath: folder.path("copy"))
      }
      try folder.write("ours.tar", try snapshot(folder, "from").bytes())
      try folder.makeFolder("theirs")
      try run(["tar", "-C", folder.path("theirs"), "-xf", folder.path("ours.tar")])
      #expect(try run(["env", "-C", folder.path("theirs/from")] + times) == expected)
    }
  }

  @Test func everythingInTheWayIsNamedAtOnce() throws {
    try withFolder { folder in
      try folder.write("from/a", text: "a")
      try folder.link("from/out", to: "/etc")
      try folder.link("from/up", to: "../x")
      try folder.makeFolder("from/deep")
      mkfifo(folder.path("from/deep/fifo"), 0o600)
      let failure = #expect(throws: FolderError.self) { try snapshot(folder, "from") }
      #expect(failure?.obstacles.map(\.kind) == [.outerLink, .outerLink, .unreadable])
      let skipping = options { $0.skipsUnreadable = true }
      let left = #expect(throws: FolderError.self) { try snapshot(folder, "from", skipping) }
      #expect(left?.obstacles.map(\.kind) == [.outerLink, .outerLink])
      var linking = skipping
      linking.keepsOuterLinks = true
      let taken = try snapshot(folder, "from", linking)
      #expect(taken.skipped.map(\.message).first?.hasPrefix("from/deep/fifo is a FIFO") == true)
      #expect(throws: FolderError.self) { try extract(try taken.bytes(), folder, TreeRules()) }
      #expect(folder.names == ["from"])
      _ = try extract(
        try taken.bytes(), folder, TreeRules(names: .exact, allowsOuterLinks: true))
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("copy/up")) == "../x")
    }
  }

  /// A whole disk is not looked at only to refuse it.
  @Test func afterSomethingInTheWayTheScanEndsSoon() throws {
    try withFolder { folder in
      for name in ["a", "b"] {
        try folder.makeFolder("from/\(name)")
        mkfifo(folder.path("from/\(name)/fifo"), 0o600)
      }
      var limits = ArchiveLimits()
      limits.obstacleTime = 0
      let path = Array(folder.path("from").utf8)
      let name = Array("from".utf8)
      let failure = #expect(throws: FolderError.self) {
        try FolderSnapshot(of: path, name: name, limits)
      }
      #expect(failure?.obstacles.count == 2, "\(failure?.obstacles ?? [])")
      #expect(failure?.obstacles.last?.message == "the rest of the folder was not looked at")
      let skipping = options { $0.skipsUnreadable = true }
      var counts: [Int] = []
      let whole = try FolderSnapshot(of: path, name: name, limits, options: skipping) {
        counts.append($0)
      }
      #expect(whole.skipped.count == 2 && counts == [3, 3, 3])
    }
  }

  @Test func whatLinksLeadToGoesAlong() throws {
    try withFolder { folder in
      try folder.write("else/in/file", text: "else")
      try folder.write("from/own/file", text: "own")
      try folder.link("from/else", to: folder.path("else"))
      try folder.link("from/file", to: "own/file")
      try folder.link("from/own/again", to: "../else/in")
      let following = options { $0.followsLinks = true }
      let archive = try snapshot(folder, "from", following)
      let bytes = try archive.bytes()
      #expect(UInt64(bytes.count) == archive.archiveSize)
      _ = try extract(bytes, folder, TreeRules())
      for (path, text) in [
        ("else/in/file", "else"), ("file", "own"), ("own/file", "own"), ("own/again/file", "else"),
      ] {
        #expect(
          FileManager.default.contents(atPath: folder.path("copy/\(path)")) == Data(text.utf8))
      }
      #expect(try run(["find", folder.path("copy"), "-type", "l"]) == "")
      // A change of what a link leads to is noticed too.
      try folder.write("else/in/file", text: "changed")
      #expect(throws: FolderError.self) { try archive.bytes() }
    }
  }

  /// A link to a folder above has no end; one to nothing has no content.
  @Test func linksThatLeadNowhereAreInTheWay() throws {
    try withFolder { folder in
      try folder.write("from/deep/a", text: "a")
      try folder.link("from/deep/up", to: "..")
      try folder.link("from/gone", to: "nothing")
      try folder.link("from/loop", to: "loop")
      var following = options { $0.followsLinks = true }
      let failure = #expect(throws: FolderError.self) { try snapshot(folder, "from", following) }
      #expect(failure?.obstacles.count == 3)
      following.skipsUnreadable = true
      _ = try extract(try snapshot(folder, "from", following).bytes(), folder, TreeRules())
      #expect(try run(["find", folder.path("copy"), "-type", "f"]).hasSuffix("copy/deep/a\n"))
    }
  }

  /// Whatever links a source has sent: nothing is written, removed or given a mode through one of them.
  @Test func nothingIsWrittenThroughALinkThatLeadsOut() throws {
    try withFolder { folder in
      try folder.write("secret/file", text: "mine")
      try folder.setMode(0o640, of: "secret/file")
      let out = Array(folder.path("secret").utf8)
      let path = { (text: String) in text.split(separator: "/").map { Array($0.utf8) } }
      func entry(_ kind: ArchiveEntry.Kind, _ name: String) -> ArchiveEntry {
        ArchiveEntry(kind: kind, path: path(name), mode: 0o777, modified: 1_000_000)
      }
      let link = entry(.link(destination: out), "top/link")
      let file = ArchiveEntry.Kind.file(size: 0, ranges: [])
      let attacks: [[ArchiveEntry]] = [
        [link, entry(file, "top/link/file")], [link, entry(.folder, "top/link")],
        [entry(.folder, "top/link"), link, entry(file, "top/link/file")],
        [link, entry(.folder, "top/link"), entry(file, "top/link/file")],
        [link, entry(.link(destination: Array("x".utf8)), "top/link/new")],
        [link, entry(.link(destination: out), "top/link")],
        [entry(.link(destination: out + Array("/file".utf8)), "top/a"), entry(file, "top/a")],
      ]
      for attack in attacks {
        let entries = [entry(.folder, "top")] + attack
        let archive = entries.flatMap { $0.header() } + [UInt8](repeating: 0, count: 1_024)
        #expect(throws: FolderError.self) {
          try extract(archive, folder, TreeRules(names: .exact, allowsOuterLinks: true))
        }
        #expect(folder.names == ["secret"])
        #expect(
          FileManager.default.contents(atPath: folder.path("secret/file")) == Data("mine".utf8))
        #expect(try folder.mode(of: "secret/file") == "640")
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: folder.path("secret")) == ["file"])
      }
    }
  }
}
