import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Content that `dragctl copy` copies joins the history like content that programs copy.
@Suite struct RememberedCopyTests {
  private static func dragctl(
    _ session: ClipboardSession, _ arguments: String..., input: Program.Input = .empty
  ) throws -> Program.Result {
    let result = try session.fixture.run(
      Built.dragctl, arguments, on: session.bus, environment: session.variables, input: input)
    try #require(result.exit == .success, "\(arguments): \(result.error)")
    return result
  }

  @Test(arguments: DisplayServer.every)
  func `texts, files and large content are in the history`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try Self.dragctl(
        session, "copy", "--text", "two words", "--rep", "text/html=-",
        input: .text("<b>two</b> words"))
      _ = try session.waitForHistory(1)
      let file = try session.fixture.folder.write("file ü.bin", text: "its content")
      _ = try Self.dragctl(session, "copy", file)
      _ = try session.waitForHistory(2)
      let large = String(repeating: "large ", count: 1_000_000)
      _ = try Self.dragctl(session, "copy", input: .text(large))
      _ = try session.waitForHistory(3)
      // The clipboard still has the whole content.
      #expect(try session.paste(OutTests.text).output == large)
      #expect(try Self.dragctl(session, "paste", "--history", "1").output == large)
      // The history has the file's content, and its address.
      try FileManager.default.removeItem(atPath: file)
      #expect(try Self.dragctl(session, "paste", "--history", "2").output == "its content")
      let list = try Self.dragctl(session, "paste", "--history", "2", "-t", "text/uri-list")
      #expect(list.output.hasSuffix("/file%20%C3%BC.bin\r\n"), "\(list.output)")
      #expect(try Self.dragctl(session, "paste", "--history", "3").output == "two words")
      let html = try Self.dragctl(session, "paste", "--history", "3", "-t", "text/html")
      #expect(html.output == "<b>two</b> words")
    }
  }

  @Test func `what was copied from a file pastes when the file has changed since`() throws {
    try ClipboardSession.run(.x11) { session in
      // dragd holds a smaller content itself.
      let large = String(repeating: "large ", count: 400_000)
      let file = try session.fixture.folder.write("log", text: large)
      _ = try Self.dragctl(session, "copy", input: .file(file))
      _ = try session.waitForHistory(1)
      _ = try session.fixture.folder.write("log", text: large + "more")
      #expect(try Self.dragctl(session, "paste").output == large)
    }
  }

  @Test(arguments: [["--sensitive"], ["--once"], ["--clear-after", "10m"]])
  func `what is sensitive, for once or for a time is in no history`(_ flags: [String]) throws {
    try ClipboardSession.run(.x11) { session in
      let result = try session.fixture.run(
        Built.dragctl, ["copy", "--text", "two words"] + flags, on: session.bus,
        environment: session.variables)
      try #require(result.exit == .success, "\(result.error)")
      try session.current("it is there") { $0.isOwn }
      // Content joins the history after a quarter of a second.
      try session.waitForASecond()
      #expect(try session.history().isEmpty)
      #expect(try session.paste(OutTests.text).output == "two words")
    }
  }
}

extension ClipboardSession {
  /// Returns when dragclip has cleared PRIMARY after a second: it had the time for what it does later than that it sees
  /// a copy.
  func waitForASecond() throws {
    let copied = try fixture.run(
      Built.dragctl, ["copy", "--primary", "--text", "clock", "--clear-after", "1s"], on: bus,
      environment: variables)
    try #require(copied.exit == .success, "\(copied.error)")
    try eventually("a second has passed") {
      try fixture.run(
        Built.dragctl, ["paste", "--primary"], on: bus, environment: variables
      ).exit == .exited(3)
    }
  }
}
