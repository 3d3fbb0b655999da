import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// The dialogs of the board, with pointer and keys.
  @Suite struct DialogTests {
    @Test(arguments: seldom)
    func whatIsArchivedComesBackOrIsDeleted(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start(width: 1100)
        for card in ["one", "two"] {
          try app.click("list item", card)
          try app.press("ctrl+e")
          try app.expectMessage("“\(card)” archived")
        }
        try app.openArchive()
        _ = try app.find("label", "two")
        try app.clickInDialog("push button", "Restore")
        try app.expect(["To Do": ["one", "three"]])
        _ = try app.find("label", "“one” restored")
        for isToStay in [false, true] {
          try app.clickInDialog("push button", "Delete “two”")
          _ = try app.find("label", "Nothing Is Archived")
          _ = try app.find("label", "“two” deleted")
          if !isToStay { try app.clickInDialog("push button", "Undo") }
        }
        try app.focusDialog()
        try app.press("Escape")
        try app.expectNoDialog()
        try app.focus()
        try app.click("list item", "three")
        try app.press("ctrl+z")
        try app.openArchive()
        _ = try app.find("label", "two")
      }
    }

    /// Regression: what was not copied yet was not attached, without a word.
    @Test(arguments: usually(.x11))
    func whatIsBeingCopiedWhenTheDialogIsSavedIsAttached(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let file = try desktop.fixture.folder.write("track.bin", [1])
        try desktop.display.copy(Array("file://\(file)\r\n".utf8), as: "text/uri-list")
        try app.openDialog(of: "one")
        _ = try desktop.display.copiedTypes()
        _ = try app.look(places: .none)
        try app.stopped { try app.press("ctrl+v", "ctrl+Return") }
        try eventually(within: Timeout.long, "the file is attached") {
          try store.cards(in: store.lists()[0].id)[0].attachments.map(\.name) == ["track.bin"]
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func theMenuSaysWhyTheDefaultBoardIsNotDeleted(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        try app.click("push button", "Boards: Board")
        _ = try app.findAtRest("label", "The default board cannot be deleted")
        try app.press("d")
        try app.press("Escape")
        try eventually(within: Timeout.long, "the menu is closed") {
          try app.seen("label", "The default board cannot be deleted")?.isShown != true
        }
        #expect(try store.boards().count == 2)
        try app.press("ctrl+2")
        try app.click("push button", "Boards: Garden")
        _ = try app.findAtRest("menu", "Menu")
        #expect(try app.seen("label", "The default board cannot be deleted") == nil)
        try app.press("d")
        try eventually(within: Timeout.long, "it is deleted") { try store.boards().count == 1 }
        _ = try app.find("list", "To Do")
      }
    }

    @Test(arguments: usually(.wayland))
    func aListIsLimitedAndUndoTakesBackWhatWasDoneToItsBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try app.click("list item", "one")
        try app.press("ctrl+l")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("m")
        _ = try app.find("text", "Cards at Most")
        try app.focusDialog()
        try app.type("none")
        try app.press("Return")
        _ = try app.find("label", "“none” is not a number of cards such as 5")
        try app.focusDialog()
        try app.press("ctrl+a")
        try app.type("1")
        try app.press("Return")
        try eventually(within: Timeout.long, "the list has its limit") {
          try store.lists()[0].limit == 1
        }
        _ = try app.find("label", "2/1")

        // A window undoes what was done to its board.
        try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        let garden = try store.boards()[1].id
        let beds = try store.lists(on: garden)[0].id
        try store.perform(.addCards([NewCard(title: "dig")], to: beds, at: .end))
        try app.focus()
        try app.click("list item", "one")
        try app.press("ctrl+z")
        try eventually(within: Timeout.long, "the list has no limit") {
          try store.lists()[0].limit == nil
        }
        #expect(try store.cards(in: beds).map(\.title) == ["dig"])
      }
    }

    @Test(arguments: usually(.x11))
    func filesOfACardAreSeenOpenedAndRemoved(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        let opened = desktop.fixture.folder.path + "/opened"
        try app.installViewer(writing: opened)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        try app.click("list item", "one")
        try app.press("F2")
        _ = try app.find("dialog", "Edit Card")
        // What another process attaches is seen at once.
        let words = NewAttachment(
          name: "words.txt", type: "text/plain", content: .bytes(Array("some words".utf8)))
        try store.perform(.attach([words], to: card))
        _ = try app.find("label", "words.txt")
        // First come the date, the labels, each with a button, the preview, the notes, “Add Checklist”, its
        // items and “Attach…”.
        try app.focusDialog()
        for _ in 0..<10 { try app.press("Tab") }
        try app.press("Return")
        let path = try eventually(within: Timeout.long, "the viewer has the file") {
          try? String(contentsOfFile: opened, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path.trimmed, encoding: .utf8) == "some words")
        let attributes = try FileManager.default.attributesOfItem(atPath: path.trimmed)
        #expect(attributes[.posixPermissions] as? Int == 0o400)
        try app.focusDialog()
        try app.press("Tab", "Return")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("r")
        try eventually(within: Timeout.long, "it is removed") {
          try store.card(card)?.attachments.isEmpty == true
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func notesAreReadAndDatesAndColoursAreExplained(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        try app.openDialog(of: "one")
        try app.press("Tab")
        try app.type("soon")
        _ = try app.find("label", Self.wrongDate)
        try app.press("ctrl+Return")
        // Nothing is saved, and the dialog no longer calls wrong what is right by now.
        try app.press("ctrl+a")
        try app.type("tomorrow")
        try eventually(within: Timeout.long, "the reason is gone") {
          try app.seen("label", Self.wrongDate)?.isShown != true
        }
        // Past the calendar.
        try app.press("Tab", "Tab")
        try app.type("home:pink")
        _ = try app.find("label", Self.wrongColor)
        try app.press("ctrl+Return")
        try app.press("ctrl+a")
        try app.type("home:red")
        try eventually(within: Timeout.long, "the reason is gone") {
          try app.seen("label", Self.wrongColor)?.isShown != true
        }
        _ = try app.find("label", Self.hint)
        try app.clickInDialog("text", "Notes")
        try app.type("*slow*")
        try eventually(within: Timeout.long, "the hint is gone") {
          try app.seen("label", Self.hint)?.isShown != true
        }
        try app.press("ctrl+shift+p")
        _ = try app.find("label", "slow")
        try app.press("ctrl+Return")
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try eventually(within: Timeout.long, "both are kept") {
          let card = try store.cards(in: store.lists()[0].id)[0]
          return card.text == "*slow*" && card.details.due != nil
            && card.details.labels == [CardLabel("home", .red)]
        }
      }
    }

    /// Regression: the dialog replaced what the shell had made of the same field, without a message.
    @Test(arguments: usually(.x11))
    func whatBothHaveChangedIsToldBeforeItIsReplaced(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        try app.openDialog(of: "one")
        try app.press("ctrl+a")
        try app.type("mine")
        try store.perform(.editCard(card, title: "theirs", text: "their text"))
        try app.press("ctrl+Return")
        _ = try app.find(
          "label",
          "Title: changed elsewhere meanwhile, to “theirs”; save again to replace that")
        #expect(try store.card(card)?.title == "theirs")
        try app.press("ctrl+Return")
        try eventually(within: Timeout.long, "the second time it is saved") {
          let card = try store.card(card)
          return card?.title == "mine" && card?.text == "their text"
        }
      }
    }

    /// Regression: Ctrl+V typed the path of a copied file into the field.
    @Test(arguments: usually(.wayland))
    func copiedFilesAndPicturesAreAttachedAndWordsAreTyped(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        let path = try desktop.fixture.folder.write("note ü.txt", text: "Look up")
        try app.click("list item", "one")
        try app.press("F2")
        _ = try app.find("dialog", "Edit Card")
        let uri = "file://" + path.replacing("ü", with: "%C3%BC").replacing(" ", with: "%20")
        try desktop.display.copy(Array("\(uri)\r\n".utf8), as: "text/uri-list")
        try app.focusDialog()
        try app.press("ctrl+v")
        _ = try app.find("label", "note ü.txt")
        #expect(
          try store.attachment(1, of: card).bytes() == Array("Look up".utf8))
        try desktop.display.copy(Array("words".utf8), as: "text/plain;charset=utf-8")
        try app.focusDialog()
        try app.press("ctrl+a", "ctrl+v")
        try app.expectEditing("words")
        try app.press("ctrl+Return")
        try eventually(within: Timeout.long, "the words are kept") {
          try store.card(card)?.title == "words"
        }
        #expect(try store.card(card)?.attachments.map(\.name) == ["note ü.txt"])
      }
    }

    private static let wrongDate =
      "Due date: “soon” is not a date such as 24 Dec, 2026-11-25, tomorrow 14:30 or in 3 days"
    private static let wrongColor =
      "Labels: there is no colour “pink”: use blue, green, yellow, orange, red, purple, brown, gray"
    private static let hint = "Notes, in Markdown if you like"

    @Test(arguments: usually(.x11))
    func whatIsPreferredHappens(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try app.click("list item", "one")
        try app.press("ctrl+comma")
        _ = try app.find("dialog", "Preferences")
        try app.focusDialog()
        // Past the first board to what happens to done cards; then to the question.
        try app.press("Down", "Return")
        _ = try app.find("label", "Move to the End of Their List")
        try app.press("Down", "Return")
        try eventually(within: Timeout.long, "what happens to done cards is kept") {
          store.preferences.whenDone == .end
        }
        try eventually(within: Timeout.long, "the choice is closed") {
          try app.seen("label", "Go to the Archive")?.isShown != true
        }
        try app.focusDialog()
        try app.press("Down", "Return")
        try eventually(within: Timeout.long, "the question is kept too") {
          store.preferences.asksBeforeDeleting
        }
        try app.press("Escape")
        try app.expectNoDialog()
        try app.focus()
        try app.click("list item", "one")
        try app.press("ctrl+d")
        try app.expect(["To Do": ["two", "three", "one"]])
        try app.press("ctrl+shift+Delete")
        _ = try app.find("label", "Delete the List “To Do”?")
        try app.focusDialog()
        try app.press("Escape")
        try app.expectNoDialog()
        try app.expect(["To Do": ["two", "three", "one"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func shiftExtendsTheSelectionFromACardThatHasMoved(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"], "In Progress": ["a", "b", "c"]])
        let app = try desktop.start(width: 1100)
        try app.click("list item", "two")
        try app.press("alt+Right")
        try app.expectStored { $0.contains(SeenList(title: "To Do", cards: ["one", "three"])) }
        try app.expectFocus(on: "two")
        try app.press("shift+Down")
        try app.press("Delete")
        try app.expectStored { $0.flatMap(\.cards).count == 4 }
        #expect(try !app.stored().flatMap(\.cards).contains("two"))
      }
    }
  }
}

extension App {
  fileprivate func openArchive() throws {
    try click("push button", "Boards: Board")
    _ = try findAtRest("menu", "Menu")
    try press("a")
    _ = try find("dialog", "Archive of “Board”")
  }

  /// Clicks in the dialog that is over the window. The window can have a thing of the same name, such as the Undo of a
  /// message.
  func clickInDialog(_ role: String, _ name: String) throws {
    var (last, looks) = (nil as Seen?, 0)
    let seen = try eventually(within: Timeout.long, "\(role) “\(name)” rests in the dialog") {
      () -> Seen? in
      let all = try look(places: .of(role, name))
      let dialog = all.lastIndex { ["frame", "dialog"].contains($0.role) } ?? all.startIndex
      let now = all[dialog...].first { $0.isA(role, name) && $0.isShown }
      looks = now == last ? looks + 1 : 1
      last = now
      return looks < 3 ? nil : now
    }
    let place = try dialog()
    try desktop.display.move(
      to: (place.x + seen.x + seen.width / 2, place.y + seen.y + seen.height / 2))
    try click()
  }

  /// Where the dialog is on the screen, once it stays there.
  func dialog() throws -> Rectangle {
    let dialog = try eventually(within: Timeout.long, "there is a dialog") {
      try desktop.display.windows(of: program.processIdentifier).first { $0 != window }
    }
    var (last, looks) = (nil as Rectangle?, 0)
    return try eventually(within: Timeout.long, "the dialog stays in its place") {
      () -> Rectangle? in
      let now = try desktop.display.rectangle(of: dialog)
      looks = now == last ? looks + 1 : 1
      last = now
      return looks == 3 ? now : nil
    }
  }

  func expectNoDialog() throws {
    try eventually(within: Timeout.long, "the dialog is closed") {
      try look(places: .none).filter { $0.role == "frame" }.count == 1
    }
  }

  /// Gives the desktop a program for plain text, which writes the path that it is to open into a file.
  fileprivate func installViewer(writing path: String) throws {
    let folder = "\(data)/applications"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=Viewer
      Exec=sh -c "echo %f > \(path).new && mv \(path).new \(path)"
      MimeType=text/plain;
      """
    try entry.write(toFile: "\(folder)/viewer.desktop", atomically: true, encoding: .utf8)
    try "[Default Applications]\ntext/plain=viewer.desktop\n".write(
      toFile: "\(folder)/mimeapps.list", atomically: true, encoding: .utf8)
  }
}

extension Seen {
  fileprivate func isA(_ role: String, _ name: String) -> Bool {
    self.role == role && self.name == name && isShown
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
