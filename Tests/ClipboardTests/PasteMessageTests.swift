import DragConnection
import DragProtocol
import Foundation
import Harness
import Testing

/// What `dragctl paste` says of content that cannot be pasted any more.
@Suite struct PasteMessageTests {
  private static func run(
    _ body: (_ session: ClipboardSession, _ dragctl: ([String]) throws -> Program.Result) throws
      -> Void
  ) throws {
    try ClipboardSession.run(.x11) { session in
      try body(session) { arguments in
        try session.fixture.run(
          Built.dragctl, arguments, on: session.bus, environment: session.variables)
      }
    }
  }

  /// Regression: the signal of the limit ended dragctl. dragclip, which reads ahead, goes on without what is too large.
  @Test func `of content that is too large for a limit it names the file`() throws {
    try ClipboardSession.run(.x11) { session in
      let type = "application/x-large"
      let limit = "--fsize=100000"
      let limiting = try session.fixture.run(
        "/usr/bin/prlimit", ["--pid", "\(session.dragclip.processIdentifier)", limit])
      #expect(limiting.exit == .success, "\(limiting.error)")
      let large = Sample.noise(300_000)
      let owner = try session.copies(["\(type)@\(session.fixture.folder.write("large", large))"])
      try session.current("the copy is there") { $0.targets.contains(type) }
      let paste = [Built.dragctl, "paste", "-t", type]
      let result = try session.fixture.run(
        "/usr/bin/prlimit", [limit] + paste + ["-o", "copy"], on: session.bus)
      #expect(result.exit == .exited(5), "\(result.error)")
      #expect(result.error.contains("copy: File too large"), "\(result.error)")
      #expect(!FileManager.default.fileExists(atPath: session.fixture.folder.path("copy")))
      let printed = try session.fixture.run(paste[0], Array(paste[1...]), on: session.bus)
      #expect(printed.outputBytes == large, "\(printed.error)")
      owner.kill()
      _ = try session.copies(["\(OutTests.text)=two words"])
      _ = try session.waitForHistory(1)
    }
  }

  @Test func `of an offer that was withdrawn it names the clipboard`() throws {
    try Self.run { session, dragctl in
      let offer = try session.offer(["--type", OutTests.text], input: .text("words"))
      #expect(try dragctl(["copy", "\(offer)"]).exit == .success)
      #expect(try dragctl(["withdraw", "\(offer)"]).exit == .success)
      let result = try dragctl(["paste"])
      #expect(result.exit == .exited(3))
      #expect(result.error.contains("nothing is on the clipboard"), "\(result.error)")
      #expect(!result.error.contains("\(offer)"), "\(result.error)")
    }
  }

  @Test(arguments: [[], ["-o", "copy.txt"]])
  func `of a file that has changed it names the file`(_ flags: [String]) throws {
    try Self.run { session, dragctl in
      let file = try session.fixture.folder.write("note.txt", text: "its content")
      // What is secret is copied nowhere: there is no snapshot of it, and it is not in the history.
      #expect(try dragctl(["copy", "--sensitive", "--once", file]).exit == .success)
      _ = try session.fixture.folder.write("note.txt", text: "more than its content")
      let result = try dragctl(["paste"] + flags)
      #expect(result.exit == .exited(5))
      #expect(
        result.error.contains("note.txt has changed since it was copied"), "\(result.error)")
      #expect(result.error.contains("Copy it again"), "\(result.error)")
    }
  }

  @Test(arguments: [[], ["-t", "text/plain"], ["-o", "copy.txt"]])
  func `of a file that can be pasted once there is nothing to say before that`(
    _ flags: [String]
  ) throws {
    try Self.run { session, dragctl in
      let file = try session.fixture.folder.write("note.txt", text: "its content")
      #expect(try dragctl(["copy", "--once", file]).exit == .success)
      _ = try session.fixture.folder.write("note.txt", text: "more than its content")
      let result = try dragctl(["paste"] + flags)
      #expect(result.exit == .success, "\(result.error)")
      let copy = session.fixture.folder.path("copy.txt")
      let pasted =
        flags.first == "-o" ? try String(contentsOfFile: copy, encoding: .utf8) : result.output
      #expect(pasted == "its content")
      #expect(try dragctl(["paste"]).exit == .exited(3))
    }
  }

  @Test(arguments: ["0", "-1"])
  func `of a number that no entry has it says the first`(_ number: String) throws {
    let result = try Program.run(Built.dragctl, ["paste", "--history", number])
    #expect(result.exit == .exited(2))
    #expect(result.error.contains("there is no entry \(number)"), "\(result.error)")
    #expect(result.error.contains("1 is the newest"), "\(result.error)")
  }
}
