import Foundation
import Harness
import Testing

/// Reads from programs that own a selection.
@Suite struct ReadingTests {
  @Test(arguments: ["clipboard", "primary"])
  func textOfXclipIsTold(selection: String) throws {
    try XSession.run { session in
      let owner = try session.peer(
        "/usr/bin/xclip", ["-selection", selection, "-quiet"], input: .text("héllo"))
      let told = try session.waitFor("changed \(selection) other").split(separator: " ")
      #expect(told[3] == "\(owner.processIdentifier)")
      #expect(UInt32(told[4]) ?? 0 > 0)
      #expect(told[5...].joined(separator: " ") == "[TARGETS UTF8_STRING]")
      let read = try session.read("UTF8_STRING", of: selection)
      #expect(read.end == "complete(bytes: 6)")
      #expect(read.bytes == Data("héllo".utf8))
      owner.kill()
      try session.waitFor("changed \(selection) none")
    }
  }

  @Test(arguments: [0, 1, 4_001, mebibyte - 1, mebibyte, mebibyte + 1])
  func everySizeArrivesFromXclipAndXsel(size: Int) throws {
    try XSession.run { session in
      let content = try session.file(size)
      _ = try session.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .file(content.path))
      try session.waitFor("changed clipboard other")
      #expect(try session.read("UTF8_STRING").bytes == content.bytes)
      // With nothing xsel owns nothing.
      guard size > 0 else { return }
      _ = try session.peer(
        "/usr/bin/xsel", ["--clipboard", "--input", "--nodetach"], input: .file(content.path))
      try session.waitFor("changed clipboard other")
      #expect(try session.read("UTF8_STRING").bytes == content.bytes)
    }
  }

  @Test func smallChunksArriveInOrder() throws {
    try XSession.run { session in
      _ = try session.owner("honest", 1_000_003, 4_001)
      let read = try session.read("text/plain")
      #expect(read.end == "complete(bytes: 1000003)")
      #expect(read.bytes == Data(Sample.cycle(1_000_003, period: 251)))
    }
  }

  @Test func manyReadsAtOnceGetEachTheirBytes() throws {
    try XSession.run { session in
      let content = try session.file(3 * mebibyte)
      _ = try session.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .file(content.path))
      try session.waitFor("changed clipboard other")
      let paths = (0..<20).map { session.fixture.folder.path("read-\($0)") }
      for path in paths { try session.tell("read clipboard UTF8_STRING \(path)") }
      try eventually {
        session.said.count { $0.hasSuffix("complete(bytes: \(3 * mebibyte))") } == 20
      }
      for path in paths { #expect(try Data(contentsOf: URL(filePath: path)) == content.bytes) }
    }
  }

  /// The reader of the pipe takes a little, then nothing for a while: the owner waits, and loses nothing.
  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func aSlowPipeMakesTheOwnerWait() throws {
    try XSession.run { session in
      let content = try session.file(8 * mebibyte)
      _ = try session.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .file(content.path))
      try session.waitFor("changed clipboard other")
      let reader = try session.slowReader()
      try session.tell("read clipboard UTF8_STRING \(reader.fifo)")
      try session.waitFor("reading 1")
      try reader.readOneByte()
      let before = try session.program.facts.anonymousMemory()
      // Longer than any limit for the owner.
      _ = try? session.waitFor("read 1", within: .seconds(6))
      #expect(try session.program.facts.anonymousMemory() - before < 4 * mebibyte)
      let taken = try reader.readAll()
      #expect(try session.waitFor("read 1").hasSuffix("complete(bytes: \(8 * mebibyte))"))
      #expect(taken == content.bytes)
    }
  }

  @Test func aReaderThatLeavesEndsTheRead() throws {
    try XSession.run { session in
      let content = try session.file(8 * mebibyte)
      _ = try session.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .file(content.path))
      try session.waitFor("changed clipboard other")
      let reader = try session.slowReader()
      try session.tell("read clipboard UTF8_STRING \(reader.fifo)")
      try session.waitFor("reading 1")
      try reader.readOneByte()
      reader.leave()
      #expect(
        try session.waitFor("read 1").contains(
          "failed(\"the pipe cannot be written: write: Broken pipe\")"))
      #expect(try session.read("UTF8_STRING").bytes == content.bytes)
    }
  }

  @Test func aReadCanBeCancelled() throws {
    try XSession.run { session in
      _ = try session.owner("half", 100, 10)
      try session.tell("read clipboard text/plain \(session.fixture.folder.path("file"))\ncancel 1")
      #expect(try session.waitFor("read 1") == "read 1 cancelled")
      try session.tell("cancel 1\ncancel 7")
      try session.expectAlive()
    }
  }

  @Test func aTargetThatNobodyHasIsAFailureAndNoAtom() throws {
    try XSession.run { session in
      expectSame(
        try session.read("application/x-never").end,
        "failed(\"no program on this X server has a target “application/x-never”\")")
      #expect(try session.read("UTF8_STRING").end == "failed(\"no program owns the selection\")")
      let long = String(repeating: "x", count: 1_025)
      #expect(
        try session.read(long).end == "failed(\"a target\\'s name has 1 to 1024 bytes, not 1025\")")
    }
  }

  @Test func whatIsOwnedHereCanBeReadHere() throws {
    try XSession.run { session in
      let content = try session.file(3 * mebibyte)
      try session.own("UTF8_STRING:sized:\(content.path)")
      #expect(try session.read("UTF8_STRING").bytes == content.bytes)
    }
  }
}
