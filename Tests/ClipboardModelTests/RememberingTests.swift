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

  @Test func whatWasReadAheadIsPastedWithoutDragd() throws {
    var world = copies()
    var paste = world.paste("UTF8_STRING")
    guard case .offer? = world.served[paste] else { throw WorldFailure("\(world.served)") }
    let read = try #require(world.reads.keys.first)
    world.settle()
    paste = world.paste("text/plain")
    #expect(world.served[paste] == .held(read, size: 9, .verbatim))
    paste = world.paste("STRING")
    #expect(world.served[paste] == .held(read, size: 9, .latin1))
    // It stays although the history has no room for it any more.
    world.restores(20)
    world.wait(10_000_000)
    paste = world.paste("text/plain")
    #expect(world.served[paste] == .held(read, size: 9, .verbatim))
    world.copies(["image/png"])
    world.wait(10_000_000)
    #expect(world.kept.isEmpty)
  }

  @Test func whatTheHistoryForgetsIsPastedFromDragd() throws {
    var world = copies()
    world.settle()
    let entry = try #require(world.clipboard.keptHistory.first)
    _ = world.call { .forget($0, entry.offer) }
    #expect(world.kept.isEmpty)
    let paste = world.paste("text/plain")
    guard case .offer? = world.served[paste] else { throw WorldFailure("\(world.served)") }
  }

  @Test func anEqualContentTakesThePlaceOfTheFormerOne() throws {
    var world = copies()
    world.settle("two words", fingerprint: 1)
    let entry = try #require(world.clipboard.keptHistory.first)
    _ = world.call { .pin($0, entry.offer) }
    world.copies(["UTF8_STRING"])
    world.wait(250_000)
    world.settle("new words", fingerprint: 2)
    #expect(world.history.count == 2)
    let name = MIMEType.utf8Text.description
    // After less than a minute, the new words would leave.
    world.wait(60_000_000)
    world.copies([name])
    world.wait(250_000)
    world.settle("two words", fingerprint: 1)
    let entries = world.clipboard.history.entries
    #expect(entries.map(\.isPinned) == [true, false])
    #expect(entries.first?.content.types.map(\.fingerprint) == [1])
    // A content whose bytes are unknown equals none.
    for _ in 0..<2 {
      world.copies([name])
      world.wait(250_000)
      world.settle()
    }
    #expect(world.history.count == 4)
  }

  @Test func aTextOfSeveralProgramsIsOneEntry() throws {
    var world = copies()
    world.settle("two words", fingerprint: 1)
    let entry = try #require(world.clipboard.keptHistory.first)
    _ = world.call { .pin($0, entry.offer) }
    for names in [
      ["UTF8_STRING", "TEXT"], ["text/plain", MIMEType.utf8Text.description, "STRING"],
    ] {
      world.copies(names)
      world.wait(250_000)
      world.settle("two words", fingerprint: 1)
      #expect(world.clipboard.history.entries.map(\.isPinned) == [true])
    }
    world.copies(["text/html", "text/plain"])
    world.wait(250_000)
    world.settle("two words", fingerprint: 1)
    #expect(world.history.count == 2)
  }

  @Test func `the path of a file is no text beside its content`() throws {
    let pdf = try #require(MIMEType("application/pdf"))
    let list = CopiedRepresentation(type: .uriList)
    var world = copies { $0.items[0].representations = [CopiedRepresentation(type: pdf), list] }
    world.settle()
    let types = try #require(world.history.first).types.map(\.imported.type)
    #expect(types.first == pdf && types.contains(.uriList))
    #expect(!types.contains { $0.essence == "text/plain" })
    world = copies { $0.items[0].representations = [list] }
    world.settle()
    #expect(try #require(world.history.first).types.contains { $0.imported.type == .utf8Text })
  }

  enum Moment: CaseIterable, Sendable { case short, aMinute, pinned, chosen, known }

  @Test(arguments: Moment.allCases)
  func `what was there for a moment between the same leaves`(_ moment: Moment) throws {
    var world = ClipboardWorld()
    func copy(_ text: String, _ fingerprint: UInt64, _ world: inout ClipboardWorld) {
      world.copies(["UTF8_STRING"])
      world.wait(250_000)
      world.settle(text, fingerprint: fingerprint)
    }
    if moment == .known {
      copy("secret words", 2, &world)
      world.wait(60_000_000)
    }
    copy("two words", 1, &world)
    if moment == .known { world.wait(60_000_000) }
    copy("secret words", 2, &world)
    let entry = try #require(world.clipboard.keptHistory.first)
    switch moment {
    case .short: world.wait(58_000_000)
    case .aMinute: world.wait(60_000_000)
    case .pinned: _ = world.call { .pin($0, entry.offer) }
    case .chosen:
      // A person copies it from the history, which removes nothing.
      copy("other words", 3, &world)
      var copied = OwningTests.copied
      copied.offer = entry.offer
      _ = world.call { .copy($0, copied, .clipboard) }
      world.displayTells()
      #expect(world.history.count == 3)
    case .known: break
    }
    if moment == .chosen {
      copy("other words", 3, &world)
    } else {
      copy("two words", 1, &world)
    }
    let fingerprints = world.clipboard.history.entries.map { $0.content.types.map(\.fingerprint) }
    let expected: [[UInt64?]] =
      switch moment {
      case .short: [[1]]
      case .aMinute, .pinned, .known: [[1], [2]]
      case .chosen: [[3], [2], [1]]
      }
    #expect(fingerprints == expected)
  }

  @Test func whatIsCopiedFromTheHistoryIsTheNewestThere() throws {
    var world = copies()
    world.settle()
    world.copies(["text/plain"])
    world.wait(250_000)
    world.settle()
    let (newest, older) = (world.clipboard.keptHistory[0], world.clipboard.keptHistory[1])
    var copied = OwningTests.copied
    copied.offer = older.offer
    _ = world.call { .copy($0, copied, .clipboard) }
    #expect(world.clipboard.keptHistory.map(\.offer) == [older.offer, newest.offer])
    #expect(world.clipboard.keptHistory[0].copied == world.now)
  }

  enum EndOfOffer: CaseIterable, Sendable { case withDragd, byDragclip, forgotten }

  @Test(arguments: EndOfOffer.allCases)
  func `what is copied from the history needs no offer`(_ end: EndOfOffer) throws {
    var world = copies()
    world.settle()
    let entry = try #require(world.clipboard.keptHistory.first)
    world.copies(["text/plain"])
    var copied = OwningTests.copied
    copied.offer = entry.offer
    _ = world.call { .copy($0, copied, .clipboard) }
    world.displayTells()
    #expect(world.clipboard.ownedEntry == entry.content.serial)
    var paste = world.paste("text/plain")
    guard case .held? = world.served[paste] else { throw WorldFailure("\(world.served)") }
    switch end {
    case .withDragd:
      world.ended.formUnion(world.offers)
      world.offers = []
      world.happens(.brokerLeft)
      world.happens(.copiedOfferEnded(entry.offer))
    // As it replaces the offer after a restart of dragd.
    case .byDragclip: world.happens(.copiedOfferEnded(entry.offer))
    case .forgotten: _ = world.call { .forget($0, entry.offer) }
    }
    #expect(world.owned == (end == .forgotten ? [] : [.clipboard]))
    guard end != .forgotten else { return }
    world.displayTells()
    paste = world.paste("text/plain")
    guard case .held? = world.served[paste] else { throw WorldFailure("\(world.served)") }
    let call = world.current()
    world.publishAll()
    #expect(try world.present(call).isOwn)
  }

  @Test func whatIsCopiedInAPauseIsForgottenByTheNextDragclipToo() {
    var world = ClipboardWorld()
    world.copies(["text/plain"])
    #expect(!world.clipboard.isPresentForgotten)
    world.happens(.setPaused(true))
    world.copies(["text/plain"])
    world.happens(.setPaused(false))
    #expect(world.clipboard.isPresentForgotten)
    world.copies(["text/plain"])
    #expect(!world.clipboard.isPresentForgotten)
  }

  @Test(arguments: [true, false])
  func whatWasReadAheadOutlivesDragd(_ isLeft: Bool) throws {
    var world = copies()
    world.settle()
    if isLeft {
      world.offers = []
      world.happens(.brokerLeft)
    }
    world.happens(.copiedOfferEnded(OwningTests.offer))
    // An offer that its source withdraws ends for all.
    #expect(world.owned.isEmpty == !isLeft)
    guard isLeft else { return }
    let paste = world.paste("text/plain")
    guard case .held? = world.served[paste] else { throw WorldFailure("\(world.served)") }
    let call = world.current()
    world.publishAll()
    #expect(try world.present(call).isOwn)
  }

  @Test func aContentThatTheHistoryForgetsStaysOnTheClipboard() throws {
    var world = ClipboardWorld()
    world.copies(["text/plain"])
    world.wait(250_000)
    world.settle()
    let entry = try #require(world.clipboard.keptHistory.first)
    _ = world.call { .forget($0, entry.offer) }
    #expect(world.clipboard.isPresentForgotten)
    let call = world.current()
    world.publishAll()
    _ = try world.present(call)
    world.wait(10_000_000)
    #expect(world.reads.isEmpty && world.history.isEmpty)
    world.copies(["text/plain"])
    #expect(!world.clipboard.isPresentForgotten)
  }

  @Test(arguments: [true, false])
  func aRestartedDragclipForgetsNoLess(_ isSame: Bool) {
    var world = ClipboardWorld()
    world.happens(.presentIsForgotten)
    if isSame { world.copies(["text/plain"]) } else { world.happens(.changed(.clipboard, nil)) }
    world.wait(10_000_000)
    #expect(world.reads.isEmpty)
    world.copies(["text/html"])
    world.wait(250_000)
    #expect(world.reads.count == 1)
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
