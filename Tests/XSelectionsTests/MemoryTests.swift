import Foundation
import Harness
import Testing

/// Large content costs a slice of it, in either direction.
@Suite struct MemoryTests {
  private static let size = 64 * mebibyte

  @Test func sixtyFourMebibytesAreReadInLittleMemory() throws {
    try XSession.run { session in
      let content = try session.file(Self.size)
      _ = try session.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .file(content.path))
      try session.waitFor("changed clipboard other")
      let idle = try session.program.facts.anonymousMemory()
      let taken = session.fixture.folder.path("taken")
      try session.tell("read clipboard UTF8_STRING \(taken)")
      let peak = try session.program.facts.peakAnonymousMemory {
        session.said.contains("read 1 complete(bytes: \(Self.size))")
      }
      #expect(peak - idle < 4 * mebibyte)
      #expect(try Data(contentsOf: URL(filePath: taken)) == content.bytes)
    }
  }

  @Test(arguments: ["sized", "unsized"])
  func sixtyFourMebibytesAreGivenInLittleMemory(how: String) throws {
    try XSession.run { session in
      let content = try session.file(Self.size)
      try session.own("UTF8_STRING:\(how):\(content.path)")
      let idle = try session.program.facts.anonymousMemory()
      let taken = session.fixture.folder.path("taken")
      let xclip = try session.peer(
        "/bin/sh", ["-c", "exec xclip -selection clipboard -o -t UTF8_STRING > \(taken)"])
      let peak = try session.program.facts.peakAnonymousMemory { !xclip.isRunning }
      #expect(peak - idle < 4 * mebibyte)
      #expect(try Data(contentsOf: URL(filePath: taken)) == content.bytes)
      try session.waitFor("answer 1 complete(bytes: \(Self.size))")
    }
  }
}
