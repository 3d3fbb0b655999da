import DragConnection
import DragProtocol
import Harness
import Testing

/// dragclip has nothing of a secret in its memory: neither of another program's nor of dragd's.
@Suite struct SecretMemoryTests {
  /// A word that nothing else has.
  private static func word() -> String {
    String((0..<12).compactMap { _ in "abcdefghijkmnpqrstuvwxyz".randomElement() })
  }

  /// Two words are no password to dragclip, unless they are marked as one.
  private static func words() -> String { "\(word()) \(word())" }

  private static func expectNowhere(_ secret: String, _ session: ClipboardSession) throws {
    let places = try session.dragclip.facts.places(of: Array(secret.utf8))
    #expect(places.isEmpty, "\(places)")
    try session.expectNothingOnDisk(secret)
  }

  @Test(arguments: DisplayServer.usual)
  func `a program's secret is nowhere`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let (ordinary, type, secret) = (Self.words(), "application/x-\(Self.word())", Self.words())
      _ = try session.copies(["\(OutTests.text)=\(ordinary)", "\(type)=words"])
      _ = try session.waitForHistory(1)
      // The search finds what is there: bytes that are kept in a file in memory, and names in the memory itself.
      for (word, isInFile) in [(ordinary, true), (type, false)] {
        let places = try session.dragclip.facts.places(of: Array(word.utf8))
        #expect(places.contains { $0.hasPrefix("/memfd:") == isInFile }, "\(places)")
      }
      let owner = try session.copies([
        "\(OutTests.text)=\(secret)", "text/html=<b>\(secret)</b>",
        "x-kde-passwordManagerHint=secret",
      ])
      try session.current("the secret is seen") { $0.isSensitive }
      // A read-ahead would have begun by then: this copy is later, and is read.
      let other = try session.copies(["\(OutTests.text)=two more words"])
      _ = try session.waitForHistory(2)
      #expect(!owner.standardOutput.contains("asked text"))
      try Self.expectNowhere(secret, session)
      other.kill()
      owner.kill()
      try session.current("dragclip owns the last copy") { $0.isOwn }
      try Self.expectNowhere(secret, session)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a secret of dragctl is nowhere, pasted or not`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let secret = Self.words()
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--sensitive"], on: session.bus, input: .text(secret))
      #expect(copied.exit == .success, "\(copied.error)")
      try session.current("the secret is there") { $0.isSensitive && $0.isOwn }
      try Self.expectNowhere(secret, session)
      #expect(try session.paste(OutTests.text).output == secret)
      // libxcb keeps what it has sent until it sends something else.
      if kind.isWayland { try Self.expectNowhere(secret, session) }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the bytes of what is forgotten are let go`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let words = Self.words()
      let owner = try session.copies(["\(OutTests.text)=\(words)"])
      let entry = try session.waitForHistory(1)[0]
      owner.kill()
      try session.current("dragclip owns it") { $0.isOwn }
      try session.connection.perform(.forgetClipboard(entry.offer), timeout: 20_000)
      try session.expectNothing()
      try eventually("no file in memory has them") {
        try !session.dragclip.facts.places(of: Array(words.utf8))
          .contains { $0.hasPrefix("/memfd:") }
      }
    }
  }
}
