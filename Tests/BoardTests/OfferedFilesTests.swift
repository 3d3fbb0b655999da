import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// Files on dragd, dragged from the panel of the board and from the shelf.
  @Suite struct OfferedFilesTests {
    @Test(arguments: usually(.x11))
    func anOfferOfFilesIsAttachedInTheMiddleOfACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        let bytes = Sample.noise(100_000)
        let track = try desktop.fixture.folder.write("track.bin", bytes)
        let page = try desktop.fixture.folder.write("page.html", text: "<p>Look up")
        #expect(try desktop.dragctl("offer", track).exit == .success)
        #expect(try desktop.dragctl("offer", track, page).exit == .success)
        try app.press("F9")
        for (row, words) in [
          ("track.bin", "File attached to “two”"),
          ("track.bin, page.html", "2 files attached to “two”"),
        ] {
          try desktop.attach(app.findAtRest("list item", row), to: "two", of: app)
          try app.expectMessage(words)
        }
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try #require(try store.cards(in: store.lists()[0].id).dropFirst().first)
        #expect(card.attachments.map(\.name) == ["track.bin", "track.bin", "page.html"])
        #expect(try store.attachment(1, of: card.id).bytes() == bytes)
        try app.expect(["To Do": ["one", "two", "three"]])
      }
    }

    /// Regression: the message did not say which file was broken, and that none of them was added.
    @Test(arguments: usually(.x11))
    func anOfferOfFilesWithABrokenOneAttachesNone(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        let good = try desktop.fixture.folder.write("good.bin", [1])
        let broken = try desktop.fixture.folder.write("broken.png", [1, 2, 3])
        #expect(try desktop.dragctl("offer", good, broken).exit == .success)
        try app.press("F9")
        try desktop.attach(
          app.findAtRest("list item", "good.bin, broken.png"), to: "one", of: app)
        try app.expectMessage(
          "broken.png: this is not valid image/png: it ends too early; "
            + "none of the 2 files was added")
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        #expect(try store.cards(in: store.lists()[0].id).allSatisfy { $0.attachments.isEmpty })
      }
    }

    @Test(arguments: usually(.wayland))
    func anOfferOfATextBecomesACardInTheMiddleOfAnother(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        #expect(try desktop.dragctl("offer", "--text", "Rent chairs").exit == .success)
        try app.press("F9")
        let row = try app.findAtRest("list item", "Rent chairs")
        try desktop.drag(
          from: row, to: app, { try app.findAtRest("list item", "one") },
          sign: ("panel", "Insertion"))
        try app.expectStored { $0[0].cards.sorted() == ["Rent chairs", "one"] }
      }
    }

    @Test(arguments: seldom)
    func whatLiesOnTheShelfIsAttachedInTheMiddleOfACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let folder = try desktop.fixture.folder.makeFolder("photos")
        try desktop.fixture.folder.write("photos/a", text: "hello")
        try desktop.fill(["To Do": ["one", "two"]])
        let shelf = try desktop.startShelf()
        let app = try desktop.start(at: (400, 0), width: 600)
        for file in [picture.path, folder] {
          _ = try desktop.drag(file)
          let name = file.split(separator: "/").last.map { String($0) } ?? ""
          try desktop.attach(shelf.findAtRest("list item", name), to: "two", of: app)
          try app.expectMessage("File attached to “two”")
        }
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try #require(try store.cards(in: store.lists()[0].id).last)
        #expect(card.attachments.map(\.name) == ["lake.png", "photos"])
        #expect(try store.attachment(1, of: card.id).bytes() == picture.bytes)
      }
    }

    /// Regression: an open dialog refused an offer of several files.
    @Test(arguments: usually(.x11))
    func anOfferOfFilesIsAttachedInTheDialogOfACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let (first, second) = (
          try desktop.fixture.folder.write("first.bin", [1]),
          try desktop.fixture.folder.write("second.txt", text: "Look up")
        )
        // Sway shows a dialog in the middle of the screen.
        let source = try desktop.start(at: (870, 0), width: 410)
        try desktop.waitForTargets(3)
        #expect(try desktop.dragctl("offer", first, second).exit == .success)
        try source.press("F9")
        let row = try source.findAtRest("list item", "first.bin, second.txt")
        let app = try desktop.start(width: 500)
        try desktop.waitForTargets(6)
        try app.click("list item", "one")
        try app.press("F2")
        _ = try app.find("dialog", "Edit Card")
        _ = try app.findAtRest("label", "Attachments")
        let dialog = try app.dialog()
        let seen = try #require(try app.seen("label", "Attachments"))
        let heading = Rectangle(
          x: dialog.x + seen.x, y: dialog.y + seen.y - 4, width: seen.width,
          height: seen.height + 8)
        try desktop.drag(
          from: row, to: app, { (dialog.x + dialog.width / 2, dialog.y + 100) },
          sign: ("label", "Attachments"),
          once: { try desktop.hasFrame(in: heading) })
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try eventually(within: Timeout.long, "both files are attached") {
          try store.cards(in: store.lists()[0].id)[0].attachments.map(\.name)
            == ["first.bin", "second.txt"]
        }
      }
    }

    /// Regression: each item of a drop was a step of its own.
    @Test(arguments: usually(.x11))
    func aDropOfTwoItemsIsUndoneInOneStep(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let (first, second) = (
          try desktop.fixture.folder.write("first.bin", [1]),
          try desktop.fixture.folder.write("second.bin", [2])
        )
        let shelf = try desktop.startShelf()
        let app = try desktop.start(at: (400, 0), width: 600)
        _ = try desktop.drag(first, second)
        for below in [true, false] {
          try desktop.drag(
            from: shelf.findAtRest("list item", "All 2"), to: app,
            { try app.place(beside: "one", below: below) }, sign: ("panel", "Insertion"))
          let new = ["first.bin", "second.bin"]
          try app.expect(["To Do": below ? ["one"] + new : new + ["one"]])
          let store = try BoardStore(folder: "\(app.data)/dragboard")
          #expect(try store.undoName() == "Add 2 Cards")
          try app.focus()
          try app.press("ctrl+z")
          try app.expect(["To Do": ["one"]])
          #expect(try store.redoName() == "Add 2 Cards")
        }
      }
    }

    /// Regression: the name of its type stood there until everything had arrived.
    @Test(arguments: usually(.x11))
    func whatArrivesOfAnotherBoardIsNamedAsItsDescriptionSays(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        let description = #"{"title":"Mill","text":"","types":["application/x-geocache"]}"#
        let path = try desktop.fixture.folder.write("description", text: description)
        let source = try desktop.startDragctl(
          "offer", "--exec", "application/x-geocache=sleep 1000", "--exec",
          "\(CardDescription.type)=cat \(path)")
        _ = try source.firstLine()
        try app.addFromShelf()
        try app.expectSeen(["Loading Mill"])
      }
    }
  }
}

extension Desktop {
  /// Drags something onto the middle of a card, which says that it would be attached.
  fileprivate func attach(_ start: (x: Int, y: Int), to card: String, of app: App) throws {
    try drag(
      from: start, to: app, { try app.findAtRest("list item", card) }, sign: ("label", "Attach"))
  }
}

extension Desktop {
  /// Whether the part has the colour of the frame around what accepts a drop.
  fileprivate func hasFrame(in part: Rectangle) throws -> Bool {
    let colours = try colours(of: part)
    return stride(from: 0, to: colours.count - 2, by: 3).contains {
      Int(colours[$0 + 2]) - Int(colours[$0]) > 80
    }
  }
}
