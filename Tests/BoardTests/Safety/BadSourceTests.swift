import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Sources that end, are silent or send broken content: the board shows the reason and adds nothing.
  @Suite struct BadSourceTests {
    private static let geocache = #"{"name": "Mill", "summary": "Look up", "latitude": 53.5"#

    @Test func aSourceOnDragdThatIsKilledHalfwayIsNamedAsTheReason() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let source = try desktop.startDragctl(
          "offer", "--name", "half.zip", "--exec", "application/zip=echo beginning; sleep 1000")
        _ = try source.firstLine()
        try app.addFromShelf()
        try app.expectSeen(["one", "Loading half.zip"])
        source.kill()
        try app.expectReason { $0.lowercased().contains("source") }
        #expect(try app.stored().flatMap(\.cards) == ["one"])
        try app.click("push button", "Dismiss")
        try app.expect(["To Do": ["one"]])
      }
    }

    @Test func brokenJSONFromDragdIsRefusedWithTheReason() throws {
      try Desktop.run { desktop in
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        _ = try desktop.offer(
          "printf '%s' '\(Self.geocache)'", name: "mill", type: "application/x-geocache")
        try app.addFromShelf()
        try app.expectReason { $0.contains("application/x-geocache") }
        try app.expectNothing()
      }
    }

    @Test func brokenJSONFromTheDisplayServerIsRefusedAndNotTriedAgain() throws {
      try Desktop.run { desktop in
        let app = try desktop.start()
        let file = try desktop.fixture.folder.write("broken", text: Self.geocache)
        _ = try desktop.drag(from: ["application/x-geocache", "all", file], to: app)
        try app.expectReason { $0.contains("application/x-geocache") }
        // The source has ended, so the board cannot read the content again.
        #expect(try app.look().first("push button", "Retry")?.isShown != true)
        try app.expectNothing()
      }
    }

    /// The board waits for 20 s in both cases.
    @Test(arguments: Extent.part(of: [["silent"], ["half", "file"]]) { $0 != ["silent"] })
    func aSourceThatIsSilentOrDiesIsGivenUp(_ how: [String]) throws {
      try Desktop.run { desktop in
        let app = try desktop.start()
        let file = try desktop.fixture.folder.write("file", [UInt8](repeating: 7, count: 1 << 20))
        let words = ["application/x-any"] + how.map { $0 == "file" ? file : $0 }
        let source = try desktop.drag(from: words, to: app)
        try source.waitForOutput("asked")
        try app.expectSeen(["Loading Drop"])
        if how != ["silent"] { source.kill() }
        try app.expectReason { $0.contains("sent nothing") }
        try app.expectNothing()
        try app.click("push button", "Dismiss")
        try app.expect(["To Do": [], "In Progress": [], "Done": []])
      }
    }

    @Test func aFullDiskIsSaidAndTheDropIsThereOnceThereIsRoom() throws {
      try Desktop.run { desktop in
        let app = try desktop.start(disk: 4 << 20)
        try desktop.waitForTargets(3)
        _ = try desktop.offer("head -c 8M /dev/zero", name: "much.bin", type: "application/x-any")
        try app.addFromShelf()
        try app.expectReason { $0.contains("full") || $0.contains("space") }
        // The board has removed the incomplete content from the disk, so there is room for other cards.
        let card = try desktop.fixture.folder.write(
          "small.bin", [UInt8](repeating: 1, count: 1 << 20))
        let result = try desktop.dragctl("drop", card, "--on", "board/Done")
        #expect(result.exit == .exited(0), "\(result.error)")
        // Only the board sees the disk with its store, so the test looks at the window.
        try app.expectSeen(["small.bin"])
        try app.expectSeen(["Loading much.bin"])
      }
    }
  }
}

extension App {
  func expectNothing() throws {
    #expect(try stored().allSatisfy { $0.cards.isEmpty })
  }
}

extension Desktop {
  /// Drags something from another program's window onto the first list, which is empty.
  func drag(from words: [String], to app: App) throws -> Program {
    let source = try startWindow("/usr/bin/python3", [Built.tool("drag-source.py")] + words)
    let window = try eventually(within: Timeout.long, "its window") {
      try? xdotool(["search", "--onlyvisible", "--pid", "\(source.processIdentifier)"])
        .split(separator: "\n").last.map { String($0) }
    }
    try xdotool(["windowmove", "--sync", window, "1040", "200"])
    try app.focus()
    try xdotool(["windowraise", window])
    try drag(
      from: (1140, 250), to: app, { try app.find("list", "To Do") }, sign: ("label", "Drop here"))
    return source
  }
}
