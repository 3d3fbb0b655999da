import DragModel
import Testing

/// Deliveries other than a lazy stream: what is handed over, when, and in which state.
@Suite struct FileDeliveryTests {
  @Test func smallHeldContentNeedsNoTransfer() throws {
    var world = World()
    let offer = try world.offer([world.held(10)])
    let accepted = try world.accept(offer)
    #expect(accepted.transfers.isEmpty)
    let source = SourceObject(peer: World.source.peer, path: "/source")
    let ended = Ended(item: 0, key: "", operation: .copy, failure: nil, bytes: 10)
    #expect(accepted.effects == [.ended(transfer: nil, offer: offer, source, ended)])
    #expect(world.broker.statistics.bytesTransferred == 10)
  }

  @Test func heldContentAtTheLimitComesInTheReplyAndOneByteMoreDoesNot() throws {
    var world = World()
    let offer = try world.offer([world.held(100)])
    let fits = try world.plan(offer) { $0.inlineMax = 100 }
    #expect(fits.parts.allSatisfy { $0.route.isInline })
    let exceeds = try world.plan(offer) { $0.inlineMax = 99 }
    #expect(exceeds.parts.allSatisfy { !$0.route.isInline && !$0.route.needsReceive })
  }

  @Test func smallHeldContentComesInTheReplyOfAStreamOnlyWhereALimitIsStated() throws {
    var world = World()
    let offer = try world.offer([world.held(100)])
    for (limit, isInline) in [(nil, false), (100, true), (99, false)] as [(UInt64?, Bool)] {
      let plan = try world.plan(offer) {
        $0.delivery = .stream
        $0.inlineMax = limit
      }
      #expect(plan.parts.allSatisfy { $0.route.isInline == isInline })
    }
  }

  @Test func aSealedCopyIsFinishedWithTheReply() throws {
    var world = World()
    let offer = try world.offer([world.held(10)])
    let accepted = try world.accept(offer) { $0.delivery = .file }
    #expect(world.state(accepted.transfers[0]) == .finished)
    // Finish is still answered, the same each time.
    for _ in 0..<2 {
      let effects = try world.handle(
        .finish(
          world.call(), transfer: accepted.transfers[0], caller: World.destination.peer,
          hasUnreadStream: false))
      guard case .answerFinish(_, .success(let result)) = effects.first else {
        Issue.record("Finish was not answered: \(effects)")
        return
      }
      #expect(result.bytes == 10)
      #expect(result.operation == .copy)
    }
  }

  @Test func aSourcesFileIsCopiedFirstAndThenReceived() throws {
    var world = World()
    let offer = try world.offer([world.held(10, .reference)])
    let accepted = try world.accept(offer) { $0.delivery = .file }
    let part = PartID(accepted.transfers[0], 0)
    #expect(
      accepted.effects.contains { if case .start(part, .snapshot, _) = $0 { true } else { false } })
    let early = world.call()
    #expect(try world.receive(early, part) == [])
    let effects = try world.handle(.part(part, .ended(total: 10)))
    #expect(effects.first == .answerReceive(early, part, size: 10))
    #expect(world.state(part.transfer) == .finished)
  }

  @Test func aCompleteLazyFileWaitsToBeReceived() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let part = PartID(try world.accept(offer).transfers[0], 0)
    try world.handle(.part(part, .ended(total: 7)))
    try world.handle(.part(part, .replied(bytes: nil)))
    #expect(world.state(part.transfer) == .delivered)
    let late = world.call()
    #expect(try world.receive(late, part).first == .answerReceive(late, part, size: 7))
    #expect(world.state(part.transfer) == .finished)
    #expect(throws: Rejection.self) { try world.receive(world.call(), part) }
  }

  @Test func aWaitingReceiveHearsOfTheFailure() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let part = PartID(try world.accept(offer).transfers[0], 0)
    let call = world.call()
    _ = try world.receive(call, part)
    let why = Rejection(.sourceFailed, "disk on fire")
    #expect(try world.handle(.part(part, .failed(why))).first == .refuseReceive(call, why))
    #expect(throws: why) { try world.receive(world.call(), part) }
  }

  @Test func aStreamOfASourcesFileIsVerifiedBeforeFinishSucceeds() throws {
    var world = World()
    let offer = try world.offer([world.held(10, .reference)])
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    try world.handle(.part(part, .ended(total: 10)))
    let call = world.call()
    let asked = try world.handle(
      .finish(
        call, transfer: part.transfer, caller: World.destination.peer, hasUnreadStream: false))
    #expect(asked == [.verify(part)])
    let effects = try world.handle(.part(part, .verified))
    #expect(effects.contains { if case .answerFinish(call, .success) = $0 { true } else { false } })
    #expect(world.state(part.transfer) == .finished)
  }

  @Test func aChangedFileFailsFinish() throws {
    var world = World()
    let offer = try world.offer([world.held(10, .reference)])
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    try world.handle(.part(part, .ended(total: 10)))
    let call = world.call()
    try world.handle(
      .finish(
        call, transfer: part.transfer, caller: World.destination.peer, hasUnreadStream: false))
    let why = Rejection(.changed, "the file was written")
    let effects = try world.handle(.part(part, .failed(why)))
    #expect(effects.first == .answerFinish(call, .failure(why)))
    #expect(world.state(part.transfer) == .failed)
  }

  @Test func severalRepresentationsTravelInOneTransfer() throws {
    var world = World()
    let offer = try world.offer(
      [.lazy(size: 5), world.held(4), .lazy(size: 3)],
      types: ["text/plain", "image/png", "image/gif"])
    let accepted = try world.accept(offer, types: ["text/plain"]) {
      $0.also = ["image/*"]
      $0.delivery = .file
    }
    let id = accepted.transfers[0]
    #expect(accepted.transfers.count == 1)
    let shown = try world.broker.shown(transfer: id, to: World.destination.peer)
    #expect(shown.types.map(\.description) == ["text/plain", "image/png", "image/gif"])
    #expect(shown.size == 12)
    for (index, size) in [(0, 5), (2, 3)] {
      try world.handle(.part(PartID(id, index), .ended(total: UInt64(size))))
      try world.handle(.part(PartID(id, index), .replied(bytes: nil)))
    }
    #expect(world.state(id) == .delivered)
    _ = try world.receive(world.call(), PartID(id, 0), type: "text/plain")
    #expect(world.state(id) == .delivered)
    _ = try world.receive(world.call(), PartID(id, 2), type: "image/gif")
    #expect(world.state(id) == .finished)
  }
}

extension World {
  mutating func receive(
    _ call: CallID, _ part: PartID, type: String = "text/plain"
  ) throws -> [Effect] {
    let type = try #require(MIMEType(type))
    return try handle(
      .receive(call, transfer: part.transfer, type: type, caller: World.destination.peer))
  }
}
