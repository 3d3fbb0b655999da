import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Offers of dragd, pasted by programs.
@Suite struct OutTests {
  static let text = "text/plain;charset=utf-8"

  @Test(arguments: DisplayServer.every)
  func `an offer can be pasted, and is the one that Current names`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--type", Self.text], input: .text("gr\u{fc}n"))
      try session.copy(offer)
      #expect(try session.current().offer == offer)
      #expect(try session.current().isOwn)
      #expect(try session.paste(Self.text).output == "gr\u{fc}n")
      let metadata = ["TARGETS", "TIMESTAMP", "MULTIPLE"]
      #expect(try session.targets().first { !metadata.contains($0) } == Self.text)
      // A copy of the current offer changes nothing.
      try session.copy(offer)
      #expect(try session.current().offer == offer)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `to copy what a program has copied leaves it the owner`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind, ["--persist", "off"]) { session in
      let owner = try session.copies(["\(Self.text)=two words"])
      let present = try session.current("the copy is there") { _ in true }
      try session.copy(present.offer)
      let again = try session.current()
      #expect(again.offer == present.offer)
      #expect(!again.isOwn)
      #expect(!owner.standardOutput.contains("lost"))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a sensitive offer is marked for other programs, and has no path for them`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(
        ["--sensitive", "--detach", "--type", Self.text], input: .text("pass word"))
      try session.copy(offer)
      #expect(try session.current().isSensitive)
      #expect(try session.paste("x-kde-passwordManagerHint").output == "secret")
      #expect(try session.paste(Self.text).output == "pass word")
      #expect(try !session.targets().contains { $0.contains("dragd") })
    }
  }

  @Test func `STRING is Latin-1`() throws {
    try ClipboardSession.run(.x11) { session in
      try session.copy(
        try session.offer(["--type", Self.text], input: .text("gr\u{fc}n \u{2192}")))
      #expect(
        try session.paste("STRING").outputBytes == Array("gr".utf8) + [0xfc] + Array("n ?".utf8))
      #expect(try session.paste("UTF8_STRING").output == "gr\u{fc}n \u{2192}")
    }
  }

  /// What is not held is not kept as a whole, but it is not pasted in another encoding either.
  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func `STRING is Latin-1 when it is large, or nothing`() throws {
    try ClipboardSession.run(.x11) { session in
      let half = 33 << 20
      let large = "yes \u{fc} | tr -d '\\n' | head -c \(2 * half)"
      let file = session.fixture.folder.path("large")
      #expect(try session.fixture.run("/bin/sh", ["-c", "\(large) > \(file)"]).exit == .success)
      try session.copy(try session.offer(["--type", Self.text, file]))
      let pasted = try session.paste("STRING").outputBytes
      #expect(pasted.count == half && pasted.allSatisfy { $0 == 0xfc })
      for size in [[], ["--size", "\(2 * half)"]] {
        try session.copy(try session.offer(size + ["--exec", "\(Self.text)=\(large)"]))
        #expect(try session.paste("STRING").outputBytes.isEmpty)
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a large lazy content is streamed whole`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let large = "yes 0123456 | head -c 24000000"
      try session.copy(try session.offer(["--exec", "application/x-large=\(large)"]))
      let paste = session.pasteCommand("application/x-large").joined(separator: " ")
      let pasted = try session.fixture.run(
        "/bin/sh", ["-c", "\(paste) | sha256sum"], environment: session.variables)
      let made = try session.fixture.run("/bin/sh", ["-c", "\(large) | sha256sum"])
      #expect(pasted.output == made.output)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a source that fails halfway gives an empty paste`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--exec", "application/x-half=echo half; exit 3"])
      try session.copy(offer)
      #expect(try session.paste("application/x-half").outputBytes.isEmpty)
    }
  }

  @Test func `a source that fails after much of its content leaves programs the time to give up`()
    throws
  {
    try ClipboardSession.run(.x11) { session in
      let offer = try session.offer([
        "--exec", "application/x-half=yes 0123456 | head -c 12000000; exit 3",
        "--exec", "\(Self.text)=echo ended",
      ])
      try session.copy(offer)
      let paste = try session.startPaste("application/x-half")
      try session.dragclip.waitForError("only a part of offer \(offer)")
      // The X server has done all that dragclip had asked for before.
      #expect(try session.paste(Self.text).output == "ended\n")
      #expect(paste.isRunning)
      // A program without a time limit does not wait for ever.
      try paste.wait()
    }
  }

  @Test(arguments: DisplayServer.usualAndMutter)
  func `a source that fails after a part of what it promised ends the paste later`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer([
        "--size", "30000000",
        "--exec", "application/x-half=head -c 12000000 /dev/zero; exit 3",
      ])
      try session.copy(offer)
      let begin = ContinuousClock.now
      try session.startPaste("application/x-half").wait(within: .seconds(30))
      // Programs with a time limit have given up by then.
      #expect(ContinuousClock.now - begin >= .seconds(6))
      try eventually("the journal names the offer") {
        session.dragclip.standardError.contains("only a part of offer \(offer)")
      }
    }
  }

  @Test(arguments: DisplayServer.usualAndMutter)
  func `files are pasted as file managers want them`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let folder = session.fixture.folder
      let paths = [try folder.write("a.bin", text: "a"), try folder.write("b c.bin", text: "b")]
      let uris = ["file://\(paths[0])", "file://\(folder.path("b%20c.bin"))"]
      let offer = try session.offer(paths)
      try session.copy(offer)
      #expect(
        try session.paste("x-special/gnome-copied-files").output
          == (["copy"] + uris).joined(separator: "\n"))
      #expect(try session.paste("text/uri-list").output == uris.map { $0 + "\r\n" }.joined())
      #expect(try session.paste(Self.text).output == paths.joined(separator: "\n"))
      try session.copy(offer, cut: true)
      #expect(
        try session.paste("x-special/gnome-copied-files").output
          == (["cut"] + uris).joined(separator: "\n"))
      #expect(try session.paste("application/x-kde-cutselection").output == "1")
      #expect(try session.current().isCut)
      let text = try session.offer(["--type", Self.text], input: .text("no file"))
      do {
        try session.copy(text, cut: true)
        Issue.record("text was cut")
      } catch let error as RequestError {
        #expect(error.code == .broker(.notAcceptable), "\(error)")
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a program gets an offer of its own, which ends with the ownership`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--type", Self.text], input: .text("two words"))
      try session.copy(offer)
      let path = try session.paste("application/vnd.dragd.offer").output
      let relay = try #require(Identifier(offerPath: path))
      #expect(relay != offer)
      #expect(try session.accept(relay, Self.text) == Array("two words".utf8))
      _ = try session.copies(["\(Self.text)=something else"])
      try session.current("another has copied") { !$0.isOwn }
      try eventually("the offer is over") {
        do {
          _ = try session.connection.perform(.items(of: relay), timeout: 20_000)
          return false
        } catch let error as RequestError {
          return error.code == .broker(.noSuchOffer)
        }
      }
      #expect(try session.accept(offer, Self.text) == Array("two words".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a selection whose offer has ended is cleared when a program pastes`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--type", Self.text], input: .text("two words"))
      try session.copy(offer)
      try session.withdraw(offer)
      #expect(try session.paste(Self.text).outputBytes.isEmpty)
      try session.waitForNothing()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func aContentThatWasReadAheadGoesSoonAfterThePasteThatFindsItsOfferEnded(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--type", Self.text], input: .text("two words"))
      try session.copy(offer, remember: true)
      _ = try session.waitForHistory(1)
      try session.withdraw(offer)
      #expect(try session.current().offer == offer)
      #expect(try session.paste(Self.text).output == "two words")
      try session.waitForNothing()
      #expect(try session.history().count == 1)
    }
  }

  @Test(arguments: DisplayServer.every)
  func `Clear empties the clipboard, whoever owns it`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      try session.copy(try session.offer(["--type", Self.text], input: .text("own")))
      try session.connection.perform(.clearClipboard(.clipboard), timeout: 20_000)
      try session.expectNothing()
      let owner = try session.copies(["\(Self.text)=two words"])
      try session.current("the copy is held") { $0.isHeld }
      try session.connection.perform(.clearClipboard(.clipboard), timeout: 20_000)
      try session.expectNothing()
      try owner.waitForOutput("lost")
      #expect(try session.hasNothingToPaste(Self.text))
      #expect(try session.history().count == 1)
    }
  }
}
