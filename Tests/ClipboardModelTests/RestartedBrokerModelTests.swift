import ClipboardModel
import DragModel
import Testing

/// A restarted dragd may have the offers of before, so dragclip goes on to know them.
@Suite struct RestartedBrokerModelTests {
  /// A world with a content of a program in the history, in which dragd was restarted and has its offers again.
  private func restarted() throws -> (ClipboardWorld, HistoryItem) {
    var world = ClipboardWorld()
    world.copies(["text/plain;charset=utf-8"])
    world.wait(250_000)
    world.settle(fingerprint: 1)
    let entry = try #require(world.clipboard.keptHistory.first)
    #expect(world.offers.contains(entry.offer))
    world.happens(.brokerLeft)
    world.happens(.brokerCame)
    return (world, entry)
  }

  @Test func `the record of the history keeps them`() throws {
    var (world, entry) = try restarted()
    #expect(world.clipboard.keptHistory == [entry])
    world.copies(["text/plain;charset=utf-8"])
    world.wait(250_000)
    world.settle("other words", fingerprint: 2)
    #expect(world.clipboard.keptHistory.count == 2)
    #expect(world.clipboard.keptHistory.last == entry)
    // A new offer replaces it.
    _ = world.call { .history($0, count: 0) }
    world.publishAll()
    #expect(world.clipboard.keptHistory.count == 2)
    #expect(!world.clipboard.keptHistory.map(\.offer).contains(entry.offer))
  }

  @Test func `they end with the display`() throws {
    let (world, entry) = try restarted()
    #expect(world.clipboard.ownOffers.contains(entry.offer))
  }

  @Test func `one that leaves the history is withdrawn`() throws {
    var (world, entry) = try restarted()
    world.restores(20)
    world.copies(["image/png"])
    world.wait(10_000_000)
    #expect(!world.offers.contains(entry.offer))
  }

  @Test func `one that was to end soon is withdrawn`() throws {
    var world = ClipboardWorld()
    var copied = OwningTests.copied
    copied.isWithdrawn = true
    world.offers.insert(OwningTests.offer)
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    world.copies(["image/png"])
    world.happens(.brokerLeft)
    world.happens(.brokerCame)
    world.wait(10_000_000)
    #expect(!world.offers.contains(OwningTests.offer))
  }

  @Test(arguments: [true, false])
  func `a copied offer that outlives dragd ends by being withdrawn`(_ stays: Bool) {
    var world = ClipboardWorld()
    var copied = OwningTests.copied
    copied.isRemembered = true
    world.offers.insert(OwningTests.offer)
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    world.wait(250_000)
    world.settle()
    world.happens(.brokerLeft)
    world.happens(.brokerCame)
    if stays { world.happens(.copiedOfferStays(OwningTests.offer)) }
    world.happens(.copiedOfferEnded(OwningTests.offer))
    // What ended with dragd goes on with what was read of it.
    #expect(world.owned == (stays ? [] : [.clipboard]))
    var again = copied
    again.offer = world.newOffer()
    again.replaces = OwningTests.offer
    let call = world.call { .copy($0, again, .clipboard) }
    #expect(world.failure(call) == (stays ? .noSuchOffer : nil))
  }
}
