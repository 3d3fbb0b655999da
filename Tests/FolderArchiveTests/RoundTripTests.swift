import DragSystem
import Foundation
import Harness
import Testing

@testable import FolderArchive

/// Folders that become archives, and folders again.
@Suite struct RoundTripTests {
  private func make(_ folder: TemporaryFolder) throws {
    try folder.write("photos/a.txt", text: "hello")
    try folder.write("photos/empty", text: "")
    try folder.write("photos/été/日本.txt", text: "x")
    try folder.write("photos/\(String(repeating: "long", count: 30))/b", text: "deep")
    try folder.write("photos/.hidden", text: "h")
    try folder.makeFolder("photos/nothing")
    try folder.write("photos/run", text: "#!/bin/sh\n")
    try folder.setMode(0o755, of: "photos/run")
    try folder.setMode(0o600, of: "photos/a.txt")
    try folder.setMode(0o755, of: "photos/nothing")
    try folder.link("photos/link", to: "été/日本.txt")
    try folder.link("photos/été/up", to: "../a.txt")
  }

  @Test func aFolderArrivesAsItWas() throws {
    try withFolder { folder in
      try make(folder)
      let snapshot = try folder.snapshot("photos")
      let archive = try snapshot.bytes()
      #expect(UInt64(archive.count) == snapshot.archiveSize)
      try folder.extract(archive, as: "copy")
      #expect(try folder.tree("copy") == folder.tree("photos"))
      #expect(folder.names == ["copy", "photos"])
    }
  }

  @Test func timesAreKeptAndFoldersToo() throws {
    try withFolder { folder in
      try folder.write("photos/in/a", text: "x")
      let past = Date(timeIntervalSince1970: 1_500_000_000.25)
      for name in ["photos/in/a", "photos/in", "photos"] {
        try FileManager.default.setAttributes(
          [.modificationDate: past], ofItemAtPath: folder.path(name))
      }
      try folder.extract(try folder.archive("photos"), as: "copy")
      for name in ["copy/in/a", "copy/in", "copy"] {
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        let date = try #require(facts[.modificationDate] as? Date)
        #expect(abs(date.timeIntervalSince(past)) < 0.001, "\(name)")
      }
    }
  }

  @Test func theRightToRunFilesGoesUnlessItIsAskedFor() throws {
    try withFolder { folder in
      try make(folder)
      try folder.extract(try folder.archive("photos"), as: "copy", .usual)
      #expect(try folder.mode(of: "copy/run") == "644")
      #expect(try folder.mode(of: "copy/nothing") == "755")
      #expect(try folder.mode(of: "copy/a.txt") == "600")
    }
  }

  @Test func holesStayHoles() throws {
    try withFolder { folder in
      let path = try folder.write("photos/sparse", text: "start")
      try folder.write("photos/after", text: "after")
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.seek(toOffset: 50_000_000)
      try file.write(contentsOf: Data("middle".utf8))
      try file.truncate(atOffset: 100_000_000)
      try file.close()
      let snapshot = try folder.snapshot("photos")
      #expect(snapshot.archiveSize < 1_000_000)
      let archive = try snapshot.bytes()
      #expect(UInt64(archive.count) == snapshot.archiveSize)
      try folder.extract(archive, as: "copy")
      try run(["cmp", path, folder.path("copy/sparse")])
      #expect(try folder.tree("copy").contains("after 644 5 after"))
      let status = try FileStatus.of(path: Array(folder.path("copy/sparse").utf8))
      #expect(try #require(status).allocated < 1_000_000)
    }
  }

