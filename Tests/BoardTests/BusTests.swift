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
        try eventually(within: Timeout.long, "the lists are drop targets") {
          try desktop.dragctl("targets").output.contains("board/To Do")
        }
        let result = try desktop.dragctl("drop", note, "--on", "board/To Do", "--at", "1")
        #expect(result.exit == .exited(0), "\(result.error)")
        try app.expect(["To Do": ["one", "from the shell", "two"]])
      }
    }

    @Test func whatTheBusAndOtherProcessesAddAtOnceIsShownInItsOrder() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let drops = try (0..<6).map { number in
          try desktop.startDragctl(
            "drop", "--text", "dropped \(number)", "--on", "board/To Do", "--at", "1")
        }
        let adds = try (0..<6).map { number in
          try desktop.startDragboard(
            "add", "To Do", "--at", "1", "--text", "added \(number)", data: "data")
        }
        for one in drops + adds {
          let result = try one.wait(within: Timeout.long)
          #expect(result.exit == .success, "\(result.error)")
        }
        let stored = try #require(try app.stored().first?.cards)
        #expect(stored.count == 14)
        try app.expect(["To Do": stored])
      }
    }

    @Test func theListsAreTargetsWithoutAWindow() throws {
      try Desktop.run(startsBoard: true) { desktop in
        try desktop.fill(["To Do": ["one"]])
        #expect(try desktop.dragctl("targets").output.contains("board/To Do"))
        for text in ["two", "three"] {
          let result = try desktop.dragctl("drop", "--text", text, "--on", "board/to do")
          #expect(result.exit == .success, "\(result.error)")
        }
        let missing = try desktop.dragctl("drop", "--text", "four", "--on", "board/Nowhere")
        #expect(missing.exit == .exited(3) && missing.error.contains("board/To Do"))
        let cards = try desktop.fixture.run(
          "\(Built.folder)/dragboard", ["ls", "--json"], on: desktop.bus)
        for text in ["one", "two", "three"] { #expect(cards.output.contains("\"\(text)\"")) }
      }
    }

    /// Regression: each file was a step of its own.
    @Test func filesDroppedFromTheShellAreUndoneInOneStep() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let names = ["first.bin", "second.bin", "third.bin"]
        for operation in ["copy", "move"] {
          let files = try names.map { try desktop.fixture.folder.write($0, [1]) }
          let result = try desktop.fixture.run(
            Built.dragctl,
            ["drop", "--on", "board/To Do", "--at", "0", "--operation", operation] + files,
            on: desktop.bus)
          #expect(result.exit == .success, "\(result.error)")
          try app.expect(["To Do": names + ["one"]])
          let store = try BoardStore(folder: "\(app.data)/dragboard")
          guard operation == "copy" else {
            #expect(try store.undoName() == "Receive 3 Cards")
            continue
          }
          try app.press("ctrl+z")
          try app.expect(["To Do": ["one"]])
          try app.press("ctrl+shift+z")
          try app.expect(["To Do": names + ["one"]])
          try app.press("ctrl+z")
          try app.expect(["To Do": ["one"]])
        }
      }
    }

    @Test(arguments: usually(.x11))
    func shiftMovesACardThroughDragdToAnotherBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try desktop.drag("two", of: first, holding: "shift", to: second, "theirs", below: true)
        try first.expect(["To Do": ["one"]])
        try second.expect(["To Do": ["theirs", "two"]])
      }
    }

    @Test func aMovedPictureKeepsItsTypeAndItsWords() throws {
      try Desktop.run { desktop in
        let file = desktop.fixture.folder.path("lake.jpg")
        _ = try desktop.fixture.run(
          "/usr/bin/convert", ["-size", "60x40", "gradient:orange-blue", file])
        try desktop.add(file)
        let store = try BoardStore(
          folder: "\(desktop.fixture.folder.makeFolder("data"))/dragboard")
        let card = try #require(try store.board().flatMap(\.cards).first)
        let bytes = try store.content(of: card.id, type: "image/jpeg").bytes()
        try store.perform(.editCard(card.id, title: "The lake", text: "in May"))
        let (first, second) = try desktop.startTwoBoards()
        try desktop.drag("The lake", of: first, holding: "shift", to: second, "theirs", below: true)
        try first.expect(["To Do": ["one", "two"]])
        let moved = try second.card("The lake", in: "To Do")
        #expect(moved.text == "in May")
        #expect(moved.name == "lake.jpg")
        #expect(moved.representations.map(\.type) == ["image/jpeg"])
        #expect(try second.content(of: moved, "image/jpeg") == bytes)
      }
    }

    @Test(arguments: usually(.wayland))
    func aCardIsCopiedThroughDragdToAnotherBoardAndBack(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try desktop.drag("two", of: first, to: second, "theirs", below: true)
        try second.expect(["To Do": ["theirs", "two"]])
        try first.expect(["To Do": ["one", "two"]])
        try second.focus()
        try desktop.drag("theirs", of: second, to: first, "one", below: false)
        try first.expect(["To Do": ["theirs", "one", "two"]])
        try second.expect(["To Do": ["theirs", "two"]])
      }
    }

    @Test(arguments: usually(.x11))
    func aGeocacheGoesToTheEditorsProcessAndBack(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let store = try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7,"size":"small"}"#)
        let app = try desktop.start(width: 760)
        let editor = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try desktop.waitForTargets(3)
        try app.focus()
        let start = try app.findAtRest("list item", "Mill")
        try desktop.drag(
          from: start, to: editor, { try editor.find("text", "Name") },
          sign: ("panel", "Geocache Editor, hovered"))
        let handle = try editor.findAtRest("label", "Drag “Mill”")
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
        // The editor keeps what it does not know.
        #expect(String(decoding: back, as: UTF8.self).contains(#""size""#))
      }
    }
  }
}

extension Desktop {
  /// Starts two boards with different stores side by side; the first has the keyboard focus.
  func startTwoBoards() throws -> (first: App, second: App) {
    try fill(["To Do": ["one", "two"]])
    try fill(["To Do": ["theirs"]], data: "other")
    let first = try start(width: 620)
    let second = try start(data: "other", at: (640, 0), width: 620)
    if hasDragd { try waitForTargets(6) }
    try first.focus()
    return (first, second)
  }

  /// Waits until so many lists are drop targets at dragd.
  func waitForTargets(_ count: Int) throws {
    var last = ""
    do {
      try eventually(within: Timeout.long) {
        last = try dragctl("targets").output
        return last.split(separator: "\n").count { $0.contains("board/") } == count
      }
    } catch {
      throw HarnessFailure("\(count) lists should be drop targets, but there are\n\(last)")
    }
  }
}
