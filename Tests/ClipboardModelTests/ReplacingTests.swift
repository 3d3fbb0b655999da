import ClipboardModel
import DragModel
import Testing

/// A source offers again what ended with dragd, and copies it again.
@Suite struct ReplacingTests {
  private static let first = OwningTests.copied

  private static func again(_ offer: Identifier) -> CopiedOffer {
    var copied = first
    copied.offer = offer
    copied.replaces = first.offer
    return copied
  }

  /// What happens between the end of dragd and the second copy.
  enum Meanwhile: CaseIterable, Sendable {
    case nothing
    case dragclipLearnsOfTheEnd
    case anotherProgramCopies
    case anotherProgramCopiesLater
    case anotherProgramCopiesAndLeaves
    case anotherCallerCopies
    case thePersonClears
    case thePersonClearsLater
  }

  private func happens(_ meanwhile: Meanwhile, in world: inout ClipboardWorld) {
    let end = ClipboardInput.copiedOfferEnded(Self.first.offer)
    switch meanwhile {
    case .nothing: break
    case .dragclipLearnsOfTheEnd: world.happens(end)
    case .anotherProgramCopies: world.copies(["text/html"])
    case .anotherProgramCopiesLater:
      world.happens(end)
      world.copies(["text/html"])
    case .anotherProgramCopiesAndLeaves:
      world.happens(end)
      world.copies(["text/html"])
      world.happens(.changed(.clipboard, nil, .cleared))
      world.wait(200_000)
    case .anotherCallerCopies:
      var other = Self.first
      other.offer = world.newOffer()
      _ = world.call { .copy($0, other, .clipboard) }
      world.displayTells()
    case .thePersonClears: _ = world.call { .clear($0, .clipboard) }
    case .thePersonClearsLater:
      world.happens(end)
      _ = world.call { .clear($0, .clipboard) }
    }
  }

  @Test(arguments: Meanwhile.allCases)
  func `it gets the selection only if nobody has changed that`(_ meanwhile: Meanwhile) throws {
    var world = ClipboardWorld()
    _ = world.call { .copy($0, Self.first, .clipboard) }
    world.displayTells()
    world.happens(.brokerLeft)
    world.happens(.brokerCame)
    happens(meanwhile, in: &world)
    let second = Self.again(world.newOffer())
    let owned = world.owned
    let call = world.call { .copy($0, second, .clipboard) }
    switch meanwhile {
    case .nothing, .dragclipLearnsOfTheEnd:
      #expect(world.replies[call] == .done)
      world.displayTells()
      let present = world.current()
      #expect(try world.present(present).offer == second.offer)
    case .anotherProgramCopies, .anotherProgramCopiesLater, .anotherProgramCopiesAndLeaves,
      .anotherCallerCopies, .thePersonClears, .thePersonClearsLater:
      #expect(world.failure(call) == .noSuchOffer)
      #expect(world.owned == owned)
    }
  }

  /// An offer that has ended otherwise was withdrawn or used up: its source cannot want it back.
  @Test func `an offer that did not end with dragd is not replaced`() {
    var world = ClipboardWorld()
    _ = world.call { .copy($0, Self.first, .clipboard) }
    world.displayTells()
    world.happens(.copiedOfferEnded(Self.first.offer))
    let second = Self.again(world.newOffer())
    let call = world.call { .copy($0, second, .clipboard) }
    #expect(world.failure(call) == .noSuchOffer)
  }
}
