import ClipboardModel
import DragModel
import Testing

/// What the shell copies joins the history.
@Suite struct RememberingTests {
  private func copies(_ change: (inout CopiedOffer) -> Void = { _ in }) -> ClipboardWorld {
    var copied = OwningTests.copied
    copied.isRemembered = true
    change(&copied)
    var world = ClipboardWorld()
    world.offers.insert(OwningTests.offer)
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    world.wait(250_000)
    return world
  }

  @Test func `what was copied is in the history, and stays there`() {
    var world = copies()
    #expect(world.reads.count == 1)
    world.settle("two words")
    #expect(world.history.map { $0.types.map(\.imported.type) } == [[.utf8Text]])
    world.copies(["image/png"])
    world.wait(10_000_000)
    #expect(world.history.count == 1)
    #expect(world.kept.count == 1)
  }

  @Test func `what was not wanted there is not read`() {
    #expect(copies { $0.isRemembered = false }.reads.isEmpty)
    #expect(copies { $0.isSensitive = true }.reads.isEmpty)
    #expect(copies { $0.items[0].representations[0].isHeld = false }.reads.isEmpty)
  }

  @Test func `what was replaced meanwhile leaves nothing behind`() {
    var world = copies()
    world.copies(["image/png"])
    world.settle("two words")
    world.wait(10_000_000)
    #expect(world.history.isEmpty && world.kept.isEmpty)
  }

  @Test func `nothing is read while the history is paused`() {
    var world = copies()
    world.happens(.setPaused(true))
    world.settle("two words")
    #expect(world.history.isEmpty && world.kept.isEmpty)
  }
}