  /// tar(1) and Python read what is written here, and write what is read here.
  @Test(arguments: [
    ["tar", "-C", "FOLDER", "-cf", "FOLDER/out.tar", "photos"],
    ["tar", "-C", "FOLDER", "--format=pax", "--sparse", "-cf", "FOLDER/out.tar", "photos"],
    ["tar", "-C", "FOLDER/photos", "-cf", "FOLDER/out.tar", "."],
    [
      "python3", "-c",
      "import tarfile,os; os.chdir('FOLDER'); t = tarfile.open('out.tar','w'); t.add('photos'); t.close()",
    ],
  ])
  func otherProgramsUnderstandIt(_ command: [String]) throws {
    try withFolder { folder in
      try make(folder)
      try folder.write("ours.tar", try folder.archive("photos"))
      try folder.makeFolder("theirs")
      try run(["tar", "-C", folder.path("theirs"), "-xf", folder.path("ours.tar")])
      try run(["diff", "-r", folder.path("photos"), folder.path("theirs/photos")])
      let names = try run([
        "python3", "-c",
        "import tarfile,sys; print(*sorted(tarfile.open(sys.argv[1]).getnames()), sep='\\n')",
        folder.path("ours.tar"),
      ])
      #expect(names.contains("photos/été/日本.txt"))

      try run(command.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) })
      let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("out.tar"))))
      try folder.extract(archive, as: "copy")
      #expect(try folder.tree("copy") == folder.tree("photos"))
    }
  }

  @Test func namesThatAreNoTextArriveSafe() throws {
    try withFolder { folder in
      try folder.makeFolder("photos")
      let name = Array("\(folder.path)/photos/a".utf8) + [0xFF, 0x0A] + Array("b\0".utf8)
      let descriptor = name.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { creat($0.baseAddress!, 0o644) }
      }
      try #require(descriptor >= 0)
      close(descriptor)
      try folder.extract(try folder.archive("photos"), as: "copy")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("copy")) == ["a\u{FFFD}_b"])
    }
  }

  @Test func whatChangesAfterTheSnapshotFails() throws {
    let changes: [(String, (TemporaryFolder) throws -> Void)] = [
      ("another content", { try $0.write("photos/a.txt", text: "HELLO, and more") }),
      ("a new file", { try $0.write("photos/new", text: "n") }),
      ("a new file deep down", { try $0.write("photos/été/new", text: "n") }),
      ("a file is gone", { try FileManager.default.removeItem(atPath: $0.path("photos/a.txt")) }),
      (
        "a link for a file",
        {
          try FileManager.default.removeItem(atPath: $0.path("photos/a.txt"))
          try $0.link("photos/a.txt", to: "/etc/passwd")
        }
      ),
      (
        "a link for a folder",
        {
          try FileManager.default.removeItem(atPath: $0.path("photos/été"))
          try $0.link("photos/été", to: "/etc")
        }
      ),
    ]
    for (what, change) in changes {
      try withFolder { folder in
        try make(folder)
        let snapshot = try folder.snapshot("photos")
        try change(folder)
        let failure = #expect(throws: FolderError.self, "\(what)") { _ = try snapshot.bytes() }
        #expect(
          failure?.message.contains("was changed") == true, "\(what): \(failure?.message ?? "")")
      }
    }
  }

  /// A file that appears when its folder has been written already.
  @Test func aFolderThatChangesWhileItIsReadFails() throws {
    try withFolder { folder in
      try folder.write("photos/a/1", text: "1")
      try folder.write("photos/b/2", [UInt8](repeating: 1, count: 2_000_000))
      let snapshot = try folder.snapshot("photos")
      var pieces = 0
      let failure = #expect(throws: FolderError.self) {
        try snapshot.write { _ throws(FolderError) in
          pieces += 1
          if pieces == 3 { _ = try? folder.write("photos/a/3", text: "3") }
        }
      }
      #expect(failure?.message == "photos/a was changed after the folder was offered")
    }
  }

  @Test func whatNoArchiveCanHaveIsNamed() throws {
    let cases: [(String, (TemporaryFolder) throws -> Void)] = [
      ("photos/fifo is a FIFO", { mkfifo($0.path("photos/fifo"), 0o600) }),
      ("photos/out is a link that leads out", { try $0.link("photos/out", to: "/etc") }),
      ("photos/out is a link that leads out", { try $0.link("photos/out", to: "../x") }),
      (
        "photos/deep/out is a link that leads out",
        {
          try $0.makeFolder("photos/deep")
          try $0.link("photos/deep/out", to: "a/../../b")
        }
      ),
    ]
    for (words, make) in cases {
      try withFolder { folder in
        try folder.write("photos/a", text: "a")
        try make(folder)
        let failure = #expect(throws: FolderError.self) { try folder.snapshot("photos") }
        #expect(failure?.message.hasPrefix(words) == true, "\(failure?.message ?? "")")
      }
    }
  }

  @Test func whatTheKernelMakesIsNoFolder() throws {
    let failure = #expect(throws: FolderError.self) {
      try FolderSnapshot(of: Array("/proc/self".utf8), name: Array("self".utf8))
    }
    #expect(failure?.message.contains("the kernel makes") == true)
  }

  @Test func limitsHoldAtTheSourceToo() throws {
    try withFolder { folder in
      for name in ["a", "b", "c"] { try folder.write("photos/\(name)", text: name) }
      try folder.makeFolder("photos/1/2/3/4")
      func fails(_ change: (inout ArchiveLimits) -> Void) -> String? {
        var limits = ArchiveLimits()
        change(&limits)
        return #expect(throws: FolderError.self) {
          try FolderSnapshot(
            of: Array(folder.path("photos").utf8), name: Array("photos".utf8), limits)
        }?.message
      }
      #expect(fails { $0.entries = 7 }?.contains("more than 7 files") == true)
      #expect(fails { $0.depth = 3 }?.contains("more than 3 folders") == true)
      #expect(fails { $0.logicalBytes = 2 }?.contains("more than 2 bytes") == true)
      #expect(fails { $0.allocatedBytes = 9_000 }?.contains("more room") == true)
      #expect(fails { $0.path = 10 }?.contains("more than 10 bytes") == true)
    }
  }

  /// The deepest folder that the source admits may have files and links in it.
  @Test func theLimitOfDepthIsTheSameAtBothSides() throws {
    try withFolder { folder in
      try folder.write("photos/1/2/3/a", text: "a")
      try folder.link("photos/1/2/3/b", to: "a")
      try folder.makeFolder("photos/1/2/empty")
      var limits = ArchiveLimits()
      limits.depth = 3
      let snapshot = try FolderSnapshot(
        of: Array(folder.path("photos").utf8), name: Array("photos".utf8), limits)
      try folder.extract(try snapshot.bytes(), as: "copy", .all, limits)
      #expect(try folder.tree("copy") == folder.tree("photos"))
      limits.depth = 2
      let archive = try folder.archive("photos")
      let failure = #expect(throws: FolderError.self) {
        try folder.extract(archive, as: "other", .all, limits)
      }
      #expect(failure?.message.contains("more than 2 folders") == true)
    }
  }
}
