import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// A program names files that it may be unable to read itself, so that the board reads them for it.
  @Suite(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"))
  struct ForeignAddressTests {
    private static let list = "text/uri-list"
    private static let listInText = "x-special/nautilus-clipboard"

    /// The address of a file that a program in a sandbox is not to get.
    private func secret(_ desktop: Desktop) throws -> String {
      "file://\(try desktop.fixture.folder.write("secret", text: "the key"))"
    }

    private func run(
      _ desktop: Desktop, isSandboxed: Bool, _ arguments: [String], _ addresses: [String]
    ) throws -> Program.Result {
      let command = (isSandboxed ? Sandbox.command() : []) + [Built.dragctl] + arguments
      return try desktop.fixture.run(
        command[0], command.dropFirst() + (addresses.isEmpty ? [] : ["--type", Self.list]),
        on: desktop.bus, input: .bytes(Array(addresses.map { "\($0)\r\n" }.joined().utf8)))
    }

    /// A drop over the bus needs no person.
    @Test func whatIsDroppedOverTheBusStaysAnAddress() throws {
      try Desktop.run { desktop in
        let secret = try secret(desktop)
        let folder = "file://\(try desktop.fixture.folder.makeFolder("private"))"
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let drop = ["drop", "--on", "board/To Do"]
        let alone = try run(desktop, isSandboxed: true, drop, [secret])
        #expect(alone.exit == .success, "\(alone.error)")
        // Whether a file is there is nothing to tell either.
        let several = try run(desktop, isSandboxed: true, drop, [folder, "file:///nowhere"])
        #expect(several.exit == .success, "\(several.error)")
        let free = try run(
          desktop, isSandboxed: false, ["drop", "--on", "board/Done"], [secret])
        #expect(free.exit == .success, "\(free.error)")
        try app.expect(["To Do": [secret, folder], "Done": [secret]])
        for (list, titles) in ["To Do": [secret, folder], "Done": [secret]] {
          for title in titles {
            let card = try app.card(title, in: list)
            #expect(card.representations.map(\.type) == [Self.list])
          }
        }
      }
    }

    @Test(arguments: [true, false])
    func whatAPersonPastesIsOpenedForProgramsOutsideOfSandboxes(_ isSandboxed: Bool) throws {
      try Desktop.run { desktop in
        let secret = try secret(desktop)
        let offer = try run(desktop, isSandboxed: isSandboxed, ["offer"], [secret])
        let id = offer.output.trimmingCharacters(in: .newlines)
        try desktop.display.copy(
          Array("/org/dragd/Broker1/offer/\(id)".utf8), as: "application/vnd.dragd.offer")
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.paste(after: "one")
        try app.expect(["To Do": ["one", isSandboxed ? secret : "the key"]])
        try app.program.terminate()

        let shelf = try desktop.startShelf()
        try shelf.press("ctrl+v")
        // The list of a program in a sandbox is a text.
        try shelf.expectTiles([isSandboxed ? secret : "secret"])
      }
    }

    /// Regression: the lists of KDE, MATE, Mozilla and the portal were on the shelf, for file managers to open. That of
    /// GNOME before version 40 is a text, and stays one.
    @Test func noDesktopsListComesFromASandboxOntoTheShelf() throws {
      let lists = [
        "x-special/mate-copied-files", "application/x-kde4-urilist", "text/x-moz-url",
        "application/vnd.portal.filetransfer",
      ]
      try Desktop.run { desktop in
        let secret = try secret(desktop)
        let text = "copy\n\(secret)"
        let list = try desktop.fixture.folder.write("list", text: text)
        let words = try desktop.fixture.folder.write("words", text: "\(Self.listInText)\n\(text)")
        let types = ["text/plain=\(words)"] + lists.map { "\($0)=\(list)" }
        let offer = try run(
          desktop, isSandboxed: true, ["offer"] + types.flatMap { ["--rep", $0] }, [])
        let id = offer.output.trimmingCharacters(in: .newlines)
        try desktop.display.copy(
          Array("/org/dragd/Broker1/offer/\(id)".utf8), as: "application/vnd.dragd.offer")
        let shelf = try desktop.startShelf()
        try shelf.press("ctrl+v")
        let name = "\(Self.listInText) copy \(secret)"
        try shelf.expectTiles([name])
        try shelf.focusTile(name)
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied("text/plain")
        let copied = try desktop.display.copiedTypes()
        #expect((lists + [Self.list]).filter(copied.contains) == [])
      }
    }
  }
}
