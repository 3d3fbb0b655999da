import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// A copy outlasts the program that copied it.
@Suite struct OwnerExitTests {
  static let text = "text/plain;charset=utf-8"

  @Test(arguments: DisplayServer.tellingOfEnds)
  func `what a killed program copied can still be pasted`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies(["\(Self.text)=two words", "text/html=<b>two</b>"])
      try session.current("the copy is held") { $0.isHeld }
      owner.kill()
      let present = try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.targets().contains("text/html"))
      #expect(try session.paste(Self.text).output == "two words")
      #expect(try session.paste("text/html").output == "<b>two</b>")
      #expect(try session.accept(present.offer, "text/html") == Array("<b>two</b>".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a living program keeps its ownership`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies(["\(Self.text)=two words"])
      let present = try session.current("the copy is held") { $0.isHeld }
      #expect(!present.isOwn)
      #expect(!owner.standardOutput.contains("lost"))
      #expect(try session.paste(Self.text).output == "two words")
      try eventually("the program itself has answered") {
        owner.standardOutput.components(separatedBy: "asked \(Self.text)").count == 3
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a cut of a killed program is gone`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies([
        "x-special/gnome-copied-files=cut\nfile:///nowhere", "text/uri-list=file:///nowhere",
      ])
      try session.current("the cut is seen") { $0.isCut }
      owner.kill()
      try session.waitForNothing()
      #expect(try session.history().isEmpty)
    }
  }

  @Test(arguments: DisplayServer.tellingOfEnds)
  func `a secret of a killed program is gone`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies([
        "\(Self.text)=pass word", "x-kde-passwordManagerHint=secret",
      ])
      try session.current("the secret is seen") { $0.isSensitive }
      // mutter has read the copy too.
      if kind == .mutter { try owner.waitForOutput("asked \(Self.text)") }
      owner.kill()
      try eventually("programs have nothing to paste") {
        try session.hasNothingToPaste(Self.text)
      }
      try session.waitForNothing()
      #expect(try session.history().isEmpty)
    }
  }

  /// Wayland does not tell whether the program ended or cleared the clipboard.
  @Test func `a single word that goes soon on Wayland is gone, and out of the history`() throws {
    try ClipboardSession.run(.wayland) { session in
      let owner = try session.copies(["\(Self.text)=correct-horse"])
      try session.current("the word is held") { $0.isHeld }
      owner.kill()
      try session.waitForNothing()
      #expect(try session.history().isEmpty)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `who watches hears of each change of the history`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let watcher = try Watcher(session.bus)
      _ = try session.copies(["\(Self.text)=two words"])
      try watcher.hearOfHistory(times: 1)
      let entry = try #require(try session.history().first)
      for (number, (word, isPinned)) in [("pin", true), ("unpin", false)].enumerated() {
        let result = try session.fixture.run(
          Built.dragctl, ["clipboard", word, "1"], on: session.bus)
        #expect(result.exit == .success, "\(result.error)")
        try watcher.hearOfHistory(times: 2 + number)
        #expect(try session.history().map(\.isPinned) == [isPinned])
      }
      try session.connection.perform(.forgetClipboard(entry.offer), timeout: 20_000)
      try watcher.hearOfHistory(times: 4)
      #expect(try session.history().isEmpty)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a dragclip that comes back has the history`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["\(Self.text)=the first"])
      _ = try session.waitForHistory(1)
      _ = try session.copies(["\(Self.text)=the second"])
      let before = try session.waitForHistory(2)
      try session.connection.perform(.pinClipboard(before[1].offer), timeout: 20_000)
      #expect(try session.dragclip.terminate() == .success)
      let file = session.fixture.folder.path("runtime/dragd/dragclip-history")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try session.restartDragclip()
      let after = try session.waitForHistory(2)
      #expect(after.map(\.offer) == before.map(\.offer))
      #expect(after.map(\.copied) == before.map(\.copied))
      #expect(after.map(\.isPinned) == [false, true])
      #expect(try session.accept(after[1].offer, Self.text) == Array("the first".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the history outlasts dragd`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["\(Self.text)=the first"])
      _ = try session.waitForHistory(1)
      session.dragd?.kill()
      try session.restartDragd()
      let entry = try session.waitForHistory(1)[0]
      #expect(try session.accept(entry.offer, Self.text) == Array("the first".utf8))
      let present = try session.current("it is there") { _ in true }
      #expect(try session.accept(present.offer, Self.text) == Array("the first".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `what is forgotten is gone`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies(["\(Self.text)=two words"])
      let entry = try session.waitForHistory(1)[0]
      try session.connection.perform(.forgetClipboard(entry.offer), timeout: 20_000)
      #expect(try session.history().isEmpty)
      owner.kill()
      try session.waitForNothing()
    }
  }
}
