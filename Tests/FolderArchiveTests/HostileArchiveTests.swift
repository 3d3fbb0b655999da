import DragSystem
import Foundation
import Harness
import Testing

@testable import FolderArchive

/// Archives that try to leave their folder, or to take too much: each is refused, and nothing is left of it.
@Suite struct HostileArchiveTests {
  /// An entry as a hostile program writes it.
  private struct Raw {
    var kind: TarBlock.Kind = .file
    var name: String
    var content: [UInt8] = []
    var link = ""
    var mode: UInt32 = 0o644
    var records: [(String, String)] = []
    var size: UInt64?

    var bytes: [UInt8] {
      var all: [UInt8] = []
      if !records.isEmpty {
        let text = records.map { key, value in
          let rest = key.utf8.count + value.utf8.count + 3
          var length = rest + String(rest).count
          if String(length).count > String(rest).count { length += 1 }
          return "\(length) \(key)=\(value)\n"
        }.joined()
        all += Raw(kind: .extended, name: "x", content: Array(text.utf8)).bytes
      }
      all +=
        TarBlock(
          kind, name: Array(name.utf8), mode: mode, size: size ?? UInt64(content.count),
          modified: 1,
          link: Array(link.utf8)
        ).bytes
      return all + content + [UInt8](repeating: 0, count: content.count.toBlockEnd)
    }
  }

  private static let top = Raw(kind: .folder, name: "top/")
  private static let end = [UInt8](repeating: 0, count: 1_024)

  private func archive(_ entries: [Raw]) -> [UInt8] {
    ([Self.top] + entries).flatMap(\.bytes) + Self.end
  }

