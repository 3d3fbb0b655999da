import Harness
import Testing

/// Two dragds of one user, each on its own bus, with one ledger.
@Suite struct TwoBusesTests {
  /// Runs the test with a dragd on either bus.
  private func run(
    _ kind: PrivateBus.Kind, _ body: (_ here: Service, _ there: Elsewhere) throws -> Void
  ) throws {
    try Service.run(kind) { service in
      try body(service, try Elsewhere(service, kind))
    }
  }

  /// A second bus, with another dragd in the same home.
  final class Elsewhere {
    private let fixture: Fixture
    private let bus: PrivateBus
    private let daemon: Program

    init(_ service: Service, _ kind: PrivateBus.Kind) throws {
      fixture = service.fixture
      bus = try fixture.bus(kind)
      daemon = try fixture.start(Built.dragd, on: bus)
      let peer = try peer()
      try eventually("dragd to have its name; \(daemon.standardError)") {
        try peer.callBus("NameHasOwner", "s", [.string(Names.broker)])[0] == true
      }
    }

    func peer() throws -> Peer {
      try Peer(fixture, on: bus)
    }

    func crash() { daemon.kill() }
  }

  @Test(arguments: eitherBus())
  func `asking on another bus ends a move that is not finished`(bus: PrivateBus.Kind) throws {
    try run(bus) { here, there in
      let (source, destination) = (try here.peer(), try here.peer())
      let stranger = try there.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Prepare": [.gate("go"), .reply()]])
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let delivered = try destination.move(offer, items: [0]).transfer
      let preparing = try destination.move(offer, items: [1]).transfer
      let finishing = try destination.startFinish(preparing)
      try source.waitForCall("Prepare")
      for transfer in [delivered, preparing] {
        #expect(try stranger.outcome(transfer) == "aborted")
      }
      try source.openGate("go")
      try expectFailure("SourceFailed") { try finishing.reply() }
      try expectFailure("SourceFailed") { try destination.finish(delivered) }
      for transfer in [delivered, preparing] {
        #expect(try destination.outcome(transfer) == "aborted")
        #expect(try stranger.outcome(transfer) == "aborted")
      }
      #expect(try source.unacknowledgedMoves(cookie) == [])
      try source.waitForCall("Ended", count: 2)
      #expect(try source.endings().allSatisfy { $0.operation == "none" })
      try destination.moveAway(offer, items: [0])
    }
  }

  @Test(arguments: eitherBus())
  func `a successor on another bus keeps its predecessor from moving anything`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { here, there in
      let (first, destination) = (try here.peer(), try here.peer())
      let (second, stranger) = (try there.peer(), try there.peer())
      let cookie = newCookie()
      try first.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let offer = try first.offerMoves(
        ["a", "b", "c"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let moved = try destination.moveAway(offer, items: [0])
      let delivered = try destination.move(offer, items: [1]).transfer
      try second.serve([:])
      #expect(try second.unacknowledgedMoves(cookie) == [Unacknowledged(moved, "a")])
      #expect(try stranger.outcome(moved) == "committed")
      try second.acknowledgeMove(moved, cookie)
      // The claim at the other dragd also stops moves on the first bus.
      try expectFailure("SourceFailed", saying: "cookie") { try destination.finish(delivered) }
      try expectFailure("Busy", saying: "cookie") { try destination.move(offer, items: [2]) }
      #expect(try destination.accept(offer, items: [2])[0].data?.text == "c", "copies work")
      let theirs = try second.offerMove("b", cookie)
      try stranger.moveAway(theirs)
      try stranger.acknowledgeOutcome(moved)
      #expect(try destination.outcome(moved) == "aborted", "forgotten on both")
      // The first source may take its cookie back.
      #expect(try first.unacknowledgedMoves(cookie) == [])
      try first.serve([:])
      try destination.moveAway(offer, items: [2])
    }
  }

  @Test(arguments: eitherBus())
  func `both end moves of one ledger, also when the other was killed`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { here, there in
      let source = try there.peer()
      let destination = try there.peer()
      let successor = try here.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.gate("never")]])
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let begun = try destination.move(offer, items: [1]).transfer
      let committed = try destination.move(offer, items: [0]).transfer
      _ = try destination.startFinish(committed)
      try source.waitForCall("Ended")
      there.crash()
      #expect(try here.observer.outcome(committed) == "committed")
      #expect(try here.observer.outcome(begun) == "aborted")
      try successor.serve([:])
      #expect(
        try successor.unacknowledgedMoves(cookie) == [Unacknowledged(committed, "a")])
      try successor.acknowledgeMove(committed, cookie)
      try here.observer.moveAway(try successor.offerMove("b", cookie))
      try here.observer.acknowledgeOutcome(committed)
      #expect(try here.observer.outcome(committed) == "aborted")
    }
  }
}
