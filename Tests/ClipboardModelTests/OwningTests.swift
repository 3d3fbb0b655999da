import ClipboardModel
import DragModel
import Testing

/// When dragclip owns a selection, and when it no longer does.
@Suite struct OwningTests {
  static let offer = Identifier(high: 1 << 40, middle: 0, low: 0)
  static let copied = CopiedOffer(
    offer: offer, items: [CopiedItem(representations: [CopiedRepresentation(type: .utf8Text)])])

  /// A world in which a program has copied, and what it copied was read.
  private func copied(_ text: String = "two words") -> ClipboardWorld {
    var world = ClipboardWorld()
    world.copies(["text/plain;charset=utf-8", "text/html"])
    world.wait(250_000)
    world.settle(text)
    return world
  }

  @Test func `a content is restored a tenth of a second after its owner has gone`() throws {
    var world = copied()
    world.happens(.changed(.clipboard, nil))
    world.wait(99_999)
    #expect(world.owned.isEmpty)
    world.wait(1)
    #expect(world.owned == [.clipboard])
    world.displayTells()
    let call = world.current()
    #expect(try world.present(call).isOwn)
    let paste = world.paste("text/html")
    guard case .held? = world.served[paste] else {
      Issue.record("\(String(describing: world.served[paste]))")
      return
    }
  }

  /// An offer that was copied, and the targets that programs see of it.
  private static func targets(_ types: [String]) throws -> [String] {
    let representations = types.compactMap { MIMEType($0) }.map { CopiedRepresentation(type: $0) }
    let copied = CopiedOffer(offer: offer, items: [CopiedItem(representations: representations)])
    return try #require(ExportedTargets(copied, markerID: "m")).names
  }

  @Test(arguments: [
    (["text/plain"], true), (["text/plain;charset=us-ascii"], true), (["text/x-python"], true),
    (["text/plain;charset=koi8-r"], false), (["text/html"], true), (["image/png"], false),
    (["image/png", "text/csv"], true), (["image/png", "text/html"], false),
  ])
  func `text is pasted as text whatever kind of text it is`(
    _ types: [String], _ isText: Bool
  ) throws {
    let targets = try Self.targets(types)
    #expect(targets.first == types.first)
    for alias in ["UTF8_STRING", "STRING", "TEXT", "text/plain;charset=utf-8"] {
      #expect(targets.contains(alias) == isText, "\(alias) in \(targets)")
    }
  }

  @Test(arguments: [true, false])
  func `an offer that was made for a copy is withdrawn when something else is copied`(
    _ isWithdrawn: Bool
  ) {
    var copied = Self.copied
    copied.isWithdrawn = isWithdrawn
    var world = ClipboardWorld()
    world.offers.insert(Self.offer)
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    world.wait(10_000_000)
    #expect(world.offers.contains(Self.offer))
    world.copies(["image/png"])
    world.wait(10_000_000)
    #expect(world.offers.contains(Self.offer) == !isWithdrawn)
  }

  @Test func `another owner within that time keeps the clipboard`() {
    var world = copied()
    world.happens(.changed(.clipboard, nil))
    world.wait(50_000)
    world.copies(["image/png"])
    world.wait(200_000)
    #expect(world.owned.isEmpty)
  }

  @Test(arguments: [
    (119_000_000, "word", false), (121_000_000, "word", true), (1, "two words", true),
  ])
  func `a single word is a password for two minutes`(
    _ age: UInt64, _ text: String, _ isRestored: Bool
  ) {
    var world = copied(text)
    world.wait(age)
    world.happens(.changed(.clipboard, nil))
    world.wait(100_000)
    #expect(world.owned.isEmpty == !isRestored)
    #expect(world.history.isEmpty == !isRestored)
  }

  @Test func `a cut is not restored`() {
    var world = ClipboardWorld()
    world.copies(["x-special/gnome-copied-files", "text/uri-list"])
    world.wait(250_000)
    world.settle("cut\nfile:///a")
    world.happens(.changed(.clipboard, nil))
    world.wait(1_000_000)
    #expect(world.owned.isEmpty && world.history.isEmpty && world.kept.isEmpty)
  }

  @Test func `what the display tells before it knows of the ownership is older`() throws {
    var world = ClipboardWorld()
    _ = world.call { .copy($0, Self.copied, .clipboard) }
    world.happens(.changed(.clipboard, nil))
    world.happens(.changed(.clipboard, Owner(targets: ["image/png"])))
    let call = world.current()
    #expect(try world.present(call).offer == Self.offer)
    world.displayTells()
    world.wait(10_000_000)
    #expect(world.owned == [.clipboard])
  }

