import DragModel
import Testing

@testable import ClipboardModel

/// A dragclip that was killed while it owned the clipboard, and the next one.
@Suite struct OwningAgainTests {
  private static let target = "text/plain;charset=utf-8"

  /// An earlier dragclip owned a text when it ended; `before` happens before the display tells that nobody owns it.
  private func restarted(
    _ before: (inout ClipboardWorld) -> Void = { _ in }
  ) -> ClipboardWorld {
    var world = ClipboardWorld()
    let type = KeptType(
      imported: ImportedType(type: .utf8Text, target: Self.target), read: ReadNumber(1 << 32),
      size: 9)
    let held = KeptContent(serial: Serial(1 << 32), types: [type], copied: 1)
    let offer = world.newOffer()
    world.kept.insert(type.read)
    world.offers.insert(offer)
    world.happens(.restored(held, offer, isPinned: false))
    world.happens(.presentWasOwn(held.serial))
    before(&world)
    world.happens(.changed(.clipboard, nil))
    return world
  }

  @Test func `the clipboard is owned again with what the history has of it`() throws {
    var world = restarted()
    #expect(world.owned == [.clipboard])
    let entry = try #require(world.clipboard.keptHistory.first)
    #expect(world.clipboard.ownedEntry == entry.content.serial)
    #expect(world.notices.map(\.1) == [entry.content.serial])
    world.displayTells()
    let paste = world.paste(Self.target)
    #expect(world.served[paste] == .held(ReadNumber(1 << 32), size: 9, .verbatim))
    let call = world.current()
    #expect(try world.present(call).offer == entry.offer)
    _ = world.call { .forget($0, entry.offer) }
    #expect(world.owned.isEmpty && world.clipboard.ownedEntry == nil)
  }

  @Test func `another program's content stays`() {
    var world = restarted { $0.copies(["text/html"]) }
    world.wait(10_000_000)
    #expect(world.owned.isEmpty)
  }

  @Test func `what a caller copies meanwhile stays`() {
    let world = restarted { world in
      _ = world.call { .copy($0, OwningTests.copied, .clipboard) }
    }
    #expect(world.clipboard.state(.clipboard).own?.copied?.offer == OwningTests.offer)
  }

  @Test func `what is forgotten meanwhile does not come back`() {
    let world = restarted { world in
      guard let entry = world.clipboard.keptHistory.first else { return }
      _ = world.call { .forget($0, entry.offer) }
    }
    #expect(world.owned.isEmpty)
  }

  @Test func `only the first owner that the display tells of counts`() {
    var world = restarted()
    _ = world.call { .clear($0, .clipboard) }
    #expect(world.owned.isEmpty)
    world.happens(.changed(.clipboard, nil))
    #expect(world.owned.isEmpty)
  }

  @Test func `a copied offer is recorded once the history has it, unless its time ends`() {
    for expires in [nil, 1 << 40] as [UInt64?] {
      var world = ClipboardWorld()
      world.offers.insert(OwningTests.offer)
      var copied = OwningTests.copied
      copied.isRemembered = true
      copied.expires = expires
      _ = world.call { .copy($0, copied, .clipboard) }
      world.displayTells()
      #expect(world.clipboard.ownedEntry == nil)
      world.wait(250_000)
      world.settle()
      let entry = world.clipboard.keptHistory.first?.content.serial
      #expect(entry != nil)
      #expect(world.clipboard.ownedEntry == (expires == nil ? entry : nil))
      _ = world.call { .clear($0, .clipboard) }
      #expect(world.clipboard.ownedEntry == nil)
    }
  }
}
