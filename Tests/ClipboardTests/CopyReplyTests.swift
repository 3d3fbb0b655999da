import DragConnection
import DragProtocol
import Foundation
import Harness
import Testing

/// A program that pastes after Copy has returned must find the copy.
@Suite struct CopyReplyTests {
  /// KWin is a child of bwrap(1).
  private static func send(_ signal: Int32, to server: Program) {
    kill(-server.processIdentifier, signal)
  }

  @Test(arguments: DisplayServer.usual)
  func `Copy returns only when the display has the selection`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--text", "two words"])
      let server = try #require(session.displayServer)
      Self.send(SIGSTOP, to: server)
      defer { Self.send(SIGCONT, to: server) }
      #expect(throws: RequestError.self, "the display server is stopped") {
        try session.connection.perform(
          .copyToClipboard(CopyCall(offer: offer, cut: false)), timeout: 500)
      }
      Self.send(SIGCONT, to: server)
      try session.copy(offer)
      #expect(try session.paste("text/plain;charset=utf-8").output == "two words")
    }
  }

  /// The compositor gets the first list of dragclip's, another program's copy, and then the second list.
  @Test func `a copy of another program between two of callers takes no content away`() throws {
    try ClipboardSession.run(.wayland) { session in
      let first = try session.offer(["--type", "text/x-first"], input: .text("first"))
      let second = try session.offer(["--type", "text/x-second"], input: .text("second"))
      let other = try session.copies(["--times", "2", "1500000", "text/x-other=two words"])
      try session.current("the copy is there") { $0.targets.contains("text/x-other") }
      let server = try #require(session.displayServer)
      Self.send(SIGSTOP, to: server)
      defer { Self.send(SIGCONT, to: server) }
      for offer in [first, second] {
        let failure = #expect(throws: RequestError.self, "the display server is stopped") {
          try session.connection.perform(
            .copyToClipboard(CopyCall(offer: offer, cut: false)), timeout: 100)
        }
        #expect(failure?.code == .noReply, "\(failure.debugDescription)")
      }
      try other.waitForOutput("done")
      Self.send(SIGCONT, to: server)
      try session.current("the second is there") { $0.isOwn && $0.offer == second }
      #expect(try session.paste("text/x-second").output == "second")
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `calls that change nothing are answered while the display does not`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let server = try #require(session.displayServer)
      Self.send(SIGSTOP, to: server)
      defer { Self.send(SIGCONT, to: server) }
      #expect(try session.history().isEmpty)
    }
  }
}
