import DragModel
import DragProtocol
import Harness
import Testing

/// What needs a running dragctl is on the clipboard again once another dragd runs, and takes it from no other program.
@Suite struct RestartedBrokerTests {
  private static let type = "application/x-made"

  /// A dragctl that stays in the foreground and has copied a command, a folder or a secret; and what pastes of it.
  private enum Copy: String, CaseIterable, Sendable {
    case command
    case folder
    case secret

    func start(_ session: ClipboardSession) throws -> Program {
      let words: [String]
      switch self {
      case .command: words = ["--exec", "\(RestartedBrokerTests.type)=printf made"]
      case .folder:
        _ = try session.fixture.folder.write("folder/name.txt", text: "made")
        words = [session.fixture.folder.path("folder")]
      case .secret: words = ["--sensitive", "--type", RestartedBrokerTests.type]
      }
      let dragctl = try session.fixture.start(
        Built.dragctl, ["copy", "--foreground"] + words, on: session.bus,
        input: self == .secret ? .text("made") : .empty)
      try session.current("the copy is there") { $0.isOwn }
      return dragctl
    }

    func isPasted(_ session: ClipboardSession) throws -> Bool {
      switch self {
      case .command, .secret: try session.paste(RestartedBrokerTests.type).output == "made"
      case .folder:
        try session.paste("text/uri-list").output.contains(session.fixture.folder.path("folder"))
      }
    }
  }

  private static func killDragd(_ session: ClipboardSession) throws {
    let dragd = try #require(session.dragd)
    dragd.kill()
    _ = try dragd.wait()
  }

  @Test(arguments: DisplayServer.usual, Copy.allCases)
  private func `what dragctl serves is pasted again`(_ kind: DisplayServer, _ copy: Copy) throws {
    try ClipboardSession.run(kind) { session in
      let dragctl = try copy.start(session)
      let first = try session.current().offer
      #expect(try copy.isPasted(session))
      // The second restart ends the offer of the first one.
      for _ in 1...2 {
        try Self.killDragd(session)
        let former = try session.current().offer
        try session.restartDragd()
        try session.current("the new dragd's offer is there") { $0.isOwn && $0.offer != former }
        #expect(try copy.isPasted(session))
      }
      let last = try session.current()
      #expect(last.offer != first && last.isSensitive == (copy == .secret))
      _ = try session.copies(["\(OutTests.text)=two words"])
      #expect(try dragctl.wait().exit == .success)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `what another program has copied meanwhile stays`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let dragctl = try Copy.command.start(session)
      try Self.killDragd(session)
      let owner = try session.copies(["\(OutTests.text)=two words"])
      try session.restartDragd()
      // It has heard of the new dragd when it ends, and has withdrawn its offer.
      #expect(try dragctl.wait().exit == .success)
      let present = try session.current()
      #expect(!present.isOwn && !owner.standardOutput.contains("lost"))
      #expect(try session.paste(OutTests.text).output == "two words")
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a clipboard that was cleared meanwhile stays empty`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let dragctl = try Copy.secret.start(session)
      try Self.killDragd(session)
      let cleared = try session.fixture.run(Built.dragctl, ["clipboard", "clear"], on: session.bus)
      #expect(cleared.exit == .success, "\(cleared.error)")
      try session.restartDragd()
      #expect(try dragctl.wait().exit == .success)
      try session.expectNothing()
    }
  }
}
