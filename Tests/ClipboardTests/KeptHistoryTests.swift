import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// A history that its person has kept outlives dragclip, dragd and the session.
@Suite struct KeptHistoryTests {
  private static let kept = ["--keep-history", "on"]
  /// What a person would look for on the disk.
  private static let words = "two words"

  private static func folder(_ session: ClipboardSession) -> String {
    session.fixture.folder.path("state/dragd/clipboard")
  }

  private static func files(_ session: ClipboardSession) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(session)).sorted()
      .filter { $0 != "lock" }
  }

  /// All bytes below the folder of states, with the names.
  private static func bytes(_ session: ClipboardSession) throws -> String {
    let result = try session.fixture.run(
      "/bin/sh",
      [
        "-c", "cd \"$1\" && find . -type f -print -exec cat {} +", "sh",
        session.fixture.folder.path("state"),
      ])
    return String(decoding: result.outputBytes, as: UTF8.self)
  }

  private static func copies(
    _ text: String, _ more: String..., count: Int, _ session: ClipboardSession
  ) throws -> [HistoryEntry] {
    let owner = try session.copies(["\(OutTests.text)=\(text)"] + more)
    defer { owner.kill() }
    return try session.waitForHistory(count)
  }

  /// Kills all that has the history, as a power cut does, and begins anew.
  private static func restart(_ session: ClipboardSession, _ arguments: [String] = kept) throws {
    session.dragclip.kill()
    _ = try session.dragclip.wait()
    let dragd = try #require(session.dragd)
    dragd.kill()
    _ = try dragd.wait()
    try session.restartDragd()
    try session.restartDragclip(arguments)
  }

  @Test func `what was told to be there is there again after a kill, with its name`() throws {
    try ClipboardSession.run(.x11, Self.kept) { session in
      _ = try Self.copies("one \(Self.words)", count: 1, session)
      let entries = try Self.copies("two", "text/html=<b>two</b>", count: 2, session)
      try session.connection.perform(.pinClipboard(entries[1].offer), timeout: 20_000)
      let secret = try session.copies(
        ["\(OutTests.text)=very secret words", "x-kde-passwordManagerHint=secret"])
      try session.current("the secret is there") { $0.isSensitive }
      secret.kill()
      // What is told last waits for all that was to be written before.
      let before = try session.history()
      #expect(before.map(\.isPinned) == [false, true])
      #expect(try !Self.bytes(session).contains("secret"))

      try Self.restart(session)
      let after = try session.history()
      #expect(after.map(\.id) == before.map(\.id))
      #expect(after.map(\.isPinned) == [false, true])
      #expect(after.map(\.types) == before.map(\.types))
      #expect(after.map(\.copied) == before.map(\.copied))
      #expect(
        try session.accept(after[0].offer, "text/html") == Array("<b>two</b>".utf8))
      #expect(
        try session.accept(after[1].offer, "text/plain") == Array("one \(Self.words)".utf8))
      // Only their user can read them.
      let mode = try session.fixture.run(
        "stat",
        ["-c", "%a", Self.folder(session)]
          + Self.files(session).map {
            "\(Self.folder(session))/\($0)"
          })
      #expect(mode.output == "700\n600\n600\n")
    }
  }

  @Test func `forgotten content leaves the disk, and with all of it everything`() throws {
    try ClipboardSession.run(.x11, Self.kept) { session in
      _ = try Self.copies("one \(Self.words)", count: 1, session)
      let entries = try Self.copies("other text", count: 2, session)
      try session.connection.perform(.forgetClipboard(entries[1].offer), timeout: 20_000)
      #expect(try !Self.bytes(session).contains(Self.words))
      #expect(try Self.bytes(session).contains("other text"))
      // A damaged one is put aside, and is forgotten with the others.
      let file = "\(Self.folder(session))/\(try #require(try Self.files(session).first))"
      session.dragclip.kill()
      _ = try session.dragclip.wait()
      let dragd = try #require(session.dragd)
      dragd.kill()
      _ = try dragd.wait()
      var bytes = try Data(contentsOf: URL(filePath: file))
      bytes[bytes.count - 1] ^= 1
      try bytes.write(to: URL(filePath: file))
      try "not dragclip's".write(
        toFile: "\(Self.folder(session))/notes.txt", atomically: true, encoding: .utf8)
      try session.restartDragd()
      try session.restartDragclip(Self.kept)
      #expect(try session.history().isEmpty)
      let said = session.dragclip.standardError
      #expect(said.contains("is damaged: it is put aside as \(file).damaged"), "\(said)")
      #expect(said.contains("notes.txt is no file of the history"), "\(said)")
      #expect(try Self.bytes(session).contains("other tex"))
      let all = try session.fixture.run(
        Built.dragctl, ["clipboard", "forget", "--all"], on: session.bus,
        environment: session.variables)
      #expect(all.exit == .success, "\(all.error)")
      #expect(try Self.files(session) == ["notes.txt"])
    }
  }

  @Test(.enabled(if: SmallDisk.unavailable == nil, "no small disk can be mounted here"))
  func `on a full disk the history goes on in memory, and says so once`() throws {
    try ClipboardSession.run(.x11) { session in
      session.dragclip.kill()
      _ = try session.dragclip.wait()
      let disk = SmallDisk(bytes: 65_536, at: try session.fixture.folder.makeFolder("state"))
      try session.restartDragclip(Self.kept, on: disk)
      // dragclip serves no caller here, whose files are others than its own.
      func said() -> Int {
        session.dragclip.standardError.split(separator: "\n").count {
          $0.contains("goes on in memory") && $0.contains("No space left")
        }
      }
      let large = String(repeating: "large words ", count: 8_000)
      let owner = try session.copies(["\(OutTests.text)=\(large)"])
      try eventually("it is said") { said() == 1 }
      owner.kill()
      try eventually("it is there") { try session.paste(OutTests.text).output == large }
      let small = try session.copies(["\(OutTests.text)=small text"])
      defer { small.kill() }
      let folder = disk.folder(seenBy: session.dragclip) + "/dragd/clipboard"
      try eventually("what has room is kept") {
        try FileManager.default.contentsOfDirectory(atPath: folder).count { $0.count == 5 } == 1
      }
      #expect(said() == 1)
    }
  }

  @Test func `something else at its place stays as it is`() throws {
    try ClipboardSession.run(.x11) { session in
      session.dragclip.kill()
      _ = try session.dragclip.wait()
      try session.fixture.folder.write("state/dragd/clipboard", text: "a note")
      try session.restartDragclip(Self.kept)
      _ = try Self.copies(Self.words, count: 1, session)
      #expect(
        session.dragclip.standardError.contains(
          "the history is not kept on the disk: \(Self.folder(session)): Not a directory"))
      #expect(try String(contentsOfFile: Self.folder(session), encoding: .utf8) == "a note")
    }
  }

  // MARK: The file of settings

  @Test func `the file of settings counts at once, and says what is wrong in it`() throws {
    try ClipboardSession.run(.x11) { session in
      for (index, text) in ["one text", "two texts", "three texts"].enumerated() {
        _ = try Self.copies(text, count: index + 1, session)
      }
      #expect(!FileManager.default.fileExists(atPath: Self.folder(session)))
      let path = "config/dragd/dragclip.conf"
      try session.fixture.folder.write(
        path, text: "# of a person\nhistory = 2\nkeep-history=on\nhistori = 3\npersist = much\n")
      _ = try session.waitForHistory(2)
      try eventually("the history is kept") {
        try FileManager.default.fileExists(atPath: Self.folder(session))
          && Self.files(session).count == 2
      }
      let file = session.fixture.folder.path(path)
      for line in [
        "\(file):4: there is no key “histori”: there are persist, history, history-size, keep-history",
        "\(file):5: persist takes a size from 1 to 256M, such as 64M, or “off”, not “much”",
      ] {
        #expect(
          session.dragclip.standardError.contains(line), "\(session.dragclip.standardError)")
      }
      // A slip of the pen changes nothing.
      try session.fixture.folder.write(path, text: "history = 2\nkeep-history = of\n")
      try eventually("it is read") {
        session.dragclip.standardError.contains("keep-history takes “on” or “off”, not “of”")
      }
      #expect(try Self.files(session).count == 2)
      try FileManager.default.removeItem(atPath: file)
      try eventually("nothing is kept without it") { try Self.files(session).isEmpty }
      #expect(try session.history().count == 2)
      _ = try Self.copies("four texts", count: 3, session)
    }
  }

  @Test(arguments: [
    ["--history", "0"], ["--history", "501"], ["--history-size", "off"],
    ["--keep-history", "yes"],
  ])
  func `a flag with a wrong value says what is right`(_ arguments: [String]) throws {
    let result = try Program.run(Built.dragclip, arguments)
    #expect(result.exit == .exited(2))
    #expect(
      result.error.contains("\(arguments[0]) takes") && result.error.contains("“\(arguments[1])”"),
      "\(result.error)")
  }
}
