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

  @Test func `printed, such an address stays as it is`() throws {
    try Self.run { session, file, _ in
      let result = try Self.paste(session)
      #expect(result.exit == .success)
      #expect(result.output == "\(file)\n\(Self.address)\nfile://elsewhere/b\n")
    }
  }
}
