import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import DragBroker

/// State files that are damaged or of another version.
@Suite struct DamageTests {
  /// The state file of a dragd with some offers that have a history.
  private func makeState(_ service: PersistentService) throws -> [UInt8] {
    let (source, leaving) = (try service.peer(), try service.peer())
    _ = try source.offer(
      [Item(name: "n", key: "k", local: "l", data("text/plain", "one"), lazily("text/lazy"))],
      ["source": .o(Names.sourcePath), "label": .s("label"), "expires_in": .t(9_999_999)])
    let growing = try source.offer([Item(data("text/plain", "two"))], ["more": .b(true)])
    try source.addItems(to: growing, [Item(file("image/png", try source.memory("three")))])
    let used = try source.offer(
      [Item(data("text/plain", "four")), Item(data("text/html", "five"))], ["uses": .u(1)])
    _ = try service.observer.accept(used, items: [0])
    let lingering = try leaving.offer([Item(data("text/plain", "six"))], ["private": .b(true)])
    leaving.kill()
    try eventually("the offer to linger") {
      try service.observer.property("Expires", of: lingering, Names.offer).number != 0
    }
    try source.withdraw(try source.offer([Item(data("text/plain", "seven"))]))
    let state = try #require(try service.stateFile)
    return Array(try Data(contentsOf: URL(fileURLWithPath: state)))
  }

  private func read(_ bytes: [UInt8]) -> SavedState { SavedState(JournalContent(bytes)) }

  /// Everything in the state is what a source offered.
  private func expectNothingWrong(
    in state: SavedState, of whole: [Identifier: OfferRecord<StoredContent>], _ what: String
  ) {
    for (id, offer) in state.offers {
      // The withdrawn offer may be there again.
      guard let original = whole[id] else {
        Issue.record("\(what): \(id) was never offered")
        continue
      }
      #expect(offer.options == original.options && offer.owner == original.owner, "\(what)")
      #expect(offer.created == original.created && offer.items.count <= original.items.count)
      for (item, wanted) in zip(offer.items, original.items) {
        #expect(item.attributes == wanted.attributes, "\(what)")
        #expect(item.representations.allSatisfy(wanted.representations.contains), "\(what)")
      }
    }
  }

  @Test func `of a damaged state only what is whole is taken, whatever byte is damaged`() throws {
    try PersistentService.run(.dbusDaemon) { service in
      let bytes = try makeState(service)
      let whole = read(bytes)
      #expect(!whole.isDamaged && !whole.isForeign && whole.offers.count == 4)
      // All offers that ever were, including the withdrawn one.
      var ever: [Identifier: OfferRecord<StoredContent>] = [:]
      for length in 0...bytes.count {
        let state = read(Array(bytes[..<length]))
        ever.merge(state.offers) { $0.items.count >= $1.items.count ? $0 : $1 }
      }
      #expect(ever.count == 5)
      for length in 0..<bytes.count {
        expectNothingWrong(in: read(Array(bytes[..<length])), of: ever, "cut to \(length)")
      }
      for index in bytes.indices {
        for change in [UInt8(1), 0x80, 0xff] {
          var damaged = bytes
          damaged[index] ^= change
          let state = read(damaged)
          #expect(state.isDamaged || state.isForeign, "byte \(index) is in no checksum")
          expectNothingWrong(in: state, of: ever, "byte \(index) changed by \(change)")
        }
      }
    }
  }

  @Test func `records of any content are read without a trap`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200_000 {
      let count = Int.random(in: 0..<60, using: &generator)
      var bytes = Sample.random(count, using: &generator)
      if !bytes.isEmpty { bytes[0] = UInt8.random(in: 1...7, using: &generator) }
      _ = try? StateRecord(bytes[...])
    }
  }

  @Test(arguments: eitherBus())
  func `dragd starts with a damaged state, says so, and serves`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      var state = try makeState(service)
      for place in [0, 20, state.count / 2, state.count - 1] {
        state[place] ^= 0xff
        try service.crash {
          let file = try #require(try service.stateFile)
          try Data(state).write(to: URL(fileURLWithPath: file))
        }
        try service.daemon.waitForError("the saved state is ")
        let offer = try service.observer.offer([Item(data("text/plain", "new"))])
        try service.crash()
        #expect(try service.observer.acceptOne(offer).data?.text == "new")
        try service.observer.withdraw(offer)
        state[place] ^= 0xff
      }
    }
  }

  @Test(arguments: eitherBus())
  func `the state of another version is dropped, with its descriptors`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      _ = try makeState(service)
      try service.crash {
        let file = try #require(try service.stateFile)
        let folder = try Folder(path: Array(service.fixture.folder.path("runtime/dragd").utf8))
        var journal = try Journal(
          creating: try #require(file.split(separator: "/").last.map(String.init)), in: folder)
        var records = JournalRecords()
        records.append(StateRecord.version(StateRecord.version + 1).bytes)
        records.append([1, 2, 3])
        try journal.append(records)
      }
      try service.daemon.waitForError("of another version")
      #expect(try service.observer.statistics()["offers"] == 0)
      try service.manager.waitUntilHolding(0)
    }
  }
}
