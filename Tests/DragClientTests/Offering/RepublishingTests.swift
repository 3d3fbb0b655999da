import DragClient
import Foundation
import Harness
import Testing

@Suite struct RepublishingTests {
  @Test func anOfferComesBackWithDragd() async throws {
    try await World.run { world in
      let source = try await world.client()
      var options = OfferingOptions()
      options.isPrivate = true
      let offering = try await source.offer(
        [
          ItemProvider(text: "held"),
          ItemProvider(lazy: "a/lazy") { try await $0.write("made") },
        ], options: options)
      let old = offering.path
      for _ in 1...2 {
        let events = offering.events
        try await world.restartDragd()
        _ = try await next(of: events, "published") { event -> Bool? in
          if case .published = event { true } else { nil }
        }
        let items = try await world.client().offered(at: offering.path).items()
        #expect(try await items[0].value(as: String.self) == "held")
        #expect(try await items[1].bytes() == Array("made".utf8))
      }
      #expect(offering.path != old)
    }
  }

  @Test func aWithdrawnOfferDoesNotComeBack() async throws {
    try await World.run { world in
      let source = try await world.client()
      let withdrawn = try await source.offer([ItemProvider(text: "gone")])
      let kept = try await source.offer([ItemProvider(text: "kept")])
      try await withdrawn.withdraw()
      let events = kept.events
      try await world.restartDragd()
      _ = try await next(of: events, "published") { event -> Bool? in
        if case .published = event { true } else { nil }
      }
      let lists = try await world.client().offers
      let paths = try await next(of: lists, "a list") { list -> [String]? in
        list.map(\.path)
      }
      #expect(paths == [kept.path])
    }
  }

  /// Regression: an offer that a new dragd did not answer for 25 s never came back; dragd had it without its source.
  /// A target neither.
  @Test(.enabled(if: Extent.current != .usual))
  func aSlowDragdGetsBackWhatItHad() async throws {
    try await World.run { world in
      let held = try await HeldClient.connect(to: world.bus.address)
      let offering = try await held.client.offer([
        ItemProvider(lazy: "a/b") { try await $0.write("made") }
      ])
      let target = try await held.client.registerTarget(
        "list", propose: { _ in DropProposal(.copy) }, perform: { _ in })
      let (oldOffer, oldTarget) = (offering.path, target.path)
      held.hold()
      try await world.restartDragd()
      kill(world.daemon.processIdentifier, SIGSTOP)
      held.release()
      let error = await failure { () async throws(DragError) in try await held.client.targets() }
      #expect(error?.code == .noReply)
      kill(world.daemon.processIdentifier, SIGCONT)
      try await eventually("both are back") {
        offering.path != oldOffer && target.path != oldTarget
      }
      let item = try await world.client().offered(at: offering.path).firstItem()
      #expect(try await item.bytes() == Array("made".utf8))
    }
  }

  @Test func whatIsBeingMadeIsCancelledWithItsDragd() async throws {
    try await World.run { world in
      let begun = Box(0)
      let cancelled = Box(0)
      let offering = try await world.client().offer([
        ItemProvider(lazy: "a/b") { writer in
          try await writer.write("begun")
          begun.count()
          do {
            try await Task.sleep(for: Timeout.usual)
          } catch {
            cancelled.count()
            throw error
          }
        }
      ])
      let item = try await world.client().offered(at: offering.path).firstItem()
      let loading = Task { () async -> DragError? in
        await failure { () async throws(DragError) in try await item.bytes() }
      }
      try await eventually("the closure has begun") { begun.value == 1 }
      try await world.restartDragd()
      try await eventually("the closure is cancelled") { cancelled.value == 1 }
      // dragd may have begun the closure and ended before the destination asked it for the file.
      let code = await loading.value?.code
      #expect([.noReply, .noBroker, .noSuchTransfer].contains(code))
    }
  }
}
