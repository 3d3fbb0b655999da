import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Pictures and files outlast their program, and the history outlasts a killed dragclip.
@Suite struct SurvivingContentTests {
  static let text = OutTests.text
  /// PNG's smallest picture: one pixel.
  static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )!

  @Test(arguments: DisplayServer.tellingOfEnds)
  func `a picture outlasts its program`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // More than a pipe or a property of an X server takes at once.
      let bytes = Self.picture + Data(Sample.noise(400_000))
      let file = try session.fixture.folder.write("picture.png", bytes)
      let owner = try session.copies(["image/png@\(file)"])
      try session.current("the picture is held") { $0.isHeld }
      owner.kill()
      let present = try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.accept(present.offer, "image/png") == Array(bytes))
      #expect(try session.paste("image/png").outputBytes == Array(bytes))
    }
  }

  @Test(arguments: DisplayServer.tellingOfEnds)
  func `copied files outlast their program`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let file = try session.fixture.folder.write("a.txt", text: "its content")
      let uri = "file://\(file)"
      let owner = try session.copies([
        "x-special/gnome-copied-files=copy\n\(uri)", "text/uri-list=\(uri)\r\n",
        "\(Self.text)=\(file)",
      ])
      try session.current("the list is held") { $0.isHeld }
      owner.kill()
      try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.paste("x-special/gnome-copied-files").output == "copy\n\(uri)")
      #expect(try session.paste("text/uri-list").output == "\(uri)\r\n")
      let pasted = try session.fixture.folder.makeFolder("pasted")
      let result = try session.fixture.run(
        Built.dragctl, ["paste", "--output", pasted], on: session.bus)
      #expect(result.exit == .success, "\(result.error)")
      #expect(
        FileManager.default.contents(atPath: "\(pasted)/a.txt") == Data("its content".utf8))
    }
  }

  /// GTK 3 asks the clipboard manager when a program ends that has said so. It ends before dragclip would read by
  /// itself.
  @Test func `what a GTK 3 program saves when it ends can be pasted`() throws {
    try ClipboardSession.run(.x11) { session in
      let stored = try session.runGTK3(["store", "kept words"])
      #expect(stored.exit == .success, "\(stored.error)")
      let present = try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.paste("UTF8_STRING").output == "kept words")
      #expect(try session.accept(present.offer, Self.text) == Array("kept words".utf8))
      #expect(try session.waitForHistory(1)[0].size == 10)
    }
  }

  @Test func `a picture that a GTK 3 program saves when it ends can be pasted`() throws {
    try ClipboardSession.run(.x11) { session in
      let file = try session.fixture.folder.write("picture.png", Self.picture)
      let stored = try session.runGTK3(["store-picture", file])
      #expect(stored.exit == .success, "\(stored.error)")
      try session.current("dragclip owns it") { $0.isOwn }
      let pasted = try session.fixture.folder.write(
        "pasted.png", session.paste("image/png").outputBytes)
      let size = try session.fixture.run("/usr/bin/identify", ["-format", "%m %wx%h", pasted])
      #expect(size.output == "PNG 1x1", "\(size.error)")
      // GTK offers pictures in many types; those that dragclip does not have are not on offer.
      for target in try session.targets() where target.hasPrefix("image/") {
        #expect(try !session.paste(target).outputBytes.isEmpty, "\(target)")
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the history outlasts a killed dragclip, and dragd killed after it`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["\(Self.text)=the first"])
      _ = try session.waitForHistory(1)
      let owner = try session.copies(["\(Self.text)=the second"])
      let before = try session.waitForHistory(2)
      try session.connection.perform(.pinClipboard(before[1].offer), timeout: 20_000)
      let file = session.fixture.folder.path("runtime/dragd/dragclip-history")
      try eventually("the record is written") {
        let record = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return record.contains("\(before[0].offer)") && record.contains("\tpinned\t")
      }
      try session.replaceDragclip()
      try expect(before, session)
      #expect(try session.paste(Self.text).output == "the second")
      // The second killed program: dragclip makes new offers.
      session.dragd?.kill()
      try session.restartDragd()
      let again = try wait(for: before, session)
      #expect(try session.accept(again[1].offer, Self.text) == Array("the first".utf8))
      try session.current("dragclip has read it again") { $0.isHeld }
      owner.kill()
      try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.paste(Self.text).output == "the second")
    }
  }

  /// The display forgets what a killed program owned.
  @Test(arguments: DisplayServer.usual)
  func `what a killed dragclip owned is on the clipboard again, unless it was cleared`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let copy = try session.fixture.run(
        Built.dragctl, ["copy", "--text", "copied by dragctl"], on: session.bus)
      #expect(copy.exit == .success, "\(copy.error)")
      #expect(try session.waitForHistory(1).count == 1)
      try session.replaceDragclip()
      #expect(try session.current("dragclip owns it again") { $0.isOwn }.isHeld)
      #expect(try session.paste(Self.text).output == "copied by dragctl")
      let owner = try session.copies(["\(Self.text)=copied by a program"])
      #expect(try session.waitForHistory(2).count == 2)
      owner.kill()
      try session.current("dragclip owns it") { $0.isOwn }
      try session.replaceDragclip()
      try session.current("dragclip owns it again") { $0.isOwn }
      #expect(try session.paste(Self.text).output == "copied by a program")
      try session.connection.perform(.clearClipboard(.clipboard), timeout: 20_000)
      try session.replaceDragclip()
      let empty = try session.fixture.run(Built.dragctl, ["paste"], on: session.bus)
      #expect(empty.exit == .exited(3), "\(empty.output)")
      #expect(try session.history().count == 2)
    }
  }

  /// X11 lets a program give a type any name.
  @Test func `a line break in the name of a type neither pauses the history nor loses an entry`()
    throws
  {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["\(Self.text)=the first"])
      _ = try session.waitForHistory(1)
      _ = try session.copies(["image/png;\npaused\n;\r=no picture"])
      let before = try session.waitForHistory(2)
      _ = try session.dragclip.terminate()
      try session.restartDragclip()
      let status = try session.connection.perform(.clipboardStatus(), timeout: 20_000)
      #expect(!status.isPaused)
      try eventually("the history has both") {
        try session.history().map(\.types) == before.map(\.types)
      }
    }
  }

  /// Waits until the history has these contents and no other.
  private func wait(
    for before: [HistoryEntry], _ session: ClipboardSession
  ) throws -> [HistoryEntry] {
    try eventually("the history has the contents of before") {
      let all = try session.history()
      return all.map(\.types) == before.map(\.types) && all.map(\.isPinned) == [false, true]
        ? all : nil
    }
  }

  /// A dragclip that has just started reads what a living program owns, and finds that it has it.
  private func expect(_ before: [HistoryEntry], _ session: ClipboardSession) throws {
    try session.current("dragclip has read it again") { $0.isHeld }
    let after = try wait(for: before, session)
    #expect(after[1].offer == before[1].offer)
    #expect(try session.accept(after[1].offer, Self.text) == Array("the first".utf8))
    let pasted = try session.fixture.run(
      Built.dragctl, ["paste", "--history", "2"], on: session.bus)
    #expect(pasted.output == "the first", "\(pasted.error)")
  }
}

extension ClipboardSession {
  /// Runs gtk-clipboard.py with GTK 3 on the X server, to its end.
  fileprivate func runGTK3(_ arguments: [String]) throws -> Program.Result {
    try fixture.run(
      "/usr/bin/python3", [Built.tool("gtk-clipboard.py"), "3"] + arguments,
      environment: variables.merging(["GDK_BACKEND": "x11"]) { $1 })
  }
}
