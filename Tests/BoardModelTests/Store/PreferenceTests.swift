import BoardModel
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct PreferenceTests {
  @Test func `what is preferred is kept, and what cannot be read is the usual`() throws {
    try TestBoard.run { board in
      #expect(board.store.preferences == Preferences())
      var preferences = Preferences()
      preferences.asksBeforeDeleting = true
      preferences.whenDone = .archive
      preferences.firstBoard = BoardID(rawValue: "garden")
      preferences.windowSize = Preferences.Size((1300, 800))
      try board.store.prefer { $0 = preferences }
      #expect(board.store.preferences == preferences)
      let path = "\(board.store.folder)/preferences.json"
      for text in ["", "[]", "{\"asksBeforeDeleting\": 1}"] {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(board.store.preferences == Preferences())
      }
      // A later version may know more.
      try "{\"whenDone\": \"burn\", \"asksBeforeDeleting\": true, \"more\": 1}".write(
        toFile: path, atomically: true, encoding: .utf8)
      #expect(board.store.preferences.asksBeforeDeleting)
      #expect(board.store.preferences.whenDone == .stay)
      for width in ["1e300", "-1", "2.5", "100"] {
        try "{\"asksBeforeDeleting\": true, \"windowWidth\": \(width), \"windowHeight\": 800}"
          .write(
            toFile: path, atomically: true, encoding: .utf8)
        #expect(board.store.preferences.windowSize == nil)
        #expect(board.store.preferences.asksBeforeDeleting)
      }
    }
  }

  @Test func `what was typed for a new card is kept, as far as there is room`() throws {
    try TestBoard.run { board in
      let lists = try board.lists()
      var preferences = Preferences()
      preferences.keep(draft: "Buy \u{1} paint", for: lists[0])
      preferences.keep(draft: "Ask Ada", for: lists[1])
      preferences.keep(draft: nil, for: lists[1])
      try board.store.prefer { $0 = preferences }
      #expect(board.store.preferences.drafts == [lists[0]: "Buy \u{1} paint"])
      let long = String(repeating: "\u{1}", count: 10_000)
      for number in 0..<100 {
        preferences.keep(draft: long, for: ListID(rawValue: "\(number)"))
      }
      try board.store.prefer { $0 = preferences }
      #expect(board.store.preferences == preferences)
      #expect(preferences.drafts.count == 16)
      #expect(preferences.drafts[lists[0]] == "Buy \u{1} paint")
      #expect(preferences.drafts[ListID(rawValue: "99")]?.count == 4_096)
    }
  }

  /// Regression: each read the preferences, and wrote them all with its own change.
  @Test func `what several processes prefer at once is all kept`() throws {
    try TestBoard.run { board in
      let data = board.store.folder
      let count = 50
      let failed = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 4) { writer in
        do {
          let store = try BoardStore(folder: data)
          for number in 0..<count {
            try store.prefer {
              $0.keep(draft: "\(number)", for: ListID(rawValue: "\(writer) \(number)"))
            }
          }
        } catch {
          failed.withLock { $0 += 1 }
        }
      }
      #expect(failed.withLock { $0 } == 0)
      #expect(board.store.preferences.drafts.count == 4 * count)
    }
  }

  @Test(arguments: Preferences.WhenDone.allCases)
  func `done cards stay, go to the end or are put away, in one step`(
    next: Preferences.WhenDone
  ) throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C")
      let list = try board.lists()[0]
      try board.store.perform(.setDone([ids[0], ids[1]], true, then: next))
      let titles = try board.store.cards(in: list).map(\.title)
      switch next {
      case .stay: #expect(titles == ["A", "B", "C"])
      case .end: #expect(titles == ["C", "A", "B"])
      case .archive: #expect(titles == ["C"])
      }
      try board.store.undo()
      #expect(try board.store.cards(in: list).map(\.title) == ["A", "B", "C"])
      // What is not done any more stays where it is.
      try board.store.perform(.setDone(ids, false, then: next))
      #expect(try board.store.cards(in: list).map(\.title) == ["A", "B", "C"])
    }
  }

  @Test func `a label is given to cards that have it not, and taken from all`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B")
      let home = CardLabel("home", .red)
      try board.store.perform(.editDetails(ids[0], CardDetails(labels: [home])))
      try board.store.perform(.setLabel(ids, home, true))
      #expect(try ids.allSatisfy { try board.store.card($0)?.details.labels == [home] })
      try board.store.perform(.setLabel(ids, home, false))
      #expect(try ids.allSatisfy { try board.store.card($0)?.details.labels == [] })
    }
  }

  @Test func `undo tells on which boards something has changed`() throws {
    try TestBoard.run { board in
      let made = try board.store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
      let list = try #require(made.lists.first)
      try board.store.perform(.addCards([NewCard(title: "dig")], to: list, at: .end))
      #expect(try board.store.undo()?.places == made.boards)
      #expect(try board.store.redo()?.places == made.boards)
      let ids = try board.add("A")
      try board.store.perform(.reorderCards(ids, to: list, at: .end))
      #expect(try Set(board.store.undo()?.places ?? []) == Set(made.boards + [.main]))
    }
  }

  @Test func `a copy to open is read-only, and only addresses for browsers are opened`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let file = NewAttachment(name: "a.sh", type: "text/x-shellscript", content: .bytes([35]))
      try board.store.perform(.attach([file], to: card))
      let contents = try board.store.contents(of: card)
      let openable = try #require(try board.store.card(card)?.openable.first)
      let path = try contents.copyToOpen(openable)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o400)
      #expect(path.hasSuffix("/a.sh"))
      #expect(URIList.isForBrowsers("HTTPS://example.org"))
      for address in ["file:///etc/passwd", "javascript:1", "http", "ssh://a"] {
        #expect(!URIList.isForBrowsers(address), "\(address)")
      }
    }
  }
}
