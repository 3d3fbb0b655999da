import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// dragclip clears a selection when the offer that it shows has ended, before any program pastes.
@Suite struct EndedOfferTests {
  enum End: String, CaseIterable, Sendable {
    case listedIsWithdrawn
    case sourceIsKilled
    case lingerIsOver
    case timeIsOver
    case lastUseIsMade
    case lastUseIsMadeByDragctl
  }

  @Test(arguments: DisplayServer.usual, End.allCases)
  func `the end of an offer is noticed at once`(_ kind: DisplayServer, _ end: End) throws {
    try ClipboardSession.run(kind) { session in
      let text = ["--type", OutTests.text, "--text", "two words"]
      let arguments =
        switch end {
        case .listedIsWithdrawn: text
        case .sourceIsKilled: ["--private", "--exec", "\(OutTests.text)=echo two words"]
        case .lingerIsOver: ["--private", "--linger", "1s"] + text
        case .timeIsOver: ["--private", "--expires", "2s"] + text
        case .lastUseIsMade, .lastUseIsMadeByDragctl: ["--private", "--once"] + text
        }
      let source = try session.fixture.start(Built.dragctl, ["offer"] + arguments, on: session.bus)
      let offer = try #require(Identifier(try source.firstLine()))
      try session.copy(offer)
      #expect(try session.current().offer == offer)
      switch end {
      case .listedIsWithdrawn:
        try session.withdraw(offer)
      case .sourceIsKilled, .lingerIsOver: source.kill()
      case .timeIsOver: break
      case .lastUseIsMade:
        let pasted = try session.paste(OutTests.text)
        #expect(pasted.output == "two words", "\(pasted.error)")
      case .lastUseIsMadeByDragctl:
        let pasted = try session.fixture.run(Built.dragctl, ["paste"], on: session.bus)
        #expect(pasted.output == "two words", "\(pasted.error)")
      }
      try eventually(within: .seconds(10), "nothing is on the clipboard") {
        do {
          _ = try session.current()
          return false
        } catch let error as RequestError {
          return error.code == .broker(.noSuchOffer)
        }
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the end of an offer with dragd is noticed once another dragd runs`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      try session.copy(try session.offer(["--type", OutTests.text], input: .text("two words")))
      try session.current("dragclip owns it") { $0.isOwn }
      try #require(session.dragd).kill()
      try session.restartDragd()
      try session.waitForNothing()
    }
  }
}
