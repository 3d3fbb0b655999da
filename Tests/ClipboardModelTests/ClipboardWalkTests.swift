import ClipboardModel
import DragModel
import Harness
import Testing

/// Whatever happens in whatever order: calls and pastes are answered once, reads are one at a time, and in the end
/// nothing is left.
@Suite struct ClipboardWalkTests {
  @Test(arguments: 0..<(Extent.current == .usual ? 40 : 400))
  func `a random walk ends with nothing left`(_ seed: Int) {
    var walk = ClipboardWalk(seed: UInt64(seed) + 1)
    for _ in 0..<1_000 { walk.step() }
    let before = walk.world
    walk.end()
    let world = walk.world
    // A walk in which little happens proves little.
    #expect(before.replies.count > 100)
    #expect(before.served.count > 5)
    #expect(before.notices.count > 50)
    #expect(seed % 4 == 3 || before.heldCount > 20)
    #expect(world.reads.isEmpty)
    #expect(world.kept.isEmpty)
    #expect(world.owned.isEmpty)
    #expect(world.publishing.isEmpty)
    #expect(world.offers.isEmpty)
    #expect(world.calls.isEmpty)
    #expect(world.pastes.isEmpty)
    #expect(world.clipboard.nextDeadline == nil)
  }
}

struct ClipboardWalk {
  var world: ClipboardWorld
  private var generator: SeededGenerator
  private var known: [Identifier] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    world = ClipboardWorld(persist: seed % 4 == 0 ? 0 : 1 << 20)
    for number in 0..<(seed % 3) { restore(number) }
  }

  /// An earlier dragclip has left a content.
  private mutating func restore(_ number: UInt64) {
    // As the program numbers them: above all numbers of this dragclip.
    let read = ReadNumber(1 << 32 + 2 * number + 1)
    let type = KeptType(
      imported: ImportedType(type: .utf8Text, target: "UTF8_STRING"), read: read, size: 9,
      fingerprint: 9)
    let held = KeptContent(serial: Serial(1 << 32 + 2 * number), types: [type], copied: number)
    let offer = world.newOffer()
    world.kept.insert(read)
    world.offers.insert(offer)
    world.happens(.restored(held, offer, isPinned: number == 1))
    if number == 1 { world.happens(.presentWasOwn(held.serial)) }
    known.append(offer)
  }

  private mutating func random(below bound: Int) -> Int { generator.random(below: bound) }

  private static let lists = [
    ["UTF8_STRING", "TARGETS"], ["text/plain;charset=utf-8", "text/html", "image/png"],
    ["x-kde-passwordManagerHint", "text/plain"], [],
    ["x-special/gnome-copied-files", "text/uri-list"],
    ["application/vnd.dragd.offer", "text/html"],
    ["application/vnd.dragd.clipboard;id=mine", "text/plain;charset=utf-8"], ["image/bmp"],
    ["application/x-kde-cutselection", "text/uri-list"], ["DELETE"],
  ]

  private static let outcomes: [ReadOutcome] = [
    .failed, .complete(size: 6, start: Array("secret".utf8)),
    .complete(size: 6, start: Array("public".utf8)), .complete(size: 1, start: [49]),
    .complete(size: 9, start: Array("two words".utf8), fingerprint: 9),
    .complete(size: 3, start: Array("cut".utf8)),
    .complete(size: 1 << 19, start: Array("large and".utf8)),
  ]

  mutating func step() {
    let selection: ClipboardSelection = random(below: 4) == 0 ? .primary : .clipboard
    switch random(below: 22) {
    case 0, 1: world.copies(Self.lists[random(below: Self.lists.count)], on: selection)
    case 2:
      world.owned.remove(selection)
      world.happens(.changed(selection, nil, [.unknown, .cleared, .ended][random(below: 3)]))
    case 3: if random(below: 4) > 0 { world.displayTells() } else { refuse(selection) }
    case 4, 5: world.wait(UInt64(random(below: 400_000)))
    case 6: world.wait(UInt64(random(below: 20_000_000)))
    case 7, 8:
      if let read = world.reads.keys.min(by: { $0.number < $1.number }) {
        world.endRead(read, Self.outcomes[random(below: Self.outcomes.count)])
      }
    case 9: publishOne()
    case 10: _ = world.current(selection)
    case 11: _ = world.call { .history($0, count: 0) }
    case 12: copy(to: selection)
    case 17, 18:
      // A copy that is read whole.
      world.copies(Self.lists[random(below: 2)], on: .clipboard)
      world.wait(250_000)
      if random(below: 3) == 0 { world.settle("word") } else { world.settle(fingerprint: 9) }
    case 19:
      copy(to: selection)
      world.displayTells()
      _ = world.paste("text/plain", of: selection)
    case 13:
      _ = world.paste(
        random(below: 3) == 0 ? "application/vnd.dragd.offer" : "text/plain", of: selection)
    case 14: _ = world.call { .clear($0, selection) }
    case 15: manage()
    case 16:
      let paste = PasteNumber(world.newNumber())
      world.pastes.insert(paste)
      world.happens(.saveRequested(selection, paste))
    default:
      guard random(below: 4) == 0 else {
        world.happens(.setPaused(random(below: 3) == 0))
        return
      }
      // dragd's last answers are of no use.
      world.ended.formUnion(world.offers)
      world.offers = []
      world.happens(.brokerLeft)
      failPublications()
      world.happens(.brokerCame)
    }
    known = Array((world.offers.sorted() + known).prefix(16))
  }

  /// The display does not make dragclip the owner, because another program has copied.
  private mutating func refuse(_ selection: ClipboardSelection) {
    guard world.owned.contains(selection) else { return }
    let isToldBefore = random(below: 2) == 0
    if !isToldBefore { world.happens(.ownRefused(selection)) }
    world.copies(Self.lists[random(below: Self.lists.count)], on: selection)
    if isToldBefore { world.happens(.ownRefused(selection)) }
  }

  private mutating func publishOne() {
    guard !world.publishing.isEmpty else { return }
    guard random(below: 5) > 0 else {
      let (serial, kind) = world.publishing.removeFirst()
      world.happens(.publishFailed(serial, kind, Rejection(.quotaExceeded, "no room")))
      return
    }
    let (serial, kind) = world.publishing.removeFirst()
    let offer = world.newOffer()
    world.offers.insert(offer)
    world.happens(.published(serial, kind, offer))
  }

  private mutating func failPublications() {
    while !world.publishing.isEmpty {
      let (serial, kind) = world.publishing.removeFirst()
      world.happens(.publishFailed(serial, kind, Rejection(.stateUnavailable, "gone")))
    }
  }

  private mutating func copy(to selection: ClipboardSelection) {
    let types = [MIMEType.utf8Text, MIMEType("text/uri-list"), MIMEType("image/png")].compactMap(
      \.self)
    let item = CopiedItem(
      representations: types.prefix(1 + random(below: 3)).map { CopiedRepresentation(type: $0) })
    let offer =
      known.isEmpty || random(below: 2) == 0 ? world.newOffer() : known[random(below: known.count)]
    let copied = CopiedOffer(
      offer: offer, items: [item], isSensitive: random(below: 4) == 0, isCut: random(below: 4) == 0,
      isRemembered: random(below: 2) == 0,
      expires: random(below: 3) == 0 ? world.now + UInt64(random(below: 9_000_000)) : nil)
    known.append(offer)
    _ = world.call { .copy($0, copied, selection) }
  }

  private mutating func manage() {
    guard !known.isEmpty else { return }
    let offer = known[random(below: known.count)]
    switch random(below: 5) {
    case 0: _ = world.call { .forget($0, offer) }
    case 1: _ = world.call { .pin($0, offer) }
    case 2: _ = world.call { .unpin($0, offer) }
    case 3: world.happens(.copiedOfferEnded(offer))
    default:
      if let offer = world.offers.remove(offer) {
        world.ended.insert(offer)
        world.happens(.released(offer))
      }
    }
  }

  /// Ends all copies, offers and pastes.
  mutating func end() {
    for selection in ClipboardSelection.allCases {
      _ = world.call { .clear($0, selection) }
      world.happens(.changed(selection, nil))
    }
    for _ in 0..<8 {
      for read in world.reads.keys { world.endRead(read, .failed) }
      world.publishAll()
      world.wait(30_000_000)
      let call = world.call { .history($0, count: 0) }
      world.publishAll()
      if case .history(let items)? = world.replies[call] {
        for item in items { _ = world.call { .forget($0, item.offer) } }
      }
      for selection in ClipboardSelection.allCases { _ = world.call { .clear($0, selection) } }
    }
    world.wait(30_000_000)
  }
}
