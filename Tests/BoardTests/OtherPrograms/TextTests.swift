import BoardModel
import Harness
import Testing

extension AmongPrograms {
  /// Drags between dragtext and itself, and between dragtext and dragboard.
  @Suite struct TextTests {
    @Test(arguments: usually(.wayland))
    func aSelectionGoesToAnotherProcessThroughDragd(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let first = try TextProgram(on: desktop, at: (0, 0))
        let second = try TextProgram(on: desktop, at: (640, 0))
        try first.type("Northwards it goes")
        try first.selectFirstWord()
        try desktop.drag(from: first.start, to: second.middle) { try second.isHovered() }
        try second.expect("Northwards")
        try first.expect("Northwards it goes")
        #expect(try desktop.finishedTransfers() == 1)
        try first.expectNoWarnings()
        try second.expectNoWarnings()
      }
    }

    @Test(arguments: usually(.x11))
    func aSelectionBecomesACardThroughDragd(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 620)
        try desktop.waitForTargets(3)
        let text = try TextProgram(on: desktop, at: (640, 0))
        try text.type("Northwards it goes")
        try text.selectFirstWord()
        try desktop.drag(from: text.start, to: "To Do", of: app)
        #expect(try app.card("Northwards", in: "To Do").kind == .text)
        // One is of its HTML.
        #expect(try desktop.finishedTransfers() == 2)
        try app.expectMessage("“Northwards” added to “To Do”")
        try app.click("push button", "Undo")
        try app.expect(["To Do": []])
        try text.expectNoWarnings()
      }
    }

    @Test(arguments: usually(.wayland))
    func aCardBecomesTextThroughDragd(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["Südwärts"]])
        let app = try desktop.start(width: 620)
        try desktop.waitForTargets(3)
        let text = try TextProgram(on: desktop, at: (640, 0))
        try desktop.drag(from: app.find("list item", "Südwärts"), to: text.middle) {
          try text.isHovered()
        }
        try text.expect("Südwärts")
        try app.expectDragOver()
        try app.expect(["To Do": ["Südwärts"]])
        #expect(try desktop.finishedTransfers() == 1)
        try text.expectNoWarnings()
      }
    }
  }
}