  /// The reason; nothing new may be in the folder, or beside it.
  private func refusal(
    _ archive: [UInt8], _ limits: ArchiveLimits = ArchiveLimits(),
    location: SourceLocation = #_sourceLocation
  ) throws -> String {
    var message = ""
    try withFolder { folder in
      try folder.makeFolder("in")
      let inner = try TemporaryFolderView(folder.path("in"))
      let failure = #expect(throws: FolderError.self, sourceLocation: location) {
        try inner.extract(archive, limits)
      }
      message = failure?.message ?? ""
      #expect(folder.names == ["in"], sourceLocation: location)
      #expect(inner.names == [], sourceLocation: location)
    }
    return message
  }

  private struct TemporaryFolderView {
    let path: String
    init(_ path: String) throws { self.path = path }
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
    func extract(_ archive: [UInt8], _ limits: ArchiveLimits) throws {
      var tree = try TreeWriter(
        in: try Folder(path: Array(path.utf8)), program: "test", .all, limits)
      try tree.write(archive)
      try tree.finish()
      try tree.commit(as: Array("out".utf8))
    }
  }

  @Test(arguments: [
    ("/etc/passwd", "not a path within"), ("top/../../x", "leads out"), ("../top/x", "leads out"),
    ("other/x", "not in its folder"), ("x", "not in its folder"), ("top", "that folder again"),
    ("top/missing/x", "comes before the folder"), ("top/", "that folder again"),
  ])
  func pathsThatLeadElsewhere(_ path: String, _ words: String) throws {
    #expect(try refusal(archive([Raw(name: path)])).contains(words))
    #expect(
      try refusal(archive([Raw(name: "top/harmless", records: [("path", path)])])).contains(words))
  }

  @Test(arguments: [
    "/etc", "../x", "a/../../x", "..", "a/..", "", "../top/../../x", "b/../../../etc/passwd",
  ])
  func linksThatLeadOut(_ destination: String) throws {
    let link = Raw(kind: .link, name: "top/l", link: destination)
    #expect(try refusal(archive([link])).contains("leads out of the folder"))
  }

  @Test func aFileThroughALink() throws {
    let message = try refusal(
      archive([
        Raw(kind: .folder, name: "top/d/"), Raw(kind: .link, name: "top/l", link: "d"),
        Raw(name: "top/l/x", content: [1]),
      ]))
    #expect(message.contains("comes before the folder"))
  }

  /// `up` leads to the top; a link through it may not go on from there.
  @Test func aLinkThroughALink() throws {
    let message = try refusal(
      archive([
        Raw(kind: .folder, name: "top/a/"), Raw(kind: .folder, name: "top/a/b/"),
        Raw(kind: .link, name: "top/a/b/up", link: "../.."),
        Raw(kind: .link, name: "top/a/b/out", link: "up/../.."),
      ]))
    #expect(message.contains("leads out of the folder"))
  }

  @Test(arguments: [
    (TarBlock.Kind.hardLink, "hard link"), (.characterDevice, "device"), (.blockDevice, "device"),
    (.fifo, "FIFO"),
  ])
  func kindsThatNoFolderHas(_ kind: TarBlock.Kind, _ words: String) throws {
    #expect(
      try refusal(archive([Raw(kind: kind, name: "top/x", link: "/etc/passwd")])).contains(words))
  }

  @Test func setuidGoes() throws {
    try withFolder { folder in
      // A header has the permission bits only: the others are put in by hand.
      var bytes = archive([Raw(name: "top/x", content: [1], mode: 0o755)])
      bytes.replaceSubrange((512 + 100)..<(512 + 107), with: "0006755".utf8)
      try folder.extract(ArchiveChecksum.corrected(bytes, at: 512), as: "out")
      #expect(try folder.mode(of: "out/x") == "755")
    }
  }

  @Test(arguments: [
    ["top/x", "top/x"], ["top/a\u{1}b", "top/a\u{2}b"], ["top/a ", "top/a"],
    ["top/-x", "top/_x"],
  ])
  func twoFilesOfOneName(_ names: [String]) throws {
    let message = try refusal(archive(names.map { Raw(name: $0, content: [1]) }))
    #expect(message.contains("two entries whose names are the same"))
  }

  @Test func aFileAndALinkOfOneName() throws {
    let message = try refusal(
      archive([
        Raw(kind: .link, name: "top/x", link: "y"), Raw(name: "top/x", content: [1]),
      ]))
    #expect(message.contains("two entries whose names are the same"))
  }

  @Test(arguments: [
    ("2.5", 2_500_000), ("3", 3_000_000), ("4.", 4_000_000), ("5.1234567", 5_123_456),
    (".5", 1_000_000), ("-7", -7_000_000), ("-0.25", -250_000), ("--7", 1_000_000),
    ("-", 1_000_000), ("", 1_000_000), (".", 1_000_000),
  ])
  func aTimeThatIsNoneIsTheHeaders(_ written: String, _ microseconds: Int64) throws {
    let bytes = archive([Raw(name: "top/x", content: [1], records: [("mtime", written)])])
    var parser = ArchiveParser()
    var input = bytes[...]
    var found: [Int64?] = []
    while let event = try parser.next(&input) {
      if case .entry(let entry) = event, !entry.path.isEmpty { found.append(entry.modified) }
    }
    #expect(found == [microseconds])
  }

  @Test func aHundredThousandLevels() throws {
    var path = "top"
    let entries = (0..<1_000).map { _ in
      path += "/d"
      return Raw(kind: .folder, name: "top/x", records: [("path", path)])
    }
    #expect(try refusal(archive(entries)).contains("more than 256 folders"))
    let deep = "top" + String(repeating: "/d", count: 100_000)
    #expect(
      try refusal(archive([Raw(kind: .folder, name: "top/x", records: [("path", deep)])]))
        .contains("header of 200"))
  }

  @Test func hugeHeaders() throws {
    let header = Raw(kind: .extended, name: "x", size: TarBlock.mostOctal)
    #expect(try refusal(archive([header])).contains("header of 8589934591 bytes"))
    let name = Raw(kind: .longName, name: "x", size: 1 << 20)
    #expect(try refusal(archive([name])).contains("header of 1048576 bytes"))
  }

  @Test func tooManyEntries() throws {
    var limits = ArchiveLimits()
    limits.entries = 10
    let entries = (0..<10).map { Raw(name: "top/\($0)") }
    #expect(try refusal(archive(entries), limits).contains("more than 10 files"))
    limits = ArchiveLimits()
    limits.names = 1_000
    let links = (0..<10).map { index in
      Raw(kind: .link, name: "top/\(index)", link: String(repeating: "x", count: 99))
    }
    #expect(try refusal(archive(links), limits).contains("paths in the folder"))
  }

  private func sparse(_ map: String, size: String, extra: [UInt8] = []) -> Raw {
    let text = Array(map.utf8)
    return Raw(
      name: "top/x", content: text + [UInt8](repeating: 0, count: text.count.toBlockEnd) + extra,
      records: [
        ("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"), ("GNU.sparse.realsize", size),
      ])
  }

  @Test func holesThatAreTooMuch() throws {
    #expect(
      try refusal(archive([sparse("1\n18446744073709551000\n0\n", size: "18446744073709551000")]))
        .contains("sizes of the folder's files"))
    let many = (0..<10).map { index in
      var entry = sparse("1\n9000000000000\n0\n", size: "9000000000000")
      entry.name = "top/\(index)"
      return entry
    }
    #expect(try refusal(archive(many)).contains("sizes of the folder's files"))
    #expect(
      try refusal(archive([sparse("9999999\n", size: "5")])).contains("more than 65536 holes"))
    // A map that never ends.
    let digits = String(repeating: "0\n", count: 100_000)
    #expect(try refusal(archive([sparse("65000\n" + digits, size: "5")])).contains("map of a file"))
  }

  @Test(arguments: [
    "2\n0\n5\n3\n4\n", "1\n0\n9\n", "1\nx\n1\n", "1\n0\n99999999999999999999\n", "1\n-1\n5\n",
    "1\n0\n5", "1\n\n5\n",
  ])
  func mapsThatAreNotValid(_ map: String) throws {
    #expect(try !refusal(archive([sparse(map, size: "7", extra: [1, 2, 3, 4, 5])])).isEmpty)
  }

  @Test func oldFormsOfHoles() throws {
    #expect(
      try refusal(archive([Raw(name: "top/x", records: [("GNU.sparse.map", "0,1")])]))
        .contains("old form"))
  }

  @Test func whatIsTruncated() throws {
    let whole = archive([
      Raw(name: "top/a", content: [UInt8](repeating: 7, count: 700)),
      Raw(name: "top/é", content: [1], records: [("path", "top/é")]),
    ])
    for count in stride(from: 0, to: whole.count - 1, by: 100) {
      #expect(try refusal(Array(whole.prefix(count))).contains("ends too early"), "\(count)")
    }
  }

  @Test func whatFollowsTheEnd() throws {
    #expect(try refusal(archive([]) + [1]).contains("something follows"))
    #expect(try refusal(archive([]) + Self.top.bytes).contains("something follows"))
    #expect(
      try refusal(archive([]) + [UInt8](repeating: 0, count: 2 << 20)).contains("something follows")
    )
    // The padding of tar(1)'s last record is valid.
    try withFolder { folder in
      try folder.extract(archive([]) + [UInt8](repeating: 0, count: 8_192), as: "out")
      #expect(folder.names == ["out"])
    }
  }

  @Test func whatIsNoArchive() throws {
    #expect(try refusal([]).contains("ends too early"))
    #expect(try refusal(Self.end).contains("no folder"))
    #expect(try refusal([UInt8](repeating: 1, count: 2_000)).contains("checksum"))
    #expect(try refusal(Raw(name: "x").bytes + Self.end).contains("does not begin with one folder"))
    #expect(
      try refusal(Self.top.bytes + Raw(kind: .extended, name: "x").bytes + Self.end).contains(
        "ends after"))
  }

  @Test func aHeaderForAllEntries() throws {
    var global = Raw(kind: .globalExtended, name: "x", content: Array("17 path=/etc/pas\n".utf8))
    #expect(try refusal(archive([global])).contains("to all entries"))
    global.content = Array("20 comment=a commit\n".utf8)
    try withFolder { folder in
      try folder.extract(archive([global, Raw(name: "top/x")]), as: "out")
      #expect(try folder.tree("out") == ["x 644 0 "])
    }
  }

  @Test func namesThatAreNone() throws {
    #expect(try refusal(archive([Raw(name: "top/ /x")])).contains("no visible character"))
  }

  /// A folder whose mode forbids everything can still be removed, and so is one that is not finished.
  @Test func modesThatForbidEverything() throws {
    let locked = Raw(kind: .folder, name: "top/d/", mode: 0)
    try withFolder { folder in
      try folder.extract(archive([locked, Raw(name: "top/d/x", mode: 0)]), as: "out")
      #expect(try folder.mode(of: "out/d") == "700")
      #expect(try folder.mode(of: "out/d/x") == "0")
    }
    #expect(
      try refusal(archive([locked, Raw(name: "top/d/x", mode: 0)]) + [1]).contains("something"))
  }

  /// It has no lock, and is not new.
  @Test func whatAKilledProcessLeftIsRemoved() throws {
    try withFolder { folder in
      try folder.write(".test-folder-old/d/x", text: "half")
      try folder.write(".test-folder-new/x", text: "half")
      try folder.write(".test-folder-locked/x", text: "half")
      try folder.write(".other-folder/x", text: "mine")
      try run(
        ["touch", "-d", "1 hour ago"] + ["old", "locked"].map { folder.path(".test-folder-\($0)") })
      let lock = try Folder(path: Array(folder.path(".test-folder-locked").utf8)).lock()
      let isLocked = lock != nil
      #expect(isLocked)
      try folder.extract(archive([]), as: "out")
      #expect(folder.names == [".other-folder", ".test-folder-locked", ".test-folder-new", "out"])
      _ = consume lock
    }
  }

  /// In a folder of several users, any of them could have put the name there.
  @Test(arguments: [(0o777, true), (0o1777, false), (0o775, true), (0o755, false)])
  func whereOthersMayRenameNothingCountsAsLeft(_ mode: Int, _ stays: Bool) throws {
    try withFolder { folder in
      let shared = try folder.makeFolder("shared")
      try folder.write("shared/.test-folder-old/x", text: "perhaps mine")
      try run(["touch", "-d", "1 hour ago", "\(shared)/.test-folder-old"])
      try run(["chmod", String(mode, radix: 8), shared])
      try TemporaryFolderView(shared).extract(archive([]), ArchiveLimits())
      #expect(FileManager.default.fileExists(atPath: "\(shared)/.test-folder-old/x") == stays)
    }
  }

  /// Another user may give the hidden name to a folder that only this one can remove.
  @Test func whatHasTheHiddenNameByNowIsKept() throws {
    try withFolder { folder in
      try folder.write("docs/mine", text: "mine")
      var hidden = ""
      do {
        var tree = try TreeWriter(in: Folder(path: Array(folder.path.utf8)), program: "test", .all)
        try tree.write(archive([Raw(name: "top/x", content: [1])]))
        hidden = try #require(folder.names.first { $0.hasPrefix(".test-folder-") })
        try run(["mv", folder.path(hidden), folder.path("away")])
        try run(["mv", folder.path("docs"), folder.path(hidden)])
      }
      #expect(folder.names == [hidden, "away"])
      #expect(try folder.tree(hidden) == ["mine 644 4 mine"])
      #expect(try folder.tree("away") == [])
    }
  }

  @Test func aNameThatIsUsedIsKept() throws {
    try withFolder { folder in
      try folder.write("out/mine", text: "mine")
      #expect(throws: (any Error).self) { try folder.extract(archive([]), as: "out") }
      try folder.write("file", text: "mine")
      #expect(throws: (any Error).self) { try folder.extract(archive([]), as: "file") }
      #expect(folder.names == ["file", "out"])
      #expect(try folder.tree("out") == ["mine 644 4 mine"])
    }
  }
}

enum ArchiveChecksum {
  /// The header at an offset with the checksum that its bytes have.
  static func corrected(_ bytes: [UInt8], at start: Int) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange((start + 148)..<(start + 156), with: [UInt8](repeating: 0x20, count: 8))
    let sum = bytes[start..<(start + 512)].reduce(0) { $0 + Int($1) }
    let digits = String(sum, radix: 8)
    let text = String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} "
    bytes.replaceSubrange((start + 148)..<(start + 156), with: text.utf8)
    return bytes
  }
}
