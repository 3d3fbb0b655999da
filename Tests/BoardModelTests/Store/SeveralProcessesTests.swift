import BoardWalk
import Foundation
import Harness
import Testing

@testable import BoardModel

@Suite struct SeveralProcessesTests {
  @Test func `each sees what the other has changed`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      #expect(another.identity == board.store.identity)
      #expect(try another.refresh() == false)
      let card = try board.add("A")[0]
      #expect(try another.refresh())
      #expect(try another.refresh() == false)
      #expect(try another.card(card)?.title == "A")
      #expect(try board.store.refresh() == false, "one's own changes are nobody else's")
      try another.perform(.editCard(card, title: "B", text: ""))
      #expect(try board.store.refresh())
      #expect(try board.titles() == ["B"])
      try board.store.undo()
      #expect(try another.card(card)?.title == "A")
    }
  }

  @Test(arguments: ["the card is read", "large content is staged"])
  func `an edit keeps what another writes while it is made`(step: String) throws {
    try TestBoard.run { board in
      let another = try board.another()
      let card = try board.add("A")[0]
      var edits = 0
      board.store.onStep = { name in
        guard "\(name)" == step, edits == 1 else { return }
        do {
          try another.edit(card) { (card) throws(BoardError) in
            var words = CardWords(card)
            words.details.checklist.append(ChecklistItem("theirs"))
            return words
          }
        } catch {
          Issue.record(error)
        }
      }
      let outcome = try board.store.edit(card) { (card) throws(BoardError) in
        edits += 1
        var words = CardWords(card)
        words.title = "B"
        words.details.checklist.append(ChecklistItem("ours"))
        return words
      }
      #expect(edits == 2)
      #expect(outcome.change != nil)
      let now = try #require(try board.store.card(card))
      #expect(now.title == "B")
      #expect(now.details.checklist.map(\.text) == ["theirs", "ours"])
      try board.store.undo()
      #expect(try board.store.card(card)?.details.checklist.map(\.text) == ["theirs"])
    }
  }

  /// Regression: they were read before the transaction.
  @Test func `new words keep the coordinates that another writes meanwhile`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      let json = #"{"name": "A", "summary": "B", "latitude": 1, "longitude": 2}"#
      let card = try board.add(item("application/x-geocache", json.utf8))[0]
      var geocache = try board.store.geocache(of: card)
      geocache.coordinates = Coordinates(latitude: 3, longitude: 4)
      var isMoved = false
      board.store.onStep = { name in
        guard "\(name)" == "large content is staged", !isMoved else { return }
        isMoved = true
        #expect(throws: Never.self) { try another.perform(.editGeocache(card, geocache)) }
      }
      try board.store.perform(.editCard(card, title: "C", text: "B"))
      #expect(isMoved)
      let now = try board.store.geocache(of: card)
      #expect(now.name == "C")
      #expect(now.coordinates == geocache.coordinates)
    }
  }

  @Test func `whoever watches is told after each change`() throws {
    try TestBoard.run { board in
      func written() throws -> Date {
        let attributes = try FileManager.default.attributesOfItem(atPath: board.store.changesPath)
        return try #require(attributes[.modificationDate] as? Date)
      }
      let before = try written()
      try eventually("the clock goes on") {
        try board.add("A")
        return try written() > before
      }
    }
  }

  @Test func `processes that add at one place at once lose nothing`() throws {
    try TestBoard.run { board in
      let (writers, count) = (4, 25)
      let programs = try (0..<writers).map { number in
        try Program(
          Built.folder + "/boardwalker",
          ["add", board.folder.path("data"), "writer\(number)", String(count)])
      }
      defer { for program in programs { program.close() } }
      // Readers never wait, and never see half of a change.
      while programs.contains(where: \.isRunning) {
        let titles = try board.titles()
        #expect(Set(titles).count == titles.count)
      }
      for program in programs { #expect(try program.wait().exit == .success) }
      let titles = try board.titles()
      #expect(titles.count == writers * count)
      for number in 0..<writers {
        let own = titles.filter { $0.hasPrefix("writer\(number) ") }
        #expect(own == (0..<count).reversed().map { "writer\(number) \($0)" })
      }
      let ranks = try board.store.database.all("SELECT rank FROM cards") { $0.bytes(0) }
      #expect(Set(ranks).count == ranks.count)
    }
  }

  @Test func `processes that open a new board at once make one board`() throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    let programs = try (0..<4).map { number in
      try Program(
        Built.folder + "/boardwalker", ["add", folder.path("data"), "writer\(number)", "1"])
    }
    defer { for program in programs { program.close() } }
    for program in programs { #expect(try program.wait().exit == .success) }
    let store = try BoardStore(folder: folder.path("data"))
    #expect(try store.lists().map(\.title) == ["To Do", "In Progress", "Done"])
    #expect(try store.cards(in: try store.lists()[0].id).count == 4)
  }

  @Test func `a board of a newer version is left alone`() throws {
    try TestBoard.run { board in
      try board.store.database.execute("PRAGMA user_version = 7")
      #expect(error { _ = try board.another() } == .newer(version: 7))
    }
  }

  @Test func `what is no database is told to be none`() throws {
    let folder = try TemporaryFolder("board")
    defer { folder.remove() }
    try folder.write("data/board.sqlite", text: String(repeating: "no database ", count: 100))
    guard case .storage(let message)? = error({ _ = try BoardStore(folder: folder.path("data")) })
    else {
      Issue.record("it was opened")
      return
    }
    #expect(message.contains("not a database"))
  }

  @Test func `a folder that cannot be made is told`() throws {
    let folder = try TemporaryFolder("board")
    defer { folder.remove() }
    let file = try folder.write("file", text: "")
    #expect(
      error { _ = try BoardStore(folder: file + "/data") }
        == .storage("mkdir \(file)/data: Not a directory"))
  }
}

@Suite struct ScaleTests {
  @Test func `a list is two queries, however many cards it has`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      for count in [10, 10_000] {
        let cards = (0..<count).map { NewCard(title: "Card \($0)") }
        try board.store.perform(.addCards(cards, to: list, at: .end))
        let before = board.store.database.runs
        let found = try board.store.cards(in: list)
        #expect(board.store.database.runs - before == 2)
        #expect(found.count >= count)
        #expect(found.last?.title == "Card \(count - 1)")
      }
    }
  }

  @Test func `opening a board does not read its cards`() throws {
    try TestBoard.run { board in
      let few = try board.another().database.runs
      let cards = (0..<10_000).map { NewCard(title: "Card \($0)") }
      try board.store.perform(.addCards(cards, to: try board.lists()[0], at: .end))
      #expect(try board.another().database.runs == few)
    }
  }

  @Test func `moving one card among many asks nothing for the others`() throws {
    try TestBoard.run { board in
      func runs(_ count: Int) throws -> Int {
        let list = try board.lists()[0]
        let cards = (0..<count).map { NewCard(title: "Card \($0)") }
        let added = try board.store.perform(.addCards(cards, to: list, at: .end)).cards
        let before = board.store.database.runs
        try board.store.perform(.reorderCards([added[count - 1]], to: list, at: .index(1)))
        return board.store.database.runs - before
      }
      let few = try runs(10)
      #expect(try runs(1000) == few)
    }
  }
}
