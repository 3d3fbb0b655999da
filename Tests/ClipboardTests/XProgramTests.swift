import DragConnection
import DragProtocol
import Harness
import Testing

/// X11 programs beside Wayland programs: their compositor passes content from one to the other, and dragclip, which
/// finds both displays, exchanges it once.
@Suite struct XProgramTests {
  private static let text = "text/plain;charset=utf-8"

  @Test(arguments: [DisplayServer.wayland, .kwin])
  func `an X11 program copies and pastes`(display: DisplayServer) throws {
    try ClipboardSession.run(display, hasXServer: true) { session in
      let program = try session.startXProgram(copying: "from X11")
      let present = try session.current("the copy is held") { $0.isHeld && !$0.isOwn }
      #expect(try session.accept(present.offer, Self.text) == Array("from X11".utf8))
      #expect(try session.paste(Self.text).output == "from X11")
      #expect(try session.history().count == 1)

      let offer = try session.offer(["--type", Self.text], input: .text("from dragd"))
      try session.copy(offer)
      #expect(try session.current("dragclip owns it") { $0.isOwn }.offer == offer)
      try program.write(Array("\n".utf8))
      try program.waitForOutput("pasted from dragd")
      // What the compositor gives the X server comes back as no copy of another program.
      #expect(try session.current().offer == offer)
    }
  }

  @Test(arguments: [DisplayServer.wayland, .kwin])
  func `what an X11 program copied survives it`(display: DisplayServer) throws {
    try ClipboardSession.run(display, hasXServer: true) { session in
      let program = try session.startXProgram(copying: "from X11")
      let copied = try session.current("the copy is held") { $0.isHeld }
      program.kill()
      _ = try program.wait()
      #expect(try session.accept(copied.offer, Self.text) == Array("from X11".utf8))
      // KWin does not tell Wayland programs that the owner has gone, and so dragclip takes nothing over.
      guard display != .kwin else { return }
      _ = try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.paste(Self.text).output == "from X11")
    }
  }
}

extension ClipboardSession {
  /// Starts an X11 program with a window, and returns when the window has the focus and the program owns the clipboard.
  fileprivate func startXProgram(copying text: String) throws -> Program {
    let command = ["/usr/bin/python3", Built.tool("gtk-clipboard.py"), "3", "window", text]
    let whole = kind == .wayland ? Sway.asItsUser(command) : command
    let program = try fixture.start(
      whole[0], Array(whole.dropFirst()),
      environment: [
        "DISPLAY": try #require(xDisplay), "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11",
      ], input: .pipe)
    try program.waitForOutput("owns")
    return program
  }
}
