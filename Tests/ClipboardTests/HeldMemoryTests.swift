import DragConnection
import DragProtocol
import Harness
import Testing

/// A large content that dragclip has read ahead is in memory once, in a file there, and leaves it whole.
@Suite struct HeldMemoryTests {
  private static let type = "application/x-large"
  private static let size = 64 << 20
  /// More than dragclip needs for its work, and less than a tenth of the content.
  private static let slack = 4 << 20
  private static let displays = Extent.part(of: [DisplayServer.wayland, .x11]) { _ in false }

  @Test(arguments: displays)
  func `a large content is held once and leaves nothing behind`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // What dragclip needs for any content is there before.
      let small = try session.copies(["\(OutTests.text)=two words"])
      _ = try session.waitForHistory(1)
      small.kill()
      try session.current("dragclip owns the text") { $0.isOwn }
      #expect(try session.paste(OutTests.text).output == "two words")
      let memory = try Memory(session.dragclip)

      let file = try session.fixture.folder.write("large", Sample.noise(Self.size))
      let owner = try session.copies(["\(Self.type)@\(file)"])
      var seen = try memory.highest { try session.history().count == 2 }
      #expect(seen.anonymous < Self.slack)
      #expect((Self.size..<Self.size + Self.slack).contains(seen.files))

      owner.kill()
      try session.current("dragclip owns it") { $0.isOwn }
      let paste = try session.fixture.start(
        "/bin/sh", ["-c", "\"$@\" | cmp - '\(file)'", "sh"] + session.pasteCommand(Self.type),
        environment: session.variables)
      seen = try memory.highest { !paste.isRunning }
      #expect(try paste.wait().exit == .success)
      #expect(seen.anonymous < Self.slack)
      #expect(seen.files < Self.size + Self.slack)

      // Another content replaces it, and the history forgets it.
      _ = try session.copies(["\(OutTests.text)=other words"])
      let entries = try session.waitForHistory(3)
      let large = try #require(entries.first { $0.size == UInt64(Self.size) })
      try session.connection.perform(.forgetClipboard(large.offer), timeout: 20_000)
      try eventually(within: Timeout.long, "its bytes are gone") {
        let now = try memory.now()
        return now.files < Self.slack && now.anonymous < Self.slack
      }
    }
  }

  /// What dragclip uses more than before.
  private struct Memory {
    let facts: ProcessFacts
    let before: (anonymous: Int, files: Int)

    init(_ program: Program) throws {
      facts = program.facts
      before = (try facts.anonymousMemory(), try facts.memoryFileBytes())
    }

    func now() throws -> (anonymous: Int, files: Int) {
      (
        try facts.anonymousMemory() - before.anonymous, try facts.memoryFileBytes() - before.files
      )
    }

    /// The most of each until the condition is true.
    func highest(until isOver: () throws -> Bool) throws -> (anonymous: Int, files: Int) {
      var most = (anonymous: 0, files: 0)
      try eventually(within: Timeout.long) {
        let now = try now()
        most = (max(most.anonymous, now.anonymous), max(most.files, now.files))
        return try isOver()
      }
      let last = try now()
      return (max(most.anonymous, last.anonymous), max(most.files, last.files))
    }
  }
}
