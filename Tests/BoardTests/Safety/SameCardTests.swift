import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Two boards move one card at the same time.
  @Suite struct SameCardTests {
    @Test func twoWindowsOfOneBoardDragTheSameCardAtOnce() throws {
      try Desktop.run { desktop in
        // Each window needs a pointer of its own, and so a screen.
        try Desktop.run { other in
          let folder = desktop.fixture.folder.path.split(separator: "/").last ?? ""
          try desktop.fill(["To Do": ["one", "two"], "In Progress": ["now"], "Done": ["old"]])
          let first = try desktop.start()
          let second = try other.start(data: "../\(folder)/data")
          let start = try first.findAtRest("list item", "two")
          try desktop.drag(
            from: start, to: first,
            {
              // The other window moves the card while the first one drags it.
              try other.drag("two", of: second, to: second, "now", below: true)
              try first.expect(["To Do": ["one"], "In Progress": ["now", "two"]])
              let old = try first.find("list item", "old")
              return (old.x, old.y + 8)
            }, sign: ("panel", "Insertion"))
          for app in [first, second] {
            try app.expect(["To Do": ["one"], "In Progress": ["now"], "Done": ["old", "two"]])
          }
        }
      }
    }

    @Test func ofTwoBoardsThatTakeTheSameCardOneGetsItAndTheOtherSaysWhy() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["stays", "goes"]], data: "source")
        let (first, second) = (
          try desktop.start(width: 620), try desktop.start(data: "other", at: (640, 0), width: 620)
        )
        try desktop.waitForTargets(6)
        let source = try desktop.offer("goes", ofBoard: "source")
        for app in [first, second] {
          try app.focus()
          try app.press("F9")
        }
        // The stopped source delays the content.
        source.send(SIGSTOP)
        for app in [first, second] {
          try app.focus()
          let row = try app.findAtRest("list item", "goes")
          try desktop.drag(
            from: row, holding: "shift", to: app, { try app.find("list", "To Do") },
            sign: ("label", "Drop here"))
          try app.expectSeen(["Loading goes"])
        }
        source.send(SIGCONT)
        #expect(try source.wait(within: Timeout.long).exit == .exited(0))
        let hasCome = { (app: App) in try app.stored().contains { $0.cards == ["goes"] } }
        try eventually(within: Timeout.long) { try hasCome(first) || hasCome(second) }
        let (one, other) = try hasCome(first) ? (first, second) : (second, first)
        try one.expect(["To Do": ["goes"]])
        try other.expectReason { reason in
          ["Busy", "moved", "moving", "ended"].contains { reason.contains($0) }
        }
        #expect(try other.stored().allSatisfy { $0.cards.isEmpty })
        #expect(try desktop.stored("source").flatMap(\.cards) == ["stays"])
      }
    }

    @Test func twoProcessesThatGiveTheSameCardAwayGiveItOnce() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["stays", "goes"]], data: "source")
        let store = try BoardStore(
          folder: "\(desktop.fixture.folder.makeFolder("other"))/dragboard")
        try store.perform(.renameList(try store.lists()[0].id, title: "Theirs"))
        let boards = [try desktop.start(), try desktop.start(data: "other")]
        try desktop.waitForTargets(6)
        let id = try desktop.card("goes", ofBoard: "source")
        let programs = try ["To Do", "Theirs"].map { list in
          try desktop.startDragboard(
            "offer", "--move", id, "--on", "board/\(list)", data: "source")
        }
        // These two names are unique among the lists.
        let results = try programs.map { try $0.wait(within: Timeout.long) }
        let failed = results.filter { $0.exit != .exited(0) }
        #expect(failed.count == 1, "\(results.map(\.error))")
        #expect(failed.allSatisfy { !$0.error.isEmpty })
        let there = try boards.flatMap { try $0.stored().flatMap(\.cards) }
        #expect(there == ["goes"])
        #expect(try desktop.stored("source").flatMap(\.cards) == ["stays"])
      }
    }
  }
}

extension Desktop {
  /// The lists of the board in a data folder.
  func stored(_ data: String) throws -> [SeenList] {
    let store = try BoardStore(folder: "\(fixture.folder.path(data))/dragboard")
    return try store.board().map { SeenList(title: $0.list.title, cards: $0.cards.map(\.title)) }
  }

  /// The id of a card.
  func card(_ title: String, ofBoard data: String) throws -> String {
    let store = try BoardStore(folder: "\(fixture.folder.path(data))/dragboard")
    let card = try store.board().flatMap(\.cards).first { $0.title == title }
    guard let card else { throw HarnessFailure("there is no card “\(title)”") }
    return card.id.rawValue
  }

  /// Starts a command of dragboard.
  func startDragboard(_ arguments: String..., data: String) throws -> Program {
    try fixture.start(
      "\(Built.folder)/dragboard", arguments, on: bus,
      environment: ["XDG_DATA_HOME": try fixture.folder.makeFolder(data)])
  }

  /// Offers a card for moving from the command line; returns once it is on offer.
  func offer(_ title: String, ofBoard data: String) throws -> Program {
    let program = try startDragboard(
      "offer", "--move", try card(title, ofBoard: data), data: data)
    _ = try program.firstLine()
    return program
  }
}

extension App {
  /// Waits until a placeholder shows a reason that satisfies the condition, and returns it.
  @discardableResult
  func expectReason(_ isMeant: (String) -> Bool) throws -> String {
    var labels: [String] = []
    do {
      return try eventually(within: Timeout.long) { () -> String? in
        let seen = try look()
        labels = seen.filter { $0.role == "label" && $0.isShown }.map(\.name)
        guard let dismiss = seen.first("push button", "Dismiss"), dismiss.isShown else {
          return nil
        }
        return labels.first(where: isMeant)
      }
    } catch {
      throw HarnessFailure("no placeholder says that among \(labels)")
    }
  }
}
