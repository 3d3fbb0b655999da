import Foundation
import Harness
import Testing

/// Large content costs a slice of it, in either direction.
@Suite struct MemoryTests {
  private static let size = 64 * mebibyte

  private func peak(of desk: Desk, while body: () throws -> Bool) throws -> Int {
    var peak = 0
    try eventually {
      peak = max(peak, try desk.program.facts.anonymousMemory())
      return try body()
    }
    return peak
  }

  @Test func sixtyFourMebibytesAreReadInLittleMemory() throws {
    try Desk.run { desk in
      let content = try desk.file(Self.size)
      _ = try desk.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .file(content.path))
      try desk.waitFor("changed clipboard other")
      let idle = try desk.program.facts.anonymousMemory()
      let taken = desk.fixture.folder.path("taken")
      try desk.tell("read clipboard UTF8_STRING \(taken)")
      let peak = try peak(of: desk) { desk.said.contains("read 1 complete(bytes: \(Self.size))") }
      #expect(peak - idle < 4 * mebibyte)
      #expect(try Data(contentsOf: URL(filePath: taken)) == content.bytes)
    }
  }

  @Test(arguments: ["sized", "unsized"])
  func sixtyFourMebibytesAreGivenInLittleMemory(how: String) throws {
    try Desk.run { desk in
      let content = try desk.file(Self.size)
      try desk.own("UTF8_STRING:\(how):\(content.path)")
      let idle = try desk.program.facts.anonymousMemory()
      let taken = desk.fixture.folder.path("taken")
      let xclip = try desk.peer(
        "/bin/sh", ["-c", "exec xclip -selection clipboard -o -t UTF8_STRING > \(taken)"])
      let peak = try peak(of: desk) { !xclip.isRunning }
      #expect(peak - idle < 4 * mebibyte)
      #expect(try Data(contentsOf: URL(filePath: taken)) == content.bytes)
      try desk.waitFor("answer 1 complete(bytes: \(Self.size))")
    }
  }
}
