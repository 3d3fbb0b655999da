import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// The differences on GNOME: its compositor reads one type of each copy, and X11 and Wayland programs exchange content
/// there.
@Suite struct MutterTests {
  static let text = "text/plain;charset=utf-8"

  @Test func `only the text of an offer is made before a program pastes`() throws {
    try ClipboardSession.run(.mutter) { session in
      let folder = session.fixture.folder
      let (text, other) = (folder.path("text made"), folder.path("other made"))
      let offer = try session.offer([
        "--exec", "application/x-other=echo >>'\(other)'; echo lazy",
        "--exec", "\(Self.text)=echo >>'\(text)'; echo words",
      ])
      try session.copy(offer)
      try eventually("mutter has read the text") { FileManager.default.fileExists(atPath: text) }
      #expect(!FileManager.default.fileExists(atPath: other))
      #expect(try session.paste("application/x-other").output == "lazy\n")
      #expect(try session.paste("UTF8_STRING").output == "words\n")
    }
  }

  @Test func `Wayland programs copy and paste`() throws {
    try ClipboardSession.run(.mutter) { session in
      let mutter = try #require(session.mutter)
      try mutter.plugKeyboardIn()
      let owner = try session.fixture.start(
        "wl-copy", ["--foreground"], environment: mutter.environment, input: .text("two words"))
      let present = try session.current("the copy is held") { $0.isHeld }
      #expect(try session.accept(present.offer, Self.text) == Array("two words".utf8))
      owner.kill()
      _ = try session.current("dragclip owns it") { $0.isOwn }
      let offer = try session.offer(["--type", "application/x-a"], input: .text("from dragd"))
      try session.copy(offer)
      let pasted = try session.fixture.run(
        "wl-paste", ["--no-newline", "--type", "application/x-a"],
        environment: mutter.environment)
      #expect(pasted.output == "from dragd")
    }
  }

  /// dragclip uses the X server where mutter has no interface for remote desktops. In `make test-rest` alone.
  @Test(arguments: Extent.part(of: [DisplayServer.mutterX]) { _ in false })
  func `on the X server, what mutter keeps outlasts its program`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies(["\(Self.text)=two words", "text/html=<b>two</b>"])
      try session.current("the copy is held") { $0.isHeld }
      owner.kill()
      try session.current("mutter owns it") { !$0.targets.contains("text/html") }
      #expect(try session.paste(Self.text).output == "two words")
      // What mutter has read of it is another content.
      _ = try session.waitForHistory(2)
      let pasted = try session.fixture.run(
        Built.dragctl, ["paste", "--history", "2", "--type", "text/html"], on: session.bus)
      #expect(pasted.output == "<b>two</b>", "\(pasted.error)")
    }
  }

  @Test func `there is no PRIMARY, and dragctl says so`() throws {
    try ClipboardSession.run(.mutter) { session in
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--primary", "--text", "word"], on: session.bus)
      #expect(copied.exit != .success)
      #expect(copied.error.contains("this display has no selection “primary”"), "\(copied.error)")
    }
  }
}
