import Harness
import Testing

@testable import BoardModel

/// Where changed cards are, without a look at the others.
@Suite struct RunTests {
  @Test func `whatever has changed is found at its place`() throws {
    try TestBoard.run { board in
      for list in 0..<2 { try board.add("A", "B", "C", "D", "E", "F", "G", "H", to: list) }
      let lists = try board.lists()
      let all = try lists[..<2].flatMap { try board.store.cardIDs(in: $0) }
      try board.store.perform(.archiveCards([all[2], all[9], all[15]], true))
      for round in 0..<200 {
        let changed = all.filter { _ in Int.random(in: 0...4) <= round % 5 }.shuffled()
        let runs = try board.store.runs(of: changed)
        for list in lists {
          let whole = try board.store.cards(in: list)
          var rebuilt = whole.filter { !changed.contains($0.id) }
          for run in runs where run.list == list {
            let next = run.next.map { next in rebuilt.firstIndex { $0.id == next } }
            rebuilt.insert(contentsOf: run.cards, at: try #require(next ?? rebuilt.endIndex))
          }
          #expect(rebuilt == whole, "\(changed)")
        }
      }
      #expect(try board.store.runs(of: [all[2], CardID()]).isEmpty, "archived, and gone")
    }
  }

  @Test func `the time does not grow with the list`() throws {
    try TestBoard.run { board in
      func reads() throws -> Int {
        let added = try board.add("A", "B", "C", at: .index(1))
        let before = board.store.database.runs
        #expect(try board.store.runs(of: added).map(\.cards.count) == [3])
        return board.store.database.runs - before
      }
      try board.add("first", "last")
      let few = try reads()
      let cards = (0..<1_000).map { NewCard(title: "\($0)") }
      try board.store.perform(.addCards(cards, to: try board.lists()[0], at: .end))
      #expect(try reads() == few)
    }
  }
}
