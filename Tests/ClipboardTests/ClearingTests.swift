import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// Programs that clear the clipboard without ending: X11 distinguishes the two, Wayland does not.
@Suite struct ClearingTests {
  static let text = OwnerExitTests.text

  /// Has another program clear the clipboard.
  private func clear(_ session: ClipboardSession) throws {
    let command =
      switch session.kind {
      case .wayland, .kwin, .ext: ["wl-copy", "--clear"]
      case .x11, .mutter, .mutterX, .memory: ["xsel", "--clipboard", "--clear"]
      }
    let result = try session.fixture.run(
      command[0], Array(command.dropFirst()), environment: session.variables)
    try #require(result.exit == .success, "\(result.error)")
  }

  @Test func `a clipboard that is cleared on X11 stays cleared`() throws {
    try ClipboardSession.run(.x11) { session in
      let owner = try session.copies(["\(Self.text)=two words"])
      try session.current("the copy is held") { $0.isHeld }
      try clear(session)
      try owner.waitForOutput("lost")
      try session.waitForNothing()
      let entries = try session.history()
      #expect(
        try entries.contains { try session.accept($0.offer, Self.text) == Array("two words".utf8) })
    }
  }

  @Test func `a clipboard that is cleared on Wayland is restored`() throws {
    try ClipboardSession.run(.wayland) { session in
      _ = try session.copies(["\(Self.text)=two words"])
      try session.current("the copy is held") { $0.isHeld }
      try clear(session)
      try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.paste(Self.text).output == "two words")
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a single word that is cleared soon is gone, and out of the history`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["\(Self.text)=correct-horse"])
      try session.current("the word is held") { $0.isHeld }
      try clear(session)
      try session.waitForNothing()
      #expect(try session.history().isEmpty)
    }
  }

  /// A call that clears waits for the targets of the owner.
  @Test func `a call does not clear what was copied after it`() throws {
    try ClipboardSession.run(.x11) { session in
      let offer = try session.offer(["--text", "copied later"])
      let slow = try session.fixture.start(
        "/usr/bin/python3", [Built.tool("x-owner.py"), "slow", "10"],
        environment: session.variables, input: .pipe)
      try slow.waitForOutput("asked")
      session.connection.post(try .clearClipboard(.clipboard))
      try session.copy(offer)
      #expect(try session.current().offer == offer)
      #expect(try session.paste(Self.text).output == "copied later")
    }
  }

  @Test func `a single word of a killed program is kept on X11`() throws {
    try ClipboardSession.run(.x11) { session in
      let owner = try session.copies(["\(Self.text)=word"])
      try session.current("the word is held") { $0.isHeld }
      owner.kill()
      try session.current("dragclip owns it") { $0.isOwn }
      #expect(try session.paste(Self.text).output == "word")
    }
  }
}
