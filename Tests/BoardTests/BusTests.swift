import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct BusTests {
    @Test func aFileDroppedFromTheShellStandsAtItsPlace() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        let note = try desktop.fixture.folder.write("note.txt", text: "from the shell\nsecond line")
        try eventually(within: calm, "the lists are drop targets") {
          try desktop.dragctl("targets").output.contains("board/To Do")
        }
        let result = try desktop.dragctl("drop", note, "--on", "board/To Do", "--at", "1")
        #expect(result.exit == .exited(0), "\(result.error)")
        try app.expect(["To Do": ["one", "from the shell", "two"]])
      }
    }

    @Test func aCardMovesThroughDragdToAnotherBoardAndBackByACopy() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        try desktop.fill(["To Do": ["theirs"]], data: "other")
        let first = try desktop.start(width: 620)
        let second = try desktop.start(data: "other", at: (640, 0), width: 620)
        try desktop.waitForTargets(6)
        try first.focus()
        try desktop.drag("two", of: first, holding: "shift", to: second, "theirs", below: true)
        try first.expect(["To Do": ["one"]])
        try second.expect(["To Do": ["theirs", "two"]])
        // Nothing can be undone at the source of what is somewhere else now.
        try second.focus()
        try desktop.drag("theirs", of: second, to: first, "one", below: false)
        try first.expect(["To Do": ["theirs", "one"]])
        try second.expect(["To Do": ["theirs", "two"]])
      }
    }

    @Test func aGeocacheGoesToTheEditorsProcessAndBack() throws {
      try Desktop.run { desktop in
        let folder = try desktop.fixture.folder.makeFolder("data")
        let store = try BoardStore(folder: "\(folder)/dragboard")
        let list = try #require(try store.lists().first)
        let json = Array(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7,"size":"small"}"#.utf8)
        let cards = try CardReader().cards(
          from: IncomingItem(representations: [(Geocache.type, .bytes(json))]))
        try store.perform(.addCards(cards, to: list.id, at: .end))
        let app = try desktop.start(width: 760)
        let editor = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try desktop.waitForTargets(3)
        try app.focus()
        let start = try app.find("list item", "Mill")
        try desktop.drag(
          from: start, to: editor, { try editor.find("text", "Name") },
          sign: ("panel", "Geocache Editor, hovered"))
        let handle = try editor.find("label", "Drag “Mill”")
        try desktop.drag(
          from: handle, to: app, { try app.find("list", "In Progress") },
          sign: ("label", "Drop here")
        )
        try app.expect(["To Do": ["Mill"], "In Progress": ["Mill"]])
        let other = try #require(try store.lists().dropFirst().first)
        let copy = try #require(try store.cards(in: other.id).first)
        #expect(copy.kind == .geocache)
        #expect(copy.coordinates == Coordinates(latitude: 53.5, longitude: 7))
        let back = try store.content(of: copy.id, type: Geocache.type).bytes()
        // What the editor does not know is still there.
        #expect(String(decoding: back, as: UTF8.self).contains(#""size""#))
      }
    }
  }
}

extension Desktop {
  /// Waits until as many lists are drop targets of dragd's.
  func waitForTargets(_ count: Int) throws {
    var last = ""
    do {
      try eventually(within: calm) {
        last = try dragctl("targets").output
        return last.split(separator: "\n").count { $0.contains("board/") } == count
      }
    } catch {
      throw HarnessFailure("\(count) lists should be drop targets, but there are\n\(last)")
    }
  }
}