  @Test func `a display that never tells of the ownership is believed after two seconds`() {
    var world = ClipboardWorld()
    _ = world.call { .copy($0, Self.copied, .clipboard) }
    world.happens(.changed(.clipboard, Owner(targets: ["image/png"])))
    world.owned = []
    world.wait(2_000_000)
    let call = world.current()
    world.publishAll()
    #expect((try? world.present(call))?.isOwn == false)
  }

  @Test func `a newer copy that the display does not let dragclip take is there at once`() throws {
    var world = copied()
    world.happens(.changed(.clipboard, nil))
    world.wait(100_000)
    #expect(world.owned == [.clipboard])
    world.happens(.changed(.clipboard, Owner(targets: ["image/png"])))
    world.owned = []
    world.happens(.ownRefused(.clipboard))
    let call = world.current()
    world.publishAll()
    #expect(try world.present(call).targets == ["image/png"])
    #expect(world.history.count == 1)
  }

  @Test func `an offer that expires takes the selection with it`() {
    var world = ClipboardWorld()
    var copied = Self.copied
    copied.expires = world.now + 5_000_000
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    world.wait(4_999_999)
    #expect(world.owned == [.clipboard])
    world.wait(1)
    #expect(world.owned.isEmpty)
  }

  @Test func `a living owner keeps its ownership when its own offer is copied`() throws {
    var world = copied()
    let call = world.current()
    let present = try world.present(call)
    let copy = world.call { number in
      var offer = Self.copied
      offer.offer = present.offer
      return .copy(number, offer, .clipboard)
    }
    #expect(world.replies[copy] == .done)
    #expect(world.owned.isEmpty)
  }

  @Test func `a sensitive offer has a hint and no marker`() {
    var world = ClipboardWorld()
    var copied = Self.copied
    copied.isSensitive = true
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    let paste = world.paste("x-kde-passwordManagerHint")
    #expect(world.served[paste] == .constant(Array("secret".utf8)))
    let offer = world.paste("application/vnd.dragd.offer")
    #expect(world.refused.contains(offer))
  }

  @Test func `the own marker is not imported`() throws {
    var world = ClipboardWorld()
    _ = world.call { .copy($0, Self.copied, .clipboard) }
    world.displayTells()
    world.copies(["text/plain;charset=utf-8", "application/vnd.dragd.clipboard;id=mine"])
    world.wait(10_000_000)
    #expect(world.reads.isEmpty)
    let call = world.current()
    #expect(try world.present(call).offer == Self.offer)
    #expect(world.publishing.isEmpty)
  }

  @Test(arguments: [1_000_000, 20_000_000] as [UInt64])
  func `an offer that another clipboard manager shows is withdrawn when something else is copied`(
    _ shown: UInt64
  ) throws {
    var world = ClipboardWorld()
    var copied = Self.copied
    copied.isWithdrawn = true
    world.offers.insert(Self.offer)
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    world.copies(["text/plain;charset=utf-8", "application/vnd.dragd.clipboard;id=mine"])
    world.wait(shown)
    let call = world.current()
    #expect(try world.present(call).offer == Self.offer)
    world.copies(["image/png"])
    // A caller may just have received its path.
    world.wait(4_900_000)
    #expect(world.offers.contains(Self.offer))
    world.wait(200_000)
    #expect(!world.offers.contains(Self.offer))
  }

  @Test func `changes are told ten times a second and the last one always`() {
    var world = ClipboardWorld(persist: 0)
    for _ in 0..<1_000 {
      world.copies(["text/plain"])
      world.wait(1_000)
    }
    world.wait(1_000_000)
    #expect(world.notices.count <= 12)
    let call = world.current()
    world.publishAll()
    #expect((try? world.present(call))?.serial == world.notices.last?.1)
  }

  @Test func `a replaced offer stays five seconds`() throws {
    var world = ClipboardWorld(persist: 0)
    world.copies(["text/plain"])
    let call = world.current()
    world.publishAll()
    let offer = try world.present(call).offer
    world.copies(["text/html"])
    world.wait(4_999_999)
    #expect(world.offers.contains(offer))
    world.wait(1)
    #expect(!world.offers.contains(offer))
  }

  @Test func `the history has the last twenty and those that are pinned`() throws {
    var world = ClipboardWorld()
    for number in 0..<25 {
      world.copies(["text/plain;charset=utf-8"])
      world.wait(250_000)
      world.settle("content \(number)")
      if number == 0 {
        let call = world.current()
        let offer = try world.present(call).offer
        _ = world.call { .pin($0, offer) }
      }
    }
    #expect(world.history.count == 21)
    #expect(world.kept.count == 21)
    world.wait(6_000_000)
    #expect(world.offers.count == 21)
  }
}
