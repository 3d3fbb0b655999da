import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// What cards look like, by their pixels.
  @Suite struct AppearanceTests {
    @Test(arguments: seldom)
    func aTitleIsAtTheSideWhereItsLanguageBeginsALine(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["left", "ימין"]])
        try desktop.expectSides(of: desktop.start(width: 1000))
      }
    }

    /// Regression: a narrow window cut off the name of the list, and later showed the message as a high pill.
    /// Regression: with large text the date and the labels were cut off.
    @Test(arguments: usually(.x11))
    func whatIsPlannedHasAsManyRowsAsItNeeds(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let names = ["vegetable garden", "a birthday of somebody", "long holidays"]
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        let labels = names.map { CardLabel($0, .green) }
        try store.perform(.editDetails(card, CardDetails(labels: labels)))
        try eventually(within: Timeout.long, "each label has a row, below the last one") {
          let seen = try app.look()
          guard let card = seen.first("list item", "one") else { return false }
          let labels = names.compactMap { seen.first("label", $0) }
          return labels.count == 3
            && zip(labels, labels.dropFirst()).allSatisfy { $0.y + $0.height <= $1.y }
            && labels.allSatisfy {
              $0.x >= card.x && $0.x + $0.width <= card.x + card.width
                && $0.y + $0.height <= card.y + card.height
            }
        }
      }
    }

    @Test(arguments: usually(.x11))
    func aMessageSaysAllInTwoLines(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["Prepare the quarterly report of the harbour office"]])
        let app = try desktop.start(width: 360)
        try app.press("Down", "alt+Right")
        try eventually(within: Timeout.long, "the message has two lines") {
          // How much of the title there is room for depends on the font.
          let words = try app.look(places: .none).map(\.name).first {
            $0.hasPrefix("“Prepare the ") && $0.hasSuffix("…” moved to “In Progress”")
          }
          return try words.flatMap { try app.seen("label", $0) }.map { 25...45 ~= $0.height }
            ?? false
        }
        #expect(try app.look(places: .none).first("push button", "Undo") != nil)
      }
    }

    /// WCAG 2.1, 1.4.3.
    @Test(arguments: [
      [:], ["ADW_DEBUG_COLOR_SCHEME": "prefer-dark"], ["ADW_DEBUG_HIGH_CONTRAST": "1"],
      ["ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "ADW_DEBUG_HIGH_CONTRAST": "1"],
    ])
    func dimTextCanBeRead(style: [String: String]) throws {
      try Desktop.run(on: .x11) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000, style: style)
        _ = try app.findAtRest("label", "No cards")
        let hint = try #require(try app.seen("label", "No cards"))
        let border = desktop.display.border
        let place = Rectangle(
          x: border + hint.x, y: border + hint.y, width: hint.width, height: hint.height)
        let colours = try desktop.colours(of: place)
        let lights = stride(from: 0, to: colours.count - 2, by: 3).map {
          Self.luminance(colours[$0..<$0 + 3])
        }
        let (darkest, lightest) = (lights.min() ?? 0, lights.max() ?? 0)
        #expect((lightest + 0.05) / (darkest + 0.05) >= 4.5)
      }
    }

    private static func luminance(_ colour: ArraySlice<UInt8>) -> Double {
      let parts = colour.map { part -> Double in
        let part = Double(part) / 255
        return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    @Test(arguments: seldom)
    func aCutCardIsPaleUntilItIsPastedOrSomethingElseIsCopied(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": []])
        let app = try desktop.start(width: 1000)
        func expect(_ card: String, isPale: Bool) throws {
          let middle = try app.findAtRest("list item", card)
          let width = try #require(try app.seen("list item", card)).width
          let half = width / 2 - 16
          let title = Rectangle(x: middle.x - half, y: middle.y - 8, width: half, height: 16)
          try eventually(within: Timeout.long, "“\(card)” is pale or not") {
            try desktop.hasInk(title) != isPale
          }
        }
        try expect("one", isPale: false)
        try app.click("list item", "one")
        try app.press("ctrl+x")
        try expect("one", isPale: true)
        try expect("two", isPale: false)
        try desktop.display.copy(Array("words".utf8), as: "text/plain")
        try expect("one", isPale: false)
        try app.press("ctrl+x")
        try expect("one", isPale: true)
        try app.click("list item", "two")
        try app.press("ctrl+v")
        try app.expect(["To Do": ["two", "one"]])
        try expect("one", isPale: false)
      }
    }
  }
}

extension Desktop {
  /// Waits until the title of one card is at its left, and that of another at its right.
  func expectSides(of app: App, left: String = "left", right: String = "ימין") throws {
    for (title, isAtRight) in [(left, false), (right, true)] {
      let middle = try app.findAtRest("list item", title)
      let width = try #require(try app.seen("list item", title)).width
      // Without the card's edge, and without the ring of the one that has the keyboard.
      let half = width / 2 - 16
      let (left, right) = (
        Rectangle(x: middle.x - half, y: middle.y - 8, width: half, height: 16),
        Rectangle(x: middle.x, y: middle.y - 8, width: half, height: 16)
      )
      try eventually(within: Timeout.long, "“\(title)” is at its side") {
        try hasInk(left) != isAtRight && hasInk(right) == isAtRight
      }
    }
  }

  /// Whether a part of the screen has dark pixels.
  fileprivate func hasInk(_ part: Rectangle) throws -> Bool {
    let picture = try display.pixels(of: part)
    let pixels = picture.suffix(part.width * part.height * 3)
    return stride(from: pixels.startIndex, to: pixels.endIndex - 2, by: 3).contains { first in
      pixels[first..<first + 3].allSatisfy { $0 < 110 }
    }
  }
}
