import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct OffersPanelTests {
    @Test(arguments: usually(.wayland))
    func anOfferIsDraggedFromThePanelOntoAList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["In Progress": ["one", "two"]])
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        _ = try desktop.offerNote()
        try app.press("F9")
        let row = try app.findAtRest("list item", "Note")
        try desktop.drag(
          from: row, to: app,
          { try app.place(beside: "two", below: false) }, sign: ("panel", "Insertion"))
        try app.expect(["In Progress": ["one", "from the shell", "two"]])
        try eventually(within: Timeout.long, "it went through dragd") {
          try desktop.finishedTransfers() == 1
        }
      }
    }

    @Test(arguments: usually(.x11))
    func theButtonSaysToWhichListItAddsAnOffer(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "In Progress": ["two"]])
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        _ = try desktop.offerNote()
        try app.press("F9")
        _ = try app.findAtRest("push button", "Add to “To Do”")
        try app.click("list item", "two")
        _ = try app.find("push button", "Add to “In Progress”")
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try store.perform(.renameList(try store.lists()[1].id, title: "Under_way"))
        try app.click("push button", "Add to “Under_way”")
        try app.expect(["Under_way": ["two", "from the shell"]])
        // The editor of geocaches says it too.
        try app.press("shift+F9")
        _ = try app.find("push button", "Add to “Under_way”")
      }
    }

    /// Regression: the panel accepted an offer to show its picture, which ended an offer with one use.
    @Test(arguments: usually(.x11))
    func lookingAtAPictureUsesUpNothing(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        try desktop.addPicture("harbour")
        let picture = desktop.fixture.folder.path("picture.png")
        let id =
          try desktop.dragctl("offer", picture, "--once").output
          .split(separator: "\n").first.map(String.init) ?? ""
        _ = try app.findAtRest("list item", "harbour")
        let right = Rectangle(x: 700, y: 200, width: 280, height: 300)
        let before = try desktop.display.pixels(of: right)
        try app.press("F9")
        _ = try app.findAtRest("list item", "picture.png")
        try eventually(within: Timeout.long, "its picture is there") {
          try app.look(places: .none).first("image", "Picture") != nil
        }
        let copy = desktop.fixture.folder.path("copy.png")
        #expect(try desktop.dragctl("accept", id, "-o", copy).exit == .success)
        try app.click("push button", "Close Panel")
        try eventually(within: Timeout.long, "the panel is closed") {
          try desktop.display.pixels(of: right) == before
        }
      }
    }

    @Test(arguments: usually(.x11))
    func anOfferedTextIsTitledByItsFirstWordsAndNotUsedUp(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        let words = "Rent chairs\nand tables"
        let id =
          try desktop.dragctl("offer", "--text", words, "--once").output
          .split(separator: "\n").first.map(String.init) ?? ""
        try #require(
          try desktop.dragctl("offer", "--text", "hunter2", "--sensitive", "--detach").exit
            == .success)
        try app.press("F9")
        _ = try app.findAtRest("list item", "Rent chairs and tables")
        // The sensitive one tells nothing but its type.
        _ = try app.findAtRest("list item", "Text")
        #expect(try app.look(places: .none).allSatisfy { !$0.name.contains("hunter2") })
        #expect(try desktop.dragctl("accept", id).output == words)
      }
    }

    /// Regression: dragctl's label for several files has their names, which the line below said again.
    @Test(arguments: usually(.x11))
    func theNamesOfAnOfferAreSaidOnce(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        let files = try ["a", "b", "c", "d"].map {
          try desktop.fixture.folder.write("\($0).txt", text: "words")
        }
        _ = try desktop.startDragctl("offer", files[0], files[1], files[2], files[3])
        _ = try desktop.startDragctl("offer", files[0], "--label", "Note")
        try app.press("F9")
        _ = try app.findAtRest("list item", "a.txt, b.txt, c.txt and 1 more")
        // A label that does not say the name has it below.
        try app.expectLabel(containing: "a.txt · Text")
        try app.expectLabel(containing: "4 items · Text")
        let labels = try app.look(places: .none).filter { $0.role == "label" }.map(\.name)
        #expect(labels.filter { $0.contains("b.txt") } == ["a.txt, b.txt, c.txt and 1 more"])
      }
    }

    /// Regression: the panel opened by itself once a narrow window was wide again.
    @Test(arguments: usually(.x11))
    func thePanelStaysClosedWhateverTheWidthIs(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        _ = try app.findAtRest("list item", "one")
        let right = Rectangle(x: 700, y: 200, width: 280, height: 300)
        let before = try desktop.display.pixels(of: right)
        for width in [360, 1000] { try app.place(at: (0, 0), width: width) }
        try eventually(within: Timeout.long, "the lists are as before") {
          try desktop.display.pixels(of: right) == before
        }
      }
    }

    @Test(arguments: usually(.x11))
    func anOfferIsDraggedFromThePanelToAnotherProcess(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        _ = try desktop.offerNote()
        try first.press("F9")
        let row = try first.findAtRest("list item", "Note")
        try desktop.drag(
          from: row, to: second,
          { try second.place(beside: "theirs", below: true) }, sign: ("panel", "Insertion"))
        try second.expect(["To Do": ["theirs", "from the shell"]])
        try first.expect(["To Do": ["one", "two"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func thatNothingIsOnOfferAndThatDragdIsAwayAreTwoThings(on server: DisplayServer) throws {
      try Desktop.run(on: server, dragd: false) { desktop in
        let app = try desktop.start(width: 1000)
        try app.press("F9")
        _ = try app.find("label", "dragd Is Not Running")
        let dragd = try desktop.fixture.start(
          Built.dragd, ["--idle-exit", "never"], on: desktop.bus)
        _ = try app.find("label", "Nothing Offered Now")
        _ = try desktop.offerNote()
        _ = try app.findAtRest("list item", "Note")
        dragd.kill()
        _ = try app.find("label", "dragd Is Not Running")
      }
    }
  }
}

extension Desktop {
  /// Offers a lazy text from the command line.
  func offerNote() throws -> String {
    try offer(
      "echo from the shell", name: "note", type: "text/plain;charset=utf-8",
      options: ["--label", "Note"])
  }
}
