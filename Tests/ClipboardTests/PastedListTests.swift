import DragProtocol
import Foundation
import Harness
import Testing

/// Lists of files with entries that are no files of this machine.
@Suite struct PastedListTests {
  private static let address = "https://example.org/a"

  private static func run(
    _ body: (ClipboardSession, _ file: String, _ folder: String) throws -> Void
  ) throws {
    try ClipboardSession.run(.x11) { session in
      let folder = session.fixture.folder
      let file = try folder.write("here.txt", text: "here")
      let list = try folder.write(
        "list", text: "file://\(file)\r\n\(address)\r\nfile://elsewhere/b\r\n")
      let gnome = try folder.write("gnome", text: "cut\nfile://\(file)\n\(address)")
      _ = try session.copies([
        "text/uri-list@\(list)", "x-special/gnome-copied-files@\(gnome)",
      ])
      try session.current("the list is there") { $0.targets.contains("text/uri-list") }
      try body(session, file, try folder.makeFolder("pasted"))
    }
  }

  private static func paste(
    _ session: ClipboardSession, _ arguments: String...
  ) throws -> Program.Result {
    try session.fixture.run(Built.dragctl, ["paste"] + arguments, on: session.bus)
  }

  @Test func `what is no file of this machine is said, and the files are pasted`() throws {
    try Self.run { session, file, folder in
      let result = try Self.paste(session, "-o", folder)
      #expect(result.exit == .exited(5))
      #expect(result.error.contains(Self.address), "\(result.error)")
      #expect(result.error.contains("text/uri-list"), "\(result.error)")
      #expect(FileManager.default.contents(atPath: "\(folder)/here.txt") == Data("here".utf8))
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `nothing of such a list is moved`() throws {
    try Self.run { session, file, folder in
      let result = try Self.paste(session, "--move", "-o", folder)
      #expect(result.exit == .exited(6))
      #expect(result.error.contains(Self.address), "\(result.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `what is copied while files are moved stays on the clipboard`() throws {
    try ClipboardSession.run(.x11) { session in
      let folder = session.fixture.folder
      let files = try (0..<100).map { try folder.write("file-\($0)", text: "\($0)") }
      let list = try folder.write(
        "gnome", text: (["cut"] + files.map { "file://\($0)" }).joined(separator: "\n"))
      _ = try session.copies(["x-special/gnome-copied-files@\(list)"])
      try session.current("the list is there") {
        $0.targets.contains("x-special/gnome-copied-files")
      }
      let pasted = try folder.makeFolder("pasted")
      let move = try session.fixture.start(
        Built.dragctl, ["paste", "--move", "-o", pasted], on: session.bus)
      try eventually("the move has begun") {
        FileManager.default.fileExists(atPath: "\(pasted)/file-0")
      }
      move.send(SIGSTOP)
      try #require(FileManager.default.fileExists(atPath: files[99]))
      _ = try session.copies(["UTF8_STRING=copied meanwhile"])
      try session.current("the text is there") { $0.targets.contains("UTF8_STRING") }
      move.send(SIGCONT)
      let result = try move.wait()
      #expect(result.exit == .success, "\(result.error)")
      #expect(!FileManager.default.fileExists(atPath: files[99]))
      #expect(try session.paste("UTF8_STRING").output == "copied meanwhile")
    }
  }

  @Test func `printed, such an address stays as it is`() throws {
    try Self.run { session, file, _ in
      let result = try Self.paste(session)
      #expect(result.exit == .success)
      #expect(result.output == "\(file)\n\(Self.address)\nfile://elsewhere/b\n")
    }
  }
}
