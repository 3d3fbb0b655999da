import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Cards that another program gets through the display server alone.
  @Suite struct GivingTests {
    @Test(arguments: usually(.x11), ["moves", "refuses"])
    func shiftTakesACardAwayOnlyWhereItWasAccepted(on server: DisplayServer, how: String) throws {
      try Desktop.run(on: server, dragd: false) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 620)
        let target = try DropProgram(how, on: desktop)
        try desktop.drag("two", of: app, holding: "shift", to: target)
        try target.program.waitForOutput("read two")
        try app.expectDragOver()
        if how == "moves" {
          try app.expect(["To Do": ["one"]])
          try app.focus()
          try app.press("ctrl+z")
        }
        try app.expect(["To Do": ["one", "two"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aListHasTwoDragsAtOnce(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start(width: 620)
        let target = try DropProgram("waits", on: desktop)
        try desktop.drag("one", of: app, to: target)
        try target.program.waitForOutput("read one")
        try app.focus()
        let start = try app.findAtRest("list item", "two")
        try desktop.drag(
          from: start, to: app, { try app.findAtRest("panel", "Delete") },
          sign: ("panel", "Delete, hovered"))
        try app.expect(["To Do": ["one", "three"]])
        target.program.send(SIGUSR1)
        try eventually(within: Timeout.long, "both drags are over") {
          try !app.look(places: .none).isEmpty
            && app.look(places: .none).first("panel", "Delete") == nil
        }
      }
    }

    @Test(arguments: usually(.x11))
    func whatComesBeforeADragIsOverIsNotThatDrag(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 620)
        let target = try DropProgram("waits", on: desktop)
        let text = try desktop.fixture.folder.write("text", text: "three")
        let source = try SlowSource("text/plain;charset=utf-8", text, on: desktop)
        try desktop.drag("two", of: app, to: target)
        try target.program.waitForOutput("read two")
        try source.drop(on: "In Progress", of: app)
        try source.program.waitForOutput("asked")
        source.program.send(SIGUSR1)
        try app.expect(["To Do": ["one", "two"], "In Progress": ["three"]])
      }
    }
  }
}

/// A program that accepts what is dropped, text unless it is told another type: drop-target.py.
struct DropProgram {
  let program: Program
  let middle = (x: 790, y: 170)

  init(_ how: String..., on desktop: Desktop) throws {
    program = try OtherProgram(
      "/usr/bin/python3", [Built.tool("drop-target.py")] + how, on: desktop, at: (640, 0),
      size: (300, 300)
    ).program
  }

  var isHovered: Bool { program.standardOutput.contains("over") }
}

extension Desktop {
  /// Drags a card onto another program.
  func drag(
    _ card: String, of app: App, holding key: String? = nil, to target: DropProgram
  ) throws {
    try app.focus()
    let start = try app.findAtRest("list item", card)
    if let key, !display.looksAtKeysDuringDrags { try display.hold(key) }
    try drag(from: start, to: target.middle) {
      if let key, display.looksAtKeysDuringDrags { try display.hold(key) }
      return true
    } until: {
      target.isHovered
    }
    if let key { try display.letGo(key) }
  }
}
