import Foundation
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct LoadingTests {
    @Test(arguments: usually(.x11))
    func aSlowDropStandsThereWithItsNameUntilItIsCancelled(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let offer = try desktop.offer("echo beginning; sleep 1000", name: "slow.zip")
        let drop = try desktop.startDragctl("drop", offer, "--on", "board/To Do", "--at", "0")
        try app.expectSeen(["Loading slow.zip", "one"])
        try app.click("push button", "Cancel")
        try app.expect(["To Do": ["one"]])
        #expect(try drop.wait().exit != .exited(0))
      }
    }

    @Test(arguments: usually(.wayland))
    func aFailedDropSaysWhyAndIsTriedAgain(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        // The source fails as long as there is no such file.
        let file = desktop.fixture.folder.path("there")
        let offer = try desktop.offer(
          "cat '\(file)'", name: "note", type: "text/plain;charset=utf-8",
          options: ["--label", "Note"])
        _ = offer
        try app.addFromShelf()
        _ = try app.find("push button", "Retry")
        try app.expectSeen(["one", "Loading note"])
        #expect(try app.stored().first?.cards == ["one"])
        try desktop.fixture.folder.write("there", text: "now it is")
        try app.click("push button", "Retry")
        try app.expect(["To Do": ["one", "now it is"]])
      }
    }

    @Test func aFailedDropFromTheShellSaysWhyHereTooAndIsTriedAgain() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let file = desktop.fixture.folder.path("there")
        let offer = try desktop.offer(
          "cat '\(file)'", name: "note", type: "text/plain;charset=utf-8")
        let drop = try desktop.dragctl("drop", offer, "--on", "board/To Do")
        #expect(drop.exit != .exited(0))
        _ = try app.find("push button", "Retry")
        try app.expectSeen(["one", "Loading note"])
        try desktop.fixture.folder.write("there", text: "now it is")
        try app.click("push button", "Retry")
        try app.expect(["To Do": ["one", "now it is"]])
      }
    }

    @Test(arguments: usually(.x11))
    func whatIsNotWholeIsRefusedAndDismissed(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (1...40).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        _ = try desktop.offer(
          "printf '\\211PNG\\r\\n\\032\\n cut off'", name: "cut.png", type: "image/png")
        try app.addFromShelf()
        try eventually(within: Timeout.long, "the failure is in sight") {
          try app.isInSight(("push button", "Dismiss"))
        }
        try app.click("push button", "Dismiss")
        try app.expect(["To Do": cards, "In Progress": [], "Done": []])
        try app.click("push button", "Add to “To Do”")
        try app.click("list item", "Loading cut.png")
        try app.press("Delete")
        try app.expect(["To Do": cards, "In Progress": [], "Done": []])
      }
    }

    @Test(arguments: usually(.wayland))
    func whatComesIsInSightMeanwhile(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (1...40).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let late = desktop.fixture.folder.path("late")
        _ = try desktop.offer(
          "while [ ! -s \(late) ]; do sleep 0.05; done; cat \(late)", name: "late.txt",
          type: "text/plain")
        try app.addFromShelf()
        try app.waitUntilStill(("list item", "Loading late.txt"))
        try desktop.fixture.folder.write("late", text: "at last")
        try app.expect(["To Do": cards + ["at last"]])
      }
    }

    @Test(arguments: usually(.x11))
    func whatIsPastedIsInSightMeanwhile(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (1...60).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 940)
        let (late, type) = (
          try desktop.fixture.folder.write("late", text: "at last"), "text/plain;charset=utf-8"
        )
        let source = try SlowSource(type, late, on: desktop)
        try desktop.display.strike("ctrl+c")
        try desktop.display.waitUntilCopied(type)
        try app.focus()
        _ = try app.findAtRest("list item", "card 2")
        try app.press("ctrl+v")
        try source.program.waitForOutput("asked")
        try app.waitUntilStill(("list item", "Loading Clipboard"))
        source.program.send(SIGUSR1)
        try app.expect(["To Do": cards + ["at last"]])
      }
    }

    /// The line for a drop and the drop agree, also beside what has failed or comes later.
    @Test(arguments: seldom)
    func whatIsDroppedBelowAFailedCardStaysBelowIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        let file = desktop.fixture.folder.path("there")
        for (name, place) in [("first", ["--at", "1"]), ("second", [])] {
          let offer = try desktop.offer(
            "cat '\(file)' && echo \(name)", name: name, type: "text/plain;charset=utf-8")
          let drop = try desktop.fixture.run(
            Built.dragctl, ["drop", offer, "--on", "board/To Do"] + place, on: desktop.bus)
          #expect(drop.exit != .exited(0))
        }
        let (first, second) = ("Loading first", "Loading second")
        try app.expectSeen(["one", first, "two", second])
        try desktop.drag("two", of: app, to: app, "one", below: true)
        try app.expectSeen(["one", "two", first, second])
        for isUndone in [true, false] {
          try desktop.drag("one", of: app, to: app, second, below: true)
          try app.expectSeen(["two", first, second, "one"])
          guard isUndone else { break }
          try app.press("ctrl+z")
          try app.expectSeen(["one", "two", first, second])
        }
        try desktop.drag("two", of: app, to: app, first, below: true)
        try app.expectSeen([first, "two", second, "one"])
        try desktop.fixture.folder.write("there", text: "now ")
        for names in [["now first", "two", second], ["now first", "two", "now second"]] {
          try app.click("push button", "Retry")
          try app.expectSeen(names + ["one"])
        }
        try app.expect(["To Do": ["now first", "two", "now second", "one"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func withoutDragdACardComesThroughTheDisplayServer(on server: DisplayServer) throws {
      try Desktop.run(on: server, dragd: false) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try desktop.drag("two", of: first, to: second, "theirs", below: true)
        try second.expect(["To Do": ["theirs", "two"]])
        try first.expect(["To Do": ["one", "two"]])
      }
    }

    @Test(arguments: usually(.x11))
    func theClipboardBringsACardToAnotherProcess(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try first.click("list item", "two")
        try first.press("ctrl+c")
        _ = try first.find("label", "Card copied")
        try second.focus()
        try second.click("list item", "theirs")
        try second.press("ctrl+v")
        try second.expect(["To Do": ["theirs", "two"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aListIsMovedByItsHeader(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start()
        let start = try app.findAtRest("label", "To Do")
        let done = try app.find("label", "Done")
        try desktop.drag(
          from: start, to: app, { (done.x + 200, done.y + 200) }, sign: ("panel", "List insertion"))
        try app.expectStored { $0.map(\.title) == ["In Progress", "Done", "To Do"] }
        try eventually(within: Timeout.long, "the lists are seen in their new order") {
          try app.look(places: .none).lists.map(\.title) == ["In Progress", "Done", "To Do"]
        }
      }
    }

    @Test(arguments: usually(.x11))
    func aSharedCardIsAcceptedInTheShell(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        try app.click("list item", "two")
        try app.press("Menu")
        _ = try app.find("menu", "Menu")
        try app.press("f")
        _ = try app.find("label", "On offer to other programs")
        let result = try desktop.dragctl("accept")
        #expect(result.output == "two", "\(result.error)")
      }
    }
  }
}

extension Desktop {
  func startDragctl(_ arguments: String...) throws -> Program {
    try fixture.start(Built.dragctl, arguments, on: bus)
  }

  /// Offers a command's output and returns the offer's id.
  func offer(
    _ command: String, name: String, type: String = "application/zip", options: [String] = []
  ) throws -> String {
    let program = try fixture.start(
      Built.dragctl, ["offer", "--name", name, "--exec", "\(type)=\(command)"] + options, on: bus)
    return try program.firstLine()
  }
}

extension App {
  /// Adds the content of the shelf to the board.
  func addFromShelf() throws {
    try press("F9")
    try click("push button", "Add to “To Do”")
  }

  /// Waits until the window shows a list with these rows.
  func expectSeen(_ rows: [String]) throws {
    var last: [SeenList] = []
    do {
      try eventually(within: Timeout.long) {
        last = try look(places: .none).lists
        return last.contains { $0.cards == rows }
      }
    } catch {
      throw HarnessFailure("no list has the rows \(rows): \(last)")
    }
  }
}
