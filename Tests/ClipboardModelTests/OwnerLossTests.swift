import ClipboardModel
import DragModel
import Testing

/// What becomes of a content when the display tells how its owner has gone.
@Suite struct OwnerLossTests {
  private func copied(_ text: String) -> ClipboardWorld {
    var world = ClipboardWorld()
    world.copies(["text/plain;charset=utf-8", "text/html"])
    world.wait(250_000)
    world.settle(text)
    return world
  }

  @Test(arguments: [
    (OwnerLoss.ended, "two words", true, true), (.ended, "word", true, true),
    (.cleared, "two words", false, true), (.cleared, "word", false, false),
    (.unknown, "two words", true, true), (.unknown, "word", false, false),
  ])
  func `what is cleared stays cleared, and what was left is kept`(
    _ loss: OwnerLoss, _ text: String, _ isRestored: Bool, _ isInHistory: Bool
  ) {
    var world = copied(text)
    world.happens(.changed(.clipboard, nil, loss))
    world.wait(100_000)
    #expect(world.owned.isEmpty == !isRestored)
    #expect(world.history.isEmpty == !isInHistory)
    let call = world.current()
    if !isRestored { #expect(world.failure(call) == .noSuchOffer) }
  }

  /// A file manager copies the path of a file as a text, too.
  @Test(arguments: ["text/uri-list", "x-special/gnome-copied-files", "image/png"])
  func `a single word beside a file or a picture is no password`(_ type: String) {
    var world = ClipboardWorld()
    world.copies([type, "text/plain;charset=utf-8"])
    world.wait(250_000)
    world.settle("word")
    world.happens(.changed(.clipboard, nil, .unknown))
    world.wait(100_000)
    #expect(world.owned == [.clipboard])
    #expect(!world.history.isEmpty)
  }

  @Test func `a single word that is cleared late stays in the history`() {
    var world = copied("word")
    world.wait(121_000_000)
    world.happens(.changed(.clipboard, nil, .cleared))
    world.wait(100_000)
    #expect(world.owned.isEmpty)
    #expect(!world.history.isEmpty)
  }

  /// Some toolkits clear what they own when their program ends, after they have asked to have it kept.
  @Test(arguments: [true, false])
  func `what its owner has asked to keep is kept even when it is cleared`(_ isHeldBefore: Bool) {
    var world = ClipboardWorld()
    world.copies(["text/plain;charset=utf-8"])
    if isHeldBefore {
      world.wait(250_000)
      world.settle("two words")
    }
    let paste = PasteNumber(world.newNumber())
    world.pastes.insert(paste)
    world.happens(.saveRequested(.clipboard, paste))
    world.settle("two words")
    world.happens(.changed(.clipboard, nil, .cleared))
    world.wait(100_000)
    #expect(world.owned == [.clipboard])
  }

  @Test func `PRIMARY is never kept`() {
    var world = ClipboardWorld()
    world.copies(["text/plain;charset=utf-8"], on: .primary)
    world.wait(250_000)
    world.settle("two words")
    world.happens(.changed(.primary, nil, .ended))
    world.wait(100_000)
    #expect(world.owned.isEmpty)
  }
}
