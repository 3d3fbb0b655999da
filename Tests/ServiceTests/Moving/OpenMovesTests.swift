import DragModel
import Harness
import Testing

/// Moves that neither side acknowledges: they block no other program, and the user can list and settle them.
@Suite struct OpenMovesTests {
  @Test(arguments: eitherBus())
  func `the user sees what is open, and settles the source's side alone`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination, user) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": Array(repeating: .error("test.No", "no"), count: 2)])
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      #expect(try user.openMoves().isEmpty)
      let first = try destination.moveAway(offer, items: [0])
      let second = try destination.moveAway(offer, items: [1])
      try destination.acknowledgeOutcome(second)
      let open = try user.openMoves()
      #expect(open.count == 2)
      for (index, (_, move)) in open.enumerated() {
        #expect(move["key"].inside.string == (index == 0 ? "a" : "b"))
        #expect(move["source_acknowledged"].inside == false)
        #expect(move["destination_acknowledged"].inside == .bool(index == 1))
        #expect(move["accepted"].inside.number ?? 0 > 0)
        #expect(!String(decoding: move.json, as: UTF8.self).contains(cookie))
      }
      #expect(try source.unacknowledgedMoves(cookie).count == 2)
      try expectFailure("Busy") { try source.offerMove("c", cookie) }
      try expectFailure("NoSuchTransfer") { try user.settleMove(identifier(first)) }
      for (id, _) in open { try user.settleMove(id) }
      // The source may offer again; the destination still learns that the item is its own.
      _ = try source.offerMove("c", cookie)
      #expect(try source.unacknowledgedMoves(cookie) == [])
      #expect(try destination.outcome(first) == "committed")
      #expect(try user.openMoves().map(\.id) == [open[0].id])
      try destination.acknowledgeOutcome(first)
      #expect(try user.openMoves().isEmpty)
      try expectFailure("NoSuchTransfer") { try user.settleMove(open[0].id) }
      try expectFailure(Names.invalidArguments) { try user.settleMove("no id") }
    }
  }

  /// A program that has a transfer's id can acknowledge for the destination, which then drops the only item.
  @Test(arguments: eitherBus())
  func `a stranger cannot forget a move for its destination`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination, stranger) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let transfer = try destination.moveAway(try source.offerMove("k", cookie))
      let open = try stranger.openMoves()
      #expect(open.count == 1)
      for (id, _) in open {
        try stranger.acknowledgeOutcome(id)
        try stranger.settleMove(id)
      }
      #expect(try destination.outcome(transfer) == "committed")
      #expect(try stranger.openMoves().map(\.id) == open.map(\.id))
    }
  }

  /// The source has asked again what it has to delete, and has not deleted it yet.
  @Test(arguments: eitherBus())
  func `a refused Accept names no transfer of another destination`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination, stranger) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.error("test.No", "no")]])
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let transfer = try destination.moveAway(offer, items: [0])
      #expect(try source.unacknowledgedMoves(cookie).count == 1)
      do {
        _ = try stranger.move(offer, items: [1])
        Issue.record("the move was accepted")
      } catch let failure as BusFailure {
        expect(failure, "Busy", saying: ["earlier moves"])
        #expect(!failure.message.contains(identifier(transfer)))
      }
    }
  }

  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: eitherBus())
  func `a program in a sandbox sees and settles nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let sandboxed = try service.peer(Sandbox.command("org.example.Board"))
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.error("test.No", "no")]])
      let transfer = try destination.moveAway(try source.offerMove("k", cookie))
      try expectFailure("AccessDenied", saying: "sandbox") { try sandboxed.openMoves() }
      try expectFailure("AccessDenied", saying: "sandbox") {
        try sandboxed.settleMove(identifier(transfer))
      }
      #expect(try source.unacknowledgedMoves(cookie).count == 1)
    }
  }

  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: eitherBus())
  func `a pair of programs that acknowledges nothing stops nobody else`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "moves=12"]) { service in
      let greedy = try (0..<2).map { _ in try service.peer(Sandbox.command("org.example.Greedy")) }
      let honest = try (0..<2).map { _ in try service.peer(Sandbox.command("org.example.Honest")) }
      // Each move has its own cookie; cookies are free.
      var moved = 0
      try expectFailure("StorageFull", saying: "“org.example.Greedy”") {
        while moved < 20 {
          let cookie = newCookie()
          try greedy[0].serveMoves(cookie, ["Ended": [.error("test.No", "no")]])
          try greedy[1].moveAway(try greedy[0].offerMove("k", cookie))
          moved += 1
        }
        return moved
      }
      #expect(moved == 2, "one application has an eighth of what is free")
      let cookie = newCookie()
      try honest[0].serveMoves(cookie)
      for number in 0..<8 {
        let offer = try honest[0].offerMove("\(number)", cookie)
        try honest[1].acknowledgeOutcome(try honest[1].moveAway(offer))
      }
      #expect(try service.observer.openMoves().count == 2)
      for (id, move) in try service.observer.openMoves() {
        #expect(move["source_app_id"].inside == "org.example.Greedy")
        #expect(move["destination_app_id"].inside == "org.example.Greedy")
        try service.observer.settleMove(id)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a source with many moves to acknowledge is told of them in parts`(
    bus: PrivateBus.Kind
  ) throws {
    let count = LedgerState.listed + 100
    let cookie = newCookie()
    let prepare: (Fixture, [String]) -> (executable: String, arguments: [String]) = {
      fixture, command in
      do {
        try Self.commit(count, cookie, in: fixture.folder.makeFolder("state/dragd"))
      } catch {
        Issue.record(error)
      }
      return (command[0], Array(command.dropFirst()))
    }
    try Service.run(bus, through: prepare) { service in
      let source = try service.peer()
      try source.serve([:])
      var told: [String] = []
      for size in [LedgerState.listed, 100] {
        let moves = try source.unacknowledgedMoves(cookie)
        #expect(moves.count == size)
        try expectFailure("Busy") { try source.offerMove("new", cookie) }
        let calls = try moves.map {
          try source.startCall(
            "AcknowledgeMove", on: Names.broker, at: Names.root, "ss",
            [.string($0.transfer), .string(cookie)])
        }
        for call in calls { _ = try call.reply() }
        told += moves.map(\.key)
        if size == LedgerState.listed {
          try expectFailure("Busy", saying: "call UnacknowledgedMoves again") {
            try source.offerMove("new", cookie)
          }
        }
      }
      #expect(told == (0..<count).map { "k\($0)" })
      #expect(try source.unacknowledgedMoves(cookie) == [])
      _ = try source.offerMove("new", cookie)
    }
  }

  /// Writes committed moves into the ledger before dragd starts.
  private static func commit(_ count: Int, _ cookie: String, in folder: String) throws {
    let ledger = try TestLedger(folder)
    _ = try ledger.claim(cookie)
    let records = (0..<UInt64(count)).map { record($0 + 1, "k\($0)", cookie: cookie) }
    #expect(try ledger.ask(.reserve(CallID(1), records, claim: 1)) == .done)
    _ = try ledger.ask(records.map { .commit($0, isListed: false) })
  }
}
