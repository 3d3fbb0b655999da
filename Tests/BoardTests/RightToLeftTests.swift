import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// A layout from right to left, as GTK's own words in Hebrew bring it: the first list is at the right.
  @Suite(.enabled(if: hasHebrew, "GTK's words in Hebrew are not installed"))
  struct RightToLeftTests {
    @Test(arguments: usually(.wayland))
    func theBoardBeginsAtItsRightEdge(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let data = try desktop.fixture.folder.makeFolder("data")
        let store = try BoardStore(folder: "\(data)/dragboard")
        for number in 1...4 {
          try store.perform(.addList(title: "List \(number)", at: nil, on: .main))
        }
        let app = try desktop.start(width: 1000, locale: "he_IL")
        try eventually(within: Timeout.long, "the first list is in sight, and the last is not") {
          try app.isInSight(("list", "To Do")) && !app.isInSight(("list", "List 4"))
        }
      }
    }

    @Test(arguments: usually(.x11))
    func titlesKeysAndDragsGoTheOtherWay(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["left", "ימין"], "In Progress": ["now"]])
        let app = try desktop.start(width: 1000, locale: "he_IL")
        let first = try app.findAtRest("list", "To Do")
        let last = try app.findAtRest("list", "Done")
        try #require(first.x > last.x)
        try desktop.expectSides(of: app)

        try app.click("list item", "left")
        try app.press("Left")
        try app.expectFocus(on: "now")
        try app.press("alt+Right")
        try app.expect(["To Do": ["now", "left", "ימין"], "In Progress": []])
        try app.press("ctrl+shift+Left")
        try app.expectLists(["In Progress", "To Do", "Done"])

        let start = try app.findAtRest("list item", "ימין")
        try desktop.drag(
          from: start, to: app, { try app.findAtRest("list", "Done") },
          sign: ("label", "Drop here"))
        try app.expect(["In Progress": [], "To Do": ["now", "left"], "Done": ["ימין"]])

        let heading = try app.findAtRest("label", "In Progress")
        try desktop.drag(
          from: heading, to: app,
          {
            let last = try app.findAtRest("label", "Done")
            // Beyond the middle of the last list, towards its left edge.
            let width = try #require(try app.seen("list", "Done")).width
            return (try app.findAtRest("list", "Done").x - width / 4, last.y)
          }, sign: ("panel", "Lists, hovered"))
        try app.expectLists(["To Do", "Done", "In Progress"])
      }
    }
  }
}

/// Debian's `libgtk-4-common` has it.
private let hasHebrew = FileManager.default.fileExists(
  atPath: "/usr/share/locale/he/LC_MESSAGES/gtk40.mo")
