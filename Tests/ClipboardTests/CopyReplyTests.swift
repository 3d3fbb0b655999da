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
