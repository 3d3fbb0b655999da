import DragProtocol
import Foundation
import Harness
import Testing

/// Files that a file manager has cut, and that `dragctl paste --move` moves.
@Suite struct PastedMoveTests {
  /// - Parameter file: what is cut: a path in the fixture's folder.
  private static func run(
    _ file: String, _ body: (ClipboardSession, _ path: String) throws -> Void
  ) throws {
    try ClipboardSession.run(.x11) { session in
      let folder = session.fixture.folder
      _ = try folder.makeFolder("from")
      _ = try folder.makeFolder("from/tree")
      try folder.write("from/tree/leaf", text: "leaf")
      try folder.write("from/a.txt", text: "mine")
      let path = folder.path(file)
      let list = try folder.write("list", text: "file://\(path)\r\n")
      let gnome = try folder.write("gnome", text: "cut\nfile://\(path)")
      _ = try session.copies([
        "text/uri-list@\(list)", "x-special/gnome-copied-files@\(gnome)",
      ])
      try session.current("the list is there") { $0.targets.contains("text/uri-list") }
      try body(session, path)
    }
  }

  /// Regression: its copy replaced it, or got a number, and was then removed in its place.
  @Test(arguments: [["from"], ["from", "--force"], ["from/a.txt", "--force"]])
  func `a file that is moved to where it is stays there`(_ arguments: [String]) throws {
    try Self.run("from/a.txt") { session, path in
      let folder = session.fixture.folder
      let result = try session.fixture.run(
        Built.dragctl,
        ["paste", "--move", "-o", folder.path(arguments[0])] + arguments.dropFirst(),
        on: session.bus)
      #expect(result.exit == .success, "\(result.error)")
      let left = FileManager.default.contents(atPath: path)
      #expect(left == Data("mine".utf8))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("from"))
      #expect(names.sorted() == ["a.txt", "tree"])
    }
  }

  @Test func `a folder that is moved to where it is keeps its name`() throws {
    try Self.run("from/tree") { session, path in
      let folder = session.fixture.folder
      let result = try session.fixture.run(
        Built.dragctl, ["paste", "--move", "-o", folder.path("from")], on: session.bus)
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "\(path)\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("from"))
      #expect(names.sorted() == ["a.txt", "tree"])
    }
  }

  /// Regression: what had the file's name at the end was removed, although it was not what was copied.
  @Test func `a file that takes the name of one that is being moved stays`() throws {
    try Self.run("from/a.txt") { session, path in
      let folder = session.fixture.folder
      try folder.write("from/a.txt", Sample.noise(200_000_000))
      try folder.write("from/new", text: "theirs")
      _ = try folder.makeFolder("to")
      let paste = try session.fixture.start(
        Built.dragctl, ["paste", "--move", "-o", folder.path("to")], on: session.bus)
      let open = "/proc/\(paste.processIdentifier)/fd"
      try eventually("it copies the file, or has copied it") {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: open)) ?? []
        return numbers.isEmpty
          || numbers.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\($0)")) == path
          }
      }
      #expect(rename(folder.path("from/new"), path) == 0)
      let result = try paste.wait()
      #expect(FileManager.default.contents(atPath: path) == Data("theirs".utf8), "\(result.error)")
    }
  }

  /// Regression: the file was then at both places.
  @Test func `of two pastes of a cut file one moves it`() throws {
    try Self.run("from/a.txt") { session, path in
      let folder = session.fixture.folder
      for name in ["to", "other"] { _ = try folder.makeFolder(name) }
      func paste(_ place: String, _ environment: [String: String] = [:]) throws -> Program {
        try session.fixture.start(
          Built.dragctl, ["paste", "--move", "-o", folder.path(place)], on: session.bus,
          environment: environment)
      }
      // The first one stops while it holds the file, until the test reads the name of the step.
      let steps = folder.path("steps")
      #expect(mkfifo(steps, 0o600) == 0)
      let first = try paste("to", ["DRAGD_FAIL_COUNT": steps])
      let reader = try Program("/bin/sh", ["-c", "read step < '\(steps)'; echo \"$step\""])
      defer { reader.close() }
      try reader.waitForOutput("source: hold the file")
      let holds = folder.path("state/dragd/holds")
      try eventually("it holds the file") {
        let names = try? FileManager.default.contentsOfDirectory(atPath: holds)
        return names?.isEmpty == false
      }
      let second = try paste("other").wait()
      #expect(second.exit == .exited(6) && second.error.contains("another program is moving it"))
      let rest = try Program("/bin/sh", ["-c", "while cat '\(steps)'; do :; done"])
      defer { rest.close() }
      let result = try first.wait()
      #expect(result.exit == .success, "\(result.error)")
      #expect(FileManager.default.contents(atPath: folder.path("to/a.txt")) == Data("mine".utf8))
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(!FileManager.default.fileExists(atPath: folder.path("other/a.txt")))
    }
  }
}
