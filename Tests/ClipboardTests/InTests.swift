import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Copies of programs, offered to dragd.
@Suite struct InTests {
  @Test(arguments: DisplayServer.every)
  func `the types of a copy come in their order, with equal bytes`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let picture = try session.fixture.folder.write(
        "picture", text: String(repeating: "picture ", count: 300_000))
      _ = try session.copies([
        "application/x-first=one", "text/html=<b>two</b>", "image/png@\(picture)",
        "text/plain;charset=utf-8=thr\u{e9}e", "x-unknown=4",
      ])
      let present = try session.current("the copy is there") { $0.targets.count >= 5 }
      let items = try session.connection.perform(.items(of: present.offer), timeout: 20_000)
      #expect(
        items[0].representations.map { $0.content.type.description } == [
          "application/x-first", "text/html", "image/png", "text/plain;charset=utf-8",
          // A target that is no MIME type comes last, and has its name.
          "application/vnd.dragd.target;name=x-unknown",
        ])
      #expect(try session.accept(present.offer, "application/x-first") == Array("one".utf8))
      #expect(try session.accept(present.offer, "text/html") == Array("<b>two</b>".utf8))
      #expect(
        try session.accept(present.offer, "image/png")
          == Array(String(repeating: "picture ", count: 300_000).utf8))
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("thr\u{e9}e".utf8))
      #expect(
        try session.accept(present.offer, "application/vnd.dragd.target;name=x-unknown")
          == Array("4".utf8))
    }
  }

  @Test(
    arguments: [DisplayServer.wayland, .kwin, .ext], ["text/html", "image/png", "text/uri-list"])
  func `what wl-copy copies is pasted in the shell`(_ kind: DisplayServer, _ type: String) throws {
    try ClipboardSession.run(kind) { session in
      let bytes =
        switch type {
        case "image/png": Array(SurvivingContentTests.picture)
        case "text/html": Array("<b>Fünf</b> Äpfel".utf8)
        default: Array("file:///nowhere/a%20b\r\nfile:///nowhere/c\r\n".utf8)
        }
      _ = try session.fixture.start(
        "wl-copy", ["--foreground", "--type", type], environment: session.variables,
        input: .bytes(bytes))
      try session.current("the copy is there") { $0.targets.contains(type) }
      let pasted = try session.fixture.run(
        Built.dragctl, ["paste", "--type", type, "--output", "-"], on: session.bus)
      #expect(pasted.outputBytes == bytes, "\(pasted.error)")
    }
  }

  /// X11 programs, also on mutter.
  @Test(arguments: DisplayServer.usualOfX11, ["3", "4"])
  func `HTML and pictures of a program of GTK are pasted in the shell`(
    _ kind: DisplayServer, _ version: String
  ) throws {
    try ClipboardSession.run(kind) { session in
      let folder = session.fixture.folder
      let contents = [
        ("text/html", Array("<b>Fünf</b> Äpfel".utf8)),
        ("image/png", Array(SurvivingContentTests.picture)),
      ]
      let owned = try contents.map { type, bytes in
        try "\(type)=\(folder.write(type.replacing("/", with: "."), bytes))"
      }
      let owner = try session.fixture.start(
        "/usr/bin/python3", [Built.tool("gtk-clipboard.py"), version, "own"] + owned,
        environment: session.variables.merging(["GDK_BACKEND": "x11"]) { $1 }, input: .pipe)
      try owner.waitForOutput("owns")
      let present = try session.current("the copy is there") { $0.targets.contains("image/png") }
      let types = contents.map(\.0)
      #expect(present.targets.filter(types.contains) == types)
      for (type, bytes) in contents {
        let pasted = try session.fixture.run(
          Built.dragctl, ["paste", "--type", type, "--output", "-"], on: session.bus)
        #expect(pasted.outputBytes == bytes, "\(pasted.error)")
      }
    }
  }

  @Test func `text without a type of its own is UTF-8`() throws {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["UTF8_STRING=gr\u{fc}n", "STRING=nothing"])
      let present = try session.current("the copy is there") { _ in true }
      let items = try session.connection.perform(.items(of: present.offer), timeout: 20_000)
      #expect(items[0].representations.map(\.content.type) == [.utf8Text])
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("gr\u{fc}n".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `with persist off nothing is read before it is wanted`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind, ["--persist", "off"]) { session in
      let owner = try session.copies(["text/plain;charset=utf-8=lazy words"])
      let present = try session.current("the copy is there") { _ in true }
      #expect(!present.isHeld)
      // Not every compositor has PRIMARY.
      if [.wayland, .x11].contains(kind) { try session.waitForASecond() }
      #expect(!owner.standardOutput.contains("asked"))
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("lazy words".utf8))
      try owner.waitForOutput("asked text")
      #expect(owner.standardOutput.components(separatedBy: "asked text").count == 2)
      #expect(try session.history().isEmpty)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a secret is read by nobody but who wants it`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies([
        "text/plain;charset=utf-8=pass word", "x-kde-passwordManagerHint=secret",
      ])
      let present = try session.current("the copy is there") { _ in true }
      #expect(present.isSensitive)
      #expect(!present.isHeld)
      try owner.waitForOutput("asked x-kde-passwordManagerHint")
      #expect(!owner.standardOutput.contains("asked text"))
      #expect(try session.history().isEmpty)
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("pass word".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `an owner that does not say whether it is a secret has one`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies([
        "text/plain;charset=utf-8=pass word", "x-kde-passwordManagerHint!",
      ])
      #expect(try session.current("the copy is there") { _ in true }.isSensitive)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the pause ends the history`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      try session.connection.perform(.pauseClipboard(true), timeout: 20_000)
      #expect(try session.connection.perform(.clipboardStatus(), timeout: 20_000).isPaused)
      let owner = try session.copies(["text/plain;charset=utf-8=two words"])
      let present = try session.current("the copy is there") { _ in true }
      #expect(!present.isHeld)
      #expect(!owner.standardOutput.contains("asked"))
      try session.connection.perform(.pauseClipboard(false), timeout: 20_000)
      _ = try session.copies(["text/plain;charset=utf-8=three more words"])
      #expect(try session.waitForHistory(1)[0].size == 16)
    }
  }

  @Test func withoutPersistenceTheFormerHistoryEnds() throws {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["text/plain;charset=utf-8=two words"])
      let entry = try session.waitForHistory(1)[0]
      try session.replaceDragclip(["--persist", "off"])
      #expect(try session.history().isEmpty)
      try eventually("the entry is withdrawn") {
        do {
          _ = try session.connection.perform(.properties(of: entry.offer), timeout: 20_000)
          return false
        } catch let error as RequestError {
          return error.code == .broker(.noSuchOffer)
        }
      }
    }
  }

  /// Regression: the pause ended with the process, and a pin or a forgotten entry of the last moment was lost.
  @Test(arguments: DisplayServer.usual)
  func whatACallerWasAnsweredOutlastsAKilledDragclip(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let text = "text/plain;charset=utf-8"
      _ = try session.copies(["\(text)=the first"])
      _ = try session.waitForHistory(1)
      _ = try session.copies(["\(text)=the second"])
      let entries = try session.waitForHistory(2)
      try session.connection.perform(.pinClipboard(entries[1].offer), timeout: 20_000)
      try session.connection.perform(.forgetClipboard(entries[0].offer), timeout: 20_000)
      #expect(try session.pasted() == "the second")
      try session.replaceDragclip()
      try session.current("dragclip sees the copy") { _ in true }
      #expect(try session.pasted() == "the second")
      #expect(try session.history().map(\.isPinned) == [true])
      try session.connection.perform(.pauseClipboard(true), timeout: 20_000)
      try session.replaceDragclip()
      #expect(try session.connection.perform(.clipboardStatus(), timeout: 20_000).isPaused)
      _ = try session.copies(["\(text)=the third"])
      try session.current("the third is there") { !$0.isHeld }
      #expect(try session.pasted() == "the third")
      #expect(try session.history().count == 1)
    }
  }
}

extension ClipboardSession {
  /// What `dragctl paste` prints.
  fileprivate func pasted() throws -> String {
    let result = try fixture.run(Built.dragctl, ["paste"], on: bus)
    guard result.exit == .success else { throw HarnessFailure(result.error) }
    return result.output
  }
}
