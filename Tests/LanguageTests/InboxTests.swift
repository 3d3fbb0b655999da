import Foundation
import Harness
import Testing

/// The drop target and the source of moves in Swift.
@Suite struct InboxTests {
  static let inbox = "Inbox/main.swift"
  static let outbox = "Outbox/main.swift"
  /// Drop targets of other languages.
  static let inboxInC = "inbox.c"
  static let inboxInJavaScript = "inbox.js"

  private static func start(_ session: PageSession, _ folder: String) throws -> Program {
    let program = try session.start(try PagePrograms.command(.drops, inbox) + [folder])
    try program.waitForOutput("Registered /org/dragd/Broker1/target/")
    return program
  }

  @Test func whatIsDroppedIsCopiedOrMovedThere() throws {
    try PageSession.run { session in
      let (inbox, outbox) = (
        try session.fixture.folder.makeFolder("in"), try session.fixture.folder.makeFolder("out")
      )
      let large = Sample.noise(1_000_000)
      let copied = try session.fixture.folder.write("copied", text: "copied")
      let files = [
        try session.fixture.folder.write("small", text: "small"),
        try session.fixture.folder.write("large", large),
      ]
      _ = try Self.start(session, inbox)
      for _ in 0..<2 {
        #expect(try session.dragctl("drop", copied, "--on", "Inbox").exit == .success)
      }
      let moved = try session.run(
        try PagePrograms.command(.drops, Self.outbox) + [outbox] + files)
      #expect(moved.output == "Moved 2 items, 1000005 bytes\n", "\(moved.error)")
      let there = try FileManager.default.contentsOfDirectory(atPath: inbox).sorted()
      #expect(there.count == 4)
      #expect(there.filter { $0.hasPrefix("copied") }.count == 2)
      #expect(FileManager.default.contents(atPath: "\(inbox)/large") == Data(large))
      #expect(FileManager.default.contents(atPath: "\(inbox)/small") == Data("small".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: outbox) == ["cookie"])
      #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    }
  }

  @Test(arguments: [(Page.c, inboxInC), (.javaScript, inboxInJavaScript)])
  func whatIsDroppedOntoATargetInAnotherLanguageBecomesFiles(_ page: Page, _ name: String) throws {
    try PageSession.run { session in
      let folder = try session.fixture.folder.makeFolder("in")
      let large = Sample.noise(1_000_000)
      let files = [
        try session.fixture.folder.write(".small", text: "small"),
        try session.fixture.folder.write("large", large),
      ]
      let inbox = try session.start(PagePrograms.command(page, name) + [folder])
      try inbox.waitForOutput("Registered /org/dragd/Broker1/target/")
      #expect(try session.dragctl("drop", files[0], files[1], "--on", "Inbox").exit == .success)
      try session.killDragd()
      // The bus starts dragd again for whoever calls it.
      #expect(try session.dragctl("list").exit == .success)
      try inbox.waitForOutput("it is there again") { $0.matches(of: /Registered/).count == 2 }
      #expect(try session.dragctl("drop", files[1], "--on", "Inbox").exit == .success)
      let there = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(there == ["1 large", "_small", "large"])
      #expect(FileManager.default.contents(atPath: "\(folder)/1 large") == Data(large))
      try FileManager.default.removeItem(atPath: folder)
      let refused = try session.dragctl("drop", files[1], "--on", "Inbox")
      #expect(refused.error.contains("not everything could be stored"), "\(refused.error)")
      #expect(!refused.error.contains(folder), "\(refused.error)")
    }
  }

  @Test func withoutATargetTheItemStaysInTheOutbox() throws {
    try PageSession.run { session in
      let outbox = try session.fixture.folder.makeFolder("out")
      let file = try session.fixture.folder.write("small", text: "small")
      let command = try PagePrograms.command(.drops, Self.outbox) + [outbox]
      let refused = try session.run(command + [file])
      #expect(refused.exit == .exited(1))
      #expect(refused.error.contains("no program has a drop target Inbox"))
      let inbox = try session.fixture.folder.makeFolder("in")
      _ = try Self.start(session, inbox)
      #expect(try session.run(command).output == "Moved 1 items, 5 bytes\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == ["small"])
    }
  }
}
