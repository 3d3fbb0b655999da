import DragProtocol
import Foundation
import Harness
import Testing

/// A display that goes on without dragclip: it ends with a status by which the service manager starts the next one.
@Suite struct LostDisplayTests {
  /// What another X client does to the window that owns the clipboard.
  private static func destroyWindow(_ request: String, _ session: ClipboardSession) throws {
    let script = """
      from Xlib import display
      connection = display.Display()
      owner = connection.get_selection_owner(connection.intern_atom("CLIPBOARD"))
      owner.\(request)()
      connection.sync()
      """
    let result = try session.fixture.run(
      "/usr/bin/python3", ["-c", script], environment: session.variables)
    try #require(result.exit == .success, "\(result.error)")
  }

  @Test(arguments: ["destroy", "kill_client"])
  func `a dragclip whose window another client destroys is started again`(request: String) throws {
    try ClipboardSession.run(.x11) { session in
      let text = try session.offer(["--text", "remember"])
      try session.copy(text, remember: true)
      try session.current("dragclip owns the clipboard") { $0.isOwn }
      _ = try session.waitForHistory(1)
      try Self.destroyWindow(request, session)
      #expect(try session.dragclip.wait(within: Timeout.long).exit == .exited(1))
      try session.restartDragclip()
      let pasted = try session.fixture.run(
        Built.dragctl, ["paste", "--history", "1"], on: session.bus)
      #expect(pasted.output == "remember", "\(pasted.error)")
    }
  }

  @Test func `a dragclip that the compositor cuts off is started again`() throws {
    try ClipboardSession.run(.ext) { session in
      try session.displayServer?.write("error now\n")
      #expect(try session.dragclip.wait(within: Timeout.long).exit == .exited(1))
      try session.restartDragclip()
      session.killDisplay()
      #expect(try session.dragclip.wait(within: Timeout.long).exit == .exited(0))
    }
  }
}
