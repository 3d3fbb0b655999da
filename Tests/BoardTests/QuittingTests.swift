import BoardModel
import Harness
import Testing

/// The keys that quit: `make test` uses one of the two, `make test-all` both.
private func ways(usual: String) -> [String] {
  Extent.part(of: ["ctrl+q", "ctrl+w"]) { $0 == usual }
}

extension OnTheDesktop {
  @Suite struct QuittingTests {
    @Test(arguments: ways(usual: "ctrl+q"))
    func whatWasTypedIsKept(_ keys: String) throws {
      try Desktop.run { desktop in
        try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let app = try desktop.start()
        try app.renameMill(to: "Windmill")
        try app.press(keys)
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["Windmill"])
      }
    }

    /// As at the end of a session, at which nobody answers a question.
    @Test func whatIsBeingTypedIsKeptWhenThePersonLogsOut() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let app = try desktop.start()
        try app.renameMill(to: "Windmill")
        try app.click("list item", "one")
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("two")
        try app.expectEditing("two")
        #expect(try app.program.terminate(within: Timeout.long) == .exited(0))
        #expect(try app.stored().flatMap(\.cards).sorted() == ["Windmill", "one", "two"])
      }
    }

    @Test func whatIsWrittenInADialogIsKeptWhenThePersonLogsOut() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.openDialog(of: "one")
        try app.press("End")
        try app.type("two")
        try app.expectField("Title") { $0 == "onetwo" }
        #expect(try app.program.terminate(within: Timeout.long) == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["onetwo"])
      }
    }

    /// Regression: the dialog was dropped with all its words.
    @Test func notesWithoutATitleAreKeptWhenThePersonLogsOut() throws {
      try Desktop.run { desktop in
        let app = try desktop.start(width: 1100)
        try app.openNewCard()
        try app.clickInDialog("text", "Notes")
        try app.type("Look up")
        try app.press("Return")
        try app.type("at dusk")
        try app.expectField("Notes") { $0 == "Look up\nat dusk" }
        #expect(try app.program.terminate(within: Timeout.long) == .exited(0))
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let cards = try store.board().flatMap(\.cards)
        #expect(cards.map(\.title) == ["Look up"])
        #expect(cards.map(\.text) == ["at dusk"])
      }
    }

    /// Regression: a date that was half typed took the title with it.
    @Test func wordsBesideAWrongDateAreKeptWhenThePersonLogsOut() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        try app.openDialog(of: "one")
        try app.press("End")
        try app.type("two")
        try app.expectField("Title") { $0 == "onetwo" }
        try app.clickInDialog("text", "Due Date")
        try app.type("2026-1")
        try app.expectField("Due Date") { $0 == "2026-1" }
        #expect(try app.program.terminate(within: Timeout.long) == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["onetwo"])
      }
    }

    @Test(arguments: ways(usual: "ctrl+w"))
    func whatCannotBeKeptStaysUntilSomebodySaysThatItMayGo(_ keys: String) throws {
      try Desktop.run { desktop in
        try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let app = try desktop.start()
        try app.renameMill(to: "Windmill")
        let move = try app.startMove(of: "Mill")
        try app.press(keys)
        try app.answer("Escape")
        try app.goOn()
        _ = try app.find("label", "Drag “Windmill”")
        try app.press(keys)
        _ = try app.find("label", "Discard Changes?")
        try move.store.releaseMove(key: move.key)
        try app.answer("alt+d")
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["Mill"])
      }
    }

    @Test(arguments: usually(.x11))
    func wordsInADialogAreAskedForBeforeItQuits(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.openDialog(of: "one")
        try app.press("End")
        try app.type(" more")
        try app.expectField("Title") { $0 == "one more" }
        try app.press("ctrl+q")
        try app.answer("Escape")
        try eventually(within: Timeout.long, "the question is answered") {
          try app.look(places: .none).first("label", "Discard Changes?") == nil
        }
        try app.focusDialog()
        try app.press("ctrl+q")
        try app.answer("alt+d")
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["one"])
      }
    }

    /// A new geocache, and one with an invalid number.
    @Test func whatIsNotFinishedIsAskedFor() throws {
      try Desktop.run { desktop in
        try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let app = try desktop.start()
        try app.press("shift+F9")
        try app.click("text", "Name")
        try app.type("Lake")
        try app.expectField("Name") { $0 == "Lake" }
        try app.press("ctrl+w")
        _ = try app.find("label", "The geocache is not on the board.")
        try app.answer("Escape")
        try app.goOn()
        try app.click("list item", "Mill")
        try app.press("F2")
        try app.answer("alt+d")
        try app.goOn()
        _ = try app.find("label", "Drag “Mill”")
        try app.click("text", "Latitude")
        try app.press("ctrl+a")
        try app.type("95")
        try app.expectField("Latitude") { $0 == "95" }
        try app.press("ctrl+w")
        try app.answer("alt+d")
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let cards = try store.board().flatMap(\.cards)
        #expect(cards.map(\.title) == ["Mill"])
        #expect(cards.map(\.coordinates) == [Coordinates(latitude: 53.5, longitude: 7)])
      }
    }

    @Test(arguments: ways(usual: "ctrl+q"))
    func theEditorAloneAsksToo(_ keys: String) throws {
      try Desktop.run { desktop in
        let editor = try desktop.start(["--editor"], data: "editor")
        try editor.click("text", "Name")
        try editor.type("Lake")
        try editor.expectField("Name") { $0 == "Lake" }
        try editor.press(keys)
        _ = try editor.find("label", "“Lake” was not dragged anywhere as it is now.")
        try editor.answer("Escape")
        try editor.goOn()
        try editor.expectField("Name") { $0 == "Lake" }
        try editor.press(keys)
        try editor.answer("alt+d")
        #expect(try editor.program.wait(within: Timeout.long).exit == .exited(0))
      }
    }

    @Test func theEditorAloneAsksBeforeSomethingNew() throws {
      try Desktop.run { desktop in
        let editor = try desktop.start(["--editor"], data: "editor")
        try editor.typeLake()
        try editor.click("push button", "New")
        try editor.answer("alt+d")
        try editor.goOn()
        _ = try editor.find("label", "Nothing to drag yet")
        try editor.press("ctrl+w")
        #expect(try editor.program.wait(within: Timeout.long).exit == .exited(0))
      }
    }

    @Test(arguments: seldom)
    func whatWasDraggedOutOfTheEditorIsNotAskedFor(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 760)
        let editor = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try desktop.waitForTargets(3)
        try editor.typeLake()
        try desktop.drag(
          from: editor.findAtRest("label", "Drag “Lake”"), to: app,
          { try app.find("list", "To Do") }, sign: ("label", "Drop here"))
        try app.expect(["To Do": ["Lake"]])
        try editor.focus()
        try editor.press("ctrl+w")
        #expect(try editor.program.wait(within: Timeout.long).exit == .exited(0))
      }
    }

    @Test(arguments: ways(usual: "ctrl+w"))
    func theTitleOfAListThatIsBeingTypedIsKept(_ keys: String) throws {
      try Desktop.run { desktop in
        let app = try desktop.start(width: screenSize.width)
        try app.click("push button", "Add List")
        try app.expectEditing("New List")
        try app.type("Ideas")
        try app.expectEditing("Ideas")
        try app.press(keys)
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
        #expect(try app.stored().map(\.title) == ["To Do", "In Progress", "Done", "Ideas"])
      }
    }
  }
}

extension App {
  /// Opens the card “Mill” in the editor and types another name.
  fileprivate func renameMill(to name: String) throws {
    try click("list item", "Mill")
    try press("F2")
    _ = try find("label", "Drag “Mill”")
    try click("text", "Name")
    try press("ctrl+a")
    try type(name)
    _ = try find("label", "Drag “\(name)”")
  }

  /// Types a geocache into the editor.
  fileprivate func typeLake() throws {
    for (field, text) in [("Name", "Lake"), ("Latitude", "53.5"), ("Longitude", "7")] {
      try click("text", field)
      try type(text)
      try expectField(field) { $0 == text }
    }
    _ = try find("label", "Drag “Lake”")
  }

  /// Answers the question whether to discard the typed text.
  func answer(_ keys: String) throws {
    _ = try find("label", "Discard Changes?")
    try focusDialog()
    try press(keys)
  }

  /// Cancels the question and continues in the window.
  fileprivate func goOn() throws {
    try eventually(within: Timeout.long, "the question is answered") {
      try look(places: .none).first("label", "Discard Changes?") == nil
    }
    try focus()
  }
}
