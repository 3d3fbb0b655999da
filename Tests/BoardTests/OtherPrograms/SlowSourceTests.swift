import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Drops whose content comes late.
  @Suite struct SlowSourceTests {
    @Test(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
    func aFileIsNamedWhileItIsReadAndDoesNotComeOnceItIsCancelled() throws {
      try Desktop.run { desktop in
        let app = try desktop.start(width: 940)
        let files = try desktop.fixture.hangingFileSystem(hanging: [.read])
        let list = try desktop.fixture.folder.write("list", text: "file://\(files.file)\r\n")
        let source = try SlowSource("text/uri-list", list, on: desktop)
        try source.drop(on: "To Do", of: app)
        try source.program.waitForOutput("asked")
        try app.expectSeen(["Loading Drop"])
        source.program.send(SIGUSR1)
        try app.expectSeen(["Loading file"])
        try files.waitUntilHung(.read)
        try app.click("push button", "Cancel")
        let nothing = ["To Do": [String](), "In Progress": [], "Done": []]
        try app.expect(nothing)
        try files.answer(.read)
        try source.program.waitForOutput("ended")
        try app.expect(nothing)
      }
    }

    @Test func aWindowIsClosedWhileADropOnItIsRead() throws {
      try Desktop.run { desktop in
        try desktop.fill(["In Progress": ["one"]])
        let app = try desktop.start(width: 940)
        let board = try BoardStore(folder: "\(app.data)/dragboard").identity
        let cards = try desktop.fixture.folder.write(
          "cards", text: try desktop.card("one", ofBoard: "data"))
        let source = try SlowSource(
          "application/x-dragboard-cards;board=\(board)", cards, on: desktop)
        try source.drop(on: "To Do", of: app)
        try source.program.waitForOutput("asked")
        try replaceWindow(of: app)
        source.program.send(SIGUSR1)
        try app.expectStored { $0.map(\.cards) == [["one"], ["one"], []] }
        try app.expect(["To Do": ["one"], "In Progress": ["one"]])
      }
    }

    /// Opens another window with the menu's first item, and closes the first one.
    private func replaceWindow(of app: App) throws {
      try app.focus()
      try app.press("F10")
      _ = try app.findAtRest("menu", "Menu")
      try app.press("Return")
      try app.expectWindows(2)
      try app.focus()
      try app.press("ctrl+w")
      try app.expectWindows(1)
    }

    /// Regression: dragboard ended with a trap.
    @Test func aWindowIsClosedWhileAnAddressOnACardIsRead() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 940)
        let list = try desktop.fixture.folder.write("list", text: "https://example.org/lake\r\n")
        let source = try SlowSource("text/uri-list", list, on: desktop)
        try desktop.drag(
          from: (1110, 170), to: app, { try app.findAtRest("list item", "one") },
          sign: ("label", "Attach"))
        try source.program.waitForOutput("asked")
        try replaceWindow(of: app)
        source.program.send(SIGUSR1)
        // The board reads it once more, now for a card.
        try eventually(within: Timeout.long, "it is asked again") {
          source.program.standardOutput.split(separator: "\n").count { $0 == "asked" } == 2
        }
        source.program.send(SIGUSR1)
        try app.expectStored { $0.first?.cards == ["https://example.org/lake", "one"] }
      }
    }
  }
}

/// A source of drags and copies that sends the content late: slow-source.py.
struct SlowSource {
  let program: Program
  private let desktop: Desktop

  init(_ type: String, _ file: String, on desktop: Desktop) throws {
    self.desktop = desktop
    program = try OtherProgram(
      "/usr/bin/python3", [Built.tool("slow-source.py"), type, file], on: desktop, at: (960, 0),
      size: (300, 300)
    ).program
  }

  /// Drops its content on an empty list.
  func drop(on list: String, of app: App) throws {
    try desktop.drag(from: (1110, 170), to: list, of: app)
  }
}

extension App {
  /// Waits until the program has so many windows.
  func expectWindows(_ count: Int) throws {
    try eventually(within: Timeout.long, "it has \(count) windows") {
      try look(places: .none).count { $0.role == "frame" } == count
    }
  }
}
