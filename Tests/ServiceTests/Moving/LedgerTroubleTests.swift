import Foundation
import Harness
import Testing

/// The ledger when it is full or unreadable, and what it must never show.
@Suite struct LedgerTroubleTests {
  @Test(arguments: eitherBus())
  func `so many moves are on record, and more are refused until some are acknowledged`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "moves=16"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        ["a", "b", "c"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      try expectFailure(
        "StorageFull", saying: "0 moves of", "the limit is 16", "AcknowledgeOutcome"
      ) {
        try destination.startMove(offer).reply()
      }
      let first = try destination.moveAway(offer, items: [0])
      let second = try destination.move(offer, items: [1]).transfer
      try expectFailure("StorageFull") { try destination.move(offer, items: [2]) }
      #expect(try destination.accept(offer, items: [2])[0].data?.text == "c", "copies go on")
      try destination.cancel(second)
      let third = try destination.moveAway(offer, items: [2])
      try expectFailure("StorageFull") { try destination.move(offer, items: [1]) }
      try destination.acknowledgeOutcome(first)
      try destination.moveAway(offer, items: [1])
      try destination.acknowledgeOutcome(third)
      #expect(
        try destination.property("Limits", of: Names.root, Names.broker)["moves"] == 16)
    }
  }

  @Test(arguments: eitherBus())
  func `where the ledger cannot be read nobody is told anything, and copies work`(
    bus: PrivateBus.Kind
  ) throws {
    for garbage in [Array("no ledger at all".utf8), (0..<4_096).map { _ in .random(in: 0...255) }] {
      let prepare: (Fixture, [String]) -> (executable: String, arguments: [String]) = {
        fixture, command in
        _ = try? fixture.folder.write("state/dragd/moves", garbage)
        return (command[0], Array(command.dropFirst()))
      }
      try Service.run(bus, through: prepare) { service in
        let (source, destination) = (try service.peer(), try service.peer())
        let cookie = newCookie()
        try source.serve([:])
        let calls: [() throws -> Any] = [
          { try source.unacknowledgedMoves(cookie) },
          { try source.acknowledgeMove(ErrorCase.nobody, cookie) },
          { try destination.acknowledgeOutcome(ErrorCase.nobody) },
          { try destination.outcome(ErrorCase.nobody) },
        ]
        for call in calls {
          try expectFailure("StateUnavailable", saying: "dragd/moves") { try call() }
        }
        // Without the ledger no source holds its cookie.
        try expectFailure("Busy") { try source.offerMove("k", cookie) }
        let offer = try source.offer([Item(key: "k", data("text/plain", "copied"))])
        #expect(try destination.acceptOne(offer).data?.text == "copied")
        let path = service.fixture.folder.path("state/dragd/moves")
        #expect(
          try Data(contentsOf: URL(fileURLWithPath: path)) == Data(garbage), "it is left alone")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a ledger that is spoilt under a running dragd commits nothing more`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let transfer = try destination.move(offer, items: [0]).transfer
      try service.fixture.folder.write("state/dragd/moves", text: "spoilt")
      try expectFailure("StateUnavailable") { try destination.move(offer, items: [1]) }
      try expectFailure("StateUnavailable") { try destination.finish(transfer) }
      try expectFailure("StateUnavailable") { try destination.outcome(transfer) }
      #expect(try source.expectEndedOnce().operation == "none")
      #expect(try destination.accept(offer).map { $0.data?.text } == ["a", "b"])
    }
  }

  @Test(arguments: eitherBus())
  func `a cookie is in no line of the log, no error and no property`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "moves=1"]) { service in
      let (source, other) = (try service.peer(), try service.peer())
      let destination = try service.peer()
      let cookie = newCookie()
      let short = String(cookie.prefix(21))
      try source.serve(["Ended": [.error("org.example.Error.Full", "no room")]])
      var failures: [BusFailure] = []
      func attempt(_ body: () throws -> Any) throws {
        do { _ = try body() } catch let failure as BusFailure { failures.append(failure) }
      }
      for cookie in [cookie, short, short + "\n", short + "\u{1F36A}…"] {
        try attempt { try source.offerMove("k", cookie) }
        try attempt { try source.unacknowledgedMoves(cookie) }
        try attempt { try source.acknowledgeMove("no id", cookie) }
        try attempt {
          try source.offer([Item(key: "k", data("a/b", "x"))], ["cookie": .s(cookie)])
        }
      }
      let offer = try source.offerMoves(
        ["k", "l"].map { Item(key: $0, data("a/b", "x")) }, cookie, ["label": .s("label")])
      let refused = try destination.move(offer, items: [0]).transfer
      try attempt { try destination.move(offer, items: [0]) }
      try attempt { try destination.move(offer, items: [1]) }
      try other.serveMoves(cookie)
      try attempt { try destination.finish(refused) }
      try attempt { try source.offerMove("k", cookie) }
      try source.unacknowledgedMoves(cookie)
      let transfer = try destination.moveAway(try source.offerMove("k", cookie))
      try attempt { try source.offerMove("k", cookie) }
      try attempt { try other.acknowledgeMove(transfer, newCookie()) }
      let left = try source.offerMoves([Item(key: "m", data("a/b", "x"))], cookie)
      try attempt { try destination.move(left) }
      let shown = try destination.call(
        "GetManagedObjects", on: Names.objectManager, at: Names.root)
      #expect(!String(decoding: Value.array(shown).json, as: UTF8.self).contains(short))

      #expect(failures.count >= 12, "\(failures)")
      for failure in failures { #expect(!failure.message.contains(short), "\(failure)") }
      service.hasEnded = true
      try service.daemon.terminate()
      let log = try service.daemon.wait().error
      #expect(log.contains(identifier(offer)) && !log.contains(short), "\(log)")
    }
  }

  /// Programs read the identity of the ledger once from each dragd.
  @Test(arguments: eitherBus())
  func `a dragd that finds other records than before ends`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      _ = try service.observer.outcome(ErrorCase.nobody)
      let folder = service.fixture.folder.path("state/dragd")
      for name in ["moves", "moves.end", "moves.lock"] {
        try FileManager.default.moveItem(
          atPath: "\(folder)/\(name)", toPath: "\(folder)/\(name).old")
      }
      // The first call finds the lock gone, and the second one would make new records.
      for _ in 0..<2 { _ = try? service.observer.outcome(ErrorCase.nobody) }
      service.hasEnded = true
      let log = try service.daemon.wait().error
      #expect(log.contains("other records have taken their place"), "\(log)")
    }
  }

  @Test(arguments: eitherBus())
  func `a ledger that lost a part is damaged until the user has put it away`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        (0..<4).map { Item(key: "\($0)", data("text/plain", "x")) }, cookie)
      let moves = try (0..<4 as Range<UInt32>).map {
        try service.observer.moveAway(offer, items: [$0])
      }
      func ledger() throws -> String? {
        try service.observer.property("Ledger", of: Names.root, Names.broker).string
      }
      let identity = try #require(try ledger())
      #expect(identity.count == 26)
      try service.crash()
      #expect(try ledger() == identity)
      let folder = service.fixture.folder.path("state/dragd")
      let size = try #require(
        try FileManager.default.attributesOfItem(atPath: folder + "/moves")[.size] as? Int)
      try service.crash { truncate(folder + "/moves", size / 2) }
      for _ in 0..<2 {
        for move in moves {
          try expectFailure("StateUnavailable", saying: "moves.end") {
            try service.observer.outcome(move)
          }
        }
        try expectFailure("StateUnavailable") { try source.unacknowledgedMoves(cookie) }
        #expect(try ledger() == "")
        try service.daemon.waitForError("cannot be read")
        let told = service.daemon.standardError.split(separator: "\n")
          .filter { $0.contains("cannot be read") && $0.contains("dragd/moves") }
        #expect(told.filter { $0.hasPrefix("<3>") }.count == 1, "\(told)")
        try service.crash()
      }
      try service.crash {
        for name in ["moves", "moves.end"] {
          try FileManager.default.moveItem(
            atPath: "\(folder)/\(name)", toPath: "\(folder)/\(name).old")
        }
      }
      #expect(try source.unacknowledgedMoves(cookie) == [])
      let new = try ledger()
      #expect(new != identity && new?.count == 26)
      try service.observer.moveAway(try source.offerMove("new", cookie))
    }
  }
}
