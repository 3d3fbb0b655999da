import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct CaptionTests {
    /// Regression: each line of a text had three lines of its own.
    @Test(arguments: usually(.x11))
    func aLongTextHasThreeLinesOnTheFaceOfItsCard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let store = try BoardStore(folder: "\(desktop.fixture.folder.path)/data/dragboard")
        let lines = (1...80).map { "- **\($0)**" }.joined(separator: "\n")
        let list = try store.lists()[0].id
        try store.perform(.addCards([NewCard(title: "long", text: lines)], to: list, at: .end))
        try store.perform(.addCards([NewCard(title: "end")], to: list, at: .end))
        let app = try desktop.start()
        _ = try app.findAtRest("list item", "end")
        let all = try app.look()
        let long = try #require(all.first("list item", "long"))
        let short = try #require(all.first("list item", "one"))
        #expect(long.height > short.height + 30)
        #expect(long.height < short.height + 90)
      }
    }

    @Test func aTitleOfAnotherDirectionStandsAtItsOwnSide() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "left"]])
        let app = try desktop.start()
        for (title, isAtLeft) in [("left", true), ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", false)] {
          _ = try app.findAtRest("list item", title)
          let card = try #require(try app.seen("list item", title))
          // Without the card's edge.
          let third = Rectangle(
            x: desktop.display.border + card.x + 16, y: desktop.display.border + card.y + 12,
            width: card.width / 3, height: card.height - 24)
          let pixels = try desktop.display.pixels(of: third).suffix(third.width * third.height * 3)
          #expect((Set(pixels).count > 1) == isAtLeft, "\(title)")
        }
      }
    }

    @Test func aFileSaysItsTypeAndSizeAGeocacheItsPlaceAndATextItsFile() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let store = try desktop.addGeocache(
          #"{"name":"Mill","summary":"","latitude":53.5,"longitude":-7}"#)
        let file = IncomingItem(
          name: "a.pdf", representations: [("application/pdf", .bytes([1, 2, 3]))])
        try store.perform(
          .addCards(
            try CardReader().cards(from: file), to: try store.lists()[0].id, at: .end))
        let text = IncomingItem(
          name: "calls.txt", representations: [("text/plain", .bytes(Array("Call Ann".utf8)))])
        try store.perform(
          .addCards(
            try CardReader().cards(from: text), to: try store.lists()[0].id, at: .end))
        // Regression: its type was “unknown”.
        let other = IncomingItem(
          name: "rom.bin", representations: [("application/octet-stream", .bytes([1, 2, 3, 4]))])
        try store.perform(
          .addCards(
            try CardReader().cards(from: other), to: try store.lists()[0].id, at: .end))
        let app = try desktop.start()
        // A size is isolated: from right to left its number stood behind its unit.
        for caption in [
          "PDF document · \u{2068}3 bytes\u{2069}", "file · \u{2068}4 bytes\u{2069}",
          "53.5000° N, 7.0000° W · \u{2068}59 bytes\u{2069}", "calls.txt",
        ] { _ = try app.find("label", caption) }
      }
    }
  }
}
