import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// The board's clipboard and that of command-line tools: xclip or wl-clipboard.
  @Suite struct ClipboardTests {
    @Test(arguments: usually(.wayland))
    func theShellPastesACardInEachOfItsTypes(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let json =
          #"{"name":"Mühle","summary":"Look up","latitude":53.5,"longitude":7,"size":"small"}"#
        try desktop.addGeocache(json)
        let app = try desktop.start()
        try app.copy("Mühle")
        let types = [
          "application/vnd.dragd.offer", Geocache.type, GPX.type, "text/plain;charset=utf-8",
          "text/plain",
        ]
        try eventually(within: Timeout.long, "the shell sees the card's types") {
          try desktop.display.copiedTypes().filter { types.contains($0) } == types
        }
        #expect(try desktop.display.paste(Geocache.type) == Array(json.utf8))
        let waypoint = try #require(try GPX.waypoints(desktop.display.paste(GPX.type)).first)
        #expect(waypoint.coordinates == Coordinates(latitude: 53.5, longitude: 7))
        for type in ["text/plain;charset=utf-8", "text/plain"] {
          #expect(
            try desktop.display.paste(type) == Array("Mühle\n53.5000° N, 7.0000° E\nLook up".utf8))
        }
      }
    }

    @Test(arguments: usually(.x11))
    func whatTheShellHasCopiedIsPastedAsACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try desktop.display.copy(
          Array("from the shell\n\nsecond line".utf8), as: "text/plain;charset=utf-8")
        try app.paste(after: "one")
        try app.expect(["To Do": ["one", "from the shell", "two"]])
        // The next key is for the card that has come.
        try app.expectFocus(on: "from the shell")
        try app.press("Delete")
        try app.expect(["To Do": ["one", "two"]])
      }
    }

    @Test(arguments: usually(.x11))
    func aPastedListBecomesCardsInOneStep(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        let lists = [
          ("UTF8_STRING", "# Move\n- [ ] Pack\n  - [ ] kitchen\n- Rent van\n"),
          ("text/html", "<h1>Move</h1><ul><li>Pack<ul><li>☐ kitchen</ul><li>Rent van</ul>"),
        ]
        for (type, list) in lists {
          try desktop.display.copy(Array(list.utf8), as: type)
          try app.paste(after: "one")
          try app.expect(["To Do": ["one", "Pack", "Rent van", "two"]])
          try app.expectMessage("The heading “Move” is on none of the cards")
          try app.press("ctrl+z")
          try app.expect(["To Do": ["one", "two"]])
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func pastedLinesBecomeCardsOrOneCard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try desktop.display.copy(
          Array("Buy tent\nBook ferry\n".utf8), as: "text/plain;charset=utf-8")
        try app.pasteLines("alt+2", expecting: ["Buy tent", "Book ferry"])
        try app.pasteLines("alt+o", expecting: ["Buy tent"])
        try app.pasteLines("Escape", expecting: [])
      }
    }

    /// Regression: the lines became one card, without a question, where they came through dragd.
    @Test(arguments: usually(.x11))
    func linesThatComeThroughDragdBecomeCardsOrOneCard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let clipboard = try ShellClipboard(on: desktop)
        let app = try desktop.start()
        try clipboard.run("copy", "--text", "Buy tent\nBook ferry\n")
        try app.pasteLines("alt+2", expecting: ["Buy tent", "Book ferry"])
        // dragclip keeps what a program has copied that ends.
        let type = "text/plain;charset=utf-8"
        let source = try desktop.display.copy(Array("Pack\nLock the door\n".utf8), as: type)
        try eventually(within: Timeout.long, "dragclip knows of the copy") {
          try clipboard.isOwn() == false
        }
        try clipboard.waitUntilHeld()
        source.kill()
        try eventually(within: Timeout.long, "dragclip owns the text") { try clipboard.isOwn() }
        try app.pasteLines("alt+2", expecting: ["Pack", "Lock the door"])
        try app.pasteLines("alt+o", expecting: ["Pack"])
        try app.pasteLines("Escape", expecting: [])
        try clipboard.run("copy", "--text", "# Move\n- Pack\n- Rent van\n")
        try app.paste(after: "one")
        try app.expect(["To Do": ["one", "Pack", "Rent van", "two"]])
        try app.expectMessage("The heading “Move” is on none of the cards")
      }
    }

    /// GTK asks a new owner for its types, and knows none until it answers.
    @Test(arguments: usually(.x11))
    func whatWasCopiedOnlyJustNowIsPasted(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.expectFocus(on: "one")
        try app.stopped {
          try desktop.display.copy(Array("just now".utf8), as: "text/plain;charset=utf-8")
          try app.press("ctrl+v")
        }
        try app.expect(["To Do": ["one", "just now"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aMebibyteGoesThroughTheClipboardAndBack(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (type, bytes) = (
          "application/x-noise", Sample.noise(1 << 20)
        )
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try desktop.display.copy(bytes, as: type)
        try app.paste(after: "one")
        try app.expect(["To Do": ["one", type]])
        try app.copy(type)
        try eventually(within: Timeout.long, "the board has the clipboard") {
          try desktop.display.copiedTypes().contains("application/vnd.dragd.offer")
        }
        #expect(try desktop.display.paste(type) == bytes)
      }
    }

    @Test(arguments: seldom)
    func severalCardsArePastedOnAnotherBoardEachForItself(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try first.click("list item", "one")
        try first.press("ctrl+a", "ctrl+c")
        _ = try first.find("label", "2 cards copied")
        try second.focus()
        try second.paste(after: "theirs")
        try second.expect(["To Do": ["theirs", "one", "two"]])
        try first.expect(["To Do": ["one", "two"]])
      }
    }

    /// Regression: the card that was cut before moved instead.
    @Test(arguments: usually(.x11))
    func whatIsCopiedFromAnEntryIsPastedAfterACut(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "three")
        try app.press("ctrl+x", "ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("typed")
        try app.press("ctrl+a", "ctrl+c", "BackSpace", "Escape")
        try app.paste(after: "one")
        try app.expect(["To Do": ["one", "typed", "two", "three"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func whatWasCutMovesToAnotherBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try first.click("list item", "two")
        try first.press("ctrl+x")
        _ = try first.find("label", "Card will move where you paste, on any board")
        try second.focus()
        try second.paste(after: "theirs")
        try second.expect(["To Do": ["theirs", "two"]])
        try first.expect(["To Do": ["one"]])
      }
    }
  }
}

extension App {
  /// Copies a card with keys.
  func copy(_ card: String) throws {
    try select(card)
    try press("ctrl+c")
    _ = try find("label", "Card copied")
  }

  /// Pastes behind a card with keys.
  func paste(after card: String) throws {
    try select(card)
    // With X11 the board requests the types from xclip as soon as it learns of the copy, before this request. It does
    // not paste before it knows them.
    _ = try desktop.display.copiedTypes()
    _ = try look(places: .none)
    try press("ctrl+v")
  }

  /// Pastes two lines between “one” and “two”, answers the question with a key, and undoes in one step what comes.
  fileprivate func pasteLines(_ key: String, expecting cards: [String]) throws {
    try paste(after: "one")
    _ = try find("label", "Add 2 Cards?")
    try focusDialog()
    try press(key)
    try eventually(within: Timeout.long, "the question is gone") {
      try look(places: .none).first("label", "Add 2 Cards?") == nil
    }
    // No window manager gives it the keyboard back, and GTK 4.18 tells of a focus only where its window has that.
    try focus()
    try expect(["To Do": ["one"] + cards + ["two"]])
    guard let first = cards.first else { return }
    try expectFocus(on: first)
    try press("ctrl+z")
    try expect(["To Do": ["one", "two"]])
  }

  private func select(_ card: String) throws {
    try click("list item", card)
    try eventually(within: Timeout.long, "\(card) is selected") {
      try look(places: .none).first("list item", card)?.isSelected == true
    }
  }
}
