import DragModel

@testable import ClipboardModel

/// The states of a clipboard and the inputs, and how the tests bring them about.
enum ClipboardTable {
  enum State: String, CaseIterable, Sendable {
    /// Nothing was copied.
    case empty
    /// A program has copied text and HTML, and nothing is read yet.
    case fresh
    /// Current waits for the inspection of another program's content.
    case inspecting
    /// Current waits for dragd to publish it.
    case publishing
    /// It has its lazy offer.
    case published
    /// Its first type is being read ahead.
    case reading
    /// It is read whole and in the history.
    case held
    /// The owner of what is held has just left.
    case vacant
    /// The owner left before anything was read.
    case unread
    /// The owner says that the content is secret.
    case secret
    /// dragclip serves what it held of an owner that has left.
    case restored
    /// A caller has copied an offer, and the display has not confirmed it.
    case claimed
    /// The display has reported another program's copy since, and may yet confirm the claim.
    case overtaken
    /// The display has confirmed it; the copy expires.
    case shown
    /// The bytes of the copied offer are being read for the history.
    case remembering
    /// A paste of the offer's path waits for dragd.
    case relaying
    /// The relay offer is published.
    case relayed
    /// Another clipboard manager owns what a caller had copied.
    case echoed
    /// The offer has ended since.
    case orphaned
    /// A program has copied while the history is paused.
    case paused
    /// A program owns the primary selection.
    case primary

    var selection: ClipboardSelection { self == .primary ? .primary : .clipboard }
    var other: ClipboardSelection { self == .primary ? .clipboard : .primary }
  }

  enum Input: String, CaseIterable, Sendable {
    // Of the display.
    case left, cleared, program, own, refused, save, readDone, readFailed
    case paste, pastePath, pasteUnknown
    // Of callers.
    case copy, copyCurrent, current, history, forget, pin, unpin, clear, pause, resume
    // Of dragd.
    case published, publishFailed, released, copiedEnded, brokerLeft, brokerCame
    // Of an earlier dragclip, and of the clock.
    case earlier, time
  }

  static let plain = ["text/plain;charset=utf-8", "text/html"]
  static let copied = Identifier(high: 9, middle: 9, low: 9)

  static func world(in state: State) -> ClipboardWorld {
    var world = ClipboardWorld()
    switch state {
    case .empty: break
    case .fresh: world.copies(plain)
    case .inspecting:
      world.copies(["x-kde-passwordManagerHint"] + plain)
      _ = world.current()
    case .publishing:
      world.copies(plain)
      _ = world.current()
    case .published:
      world.copies(plain)
      _ = world.current()
      world.publishAll()
    case .reading:
      world.copies(plain)
      world.wait(Clipboard.readAheadDelay)
    case .held: hold(&world)
    case .vacant:
      hold(&world)
      world.happens(.changed(.clipboard, nil))
    case .unread:
      world.copies(plain)
      world.happens(.changed(.clipboard, nil))
    case .secret:
      world.copies(["x-kde-passwordManagerHint"] + plain)
      world.wait(Clipboard.readAheadDelay)
      world.settle("secret")
    case .restored:
      hold(&world)
      world.happens(.changed(.clipboard, nil))
      world.wait(SelectionState.vacancy)
      world.displayTells()
    case .claimed: copy(to: &world)
    case .overtaken:
      copy(to: &world)
      world.happens(.changed(.clipboard, Owner(targets: ["image/png"])))
    case .shown:
      copy(to: &world) { $0.expires = 60_000_000 }
      world.displayTells()
    case .remembering:
      copy(to: &world) { $0.isRemembered = true }
      world.displayTells()
      world.wait(Clipboard.readAheadDelay)
    case .relaying, .relayed:
      copy(to: &world)
      world.displayTells()
      _ = world.paste(TargetNames.offer)
      if state == .relayed { world.publishAll() }
    case .echoed, .orphaned:
      copy(to: &world)
      world.displayTells()
      world.copies([TargetNames.marker(id: "mine")] + plain)
      if state == .orphaned { world.happens(.copiedOfferEnded(copied)) }
    case .paused:
      world.happens(.setPaused(true))
      world.copies(plain)
    case .primary: world.copies(plain, on: .primary)
    }
    // The pauses between notices are no part of this: `ReadingTableTests` has their table.
    for selection in ClipboardSelection.allCases {
      world.clipboard.notices[selection] = ChangeNotice()
    }
    world.clipboard.historyNotice = ChangeNotice()
    return world
  }

  private static func hold(_ world: inout ClipboardWorld) {
    world.copies(plain)
    world.wait(Clipboard.readAheadDelay)
    world.settle()
  }

  private static func copy(
    to world: inout ClipboardWorld, _ change: (inout CopiedOffer) -> Void = { _ in }
  ) {
    var offer = CopiedOffer(
      offer: copied, items: [CopiedItem(representations: [CopiedRepresentation(type: .utf8Text)])])
    change(&offer)
    _ = world.call { .copy($0, offer, .clipboard) }
  }

  /// Brings an input about. Answers are of what is outstanding, or late ones of what nobody waits for.
  static func perform(
    _ input: Input, in state: State, on world: inout ClipboardWorld
  ) -> [ClipboardEffect] {
    let selection = state.selection
    switch input {
    case .left, .cleared:
      world.owned.remove(selection)
      return world.happens(.changed(selection, nil, input == .left ? .unknown : .cleared))
    case .program:
      world.owned.remove(selection)
      return world.happens(.changed(selection, Owner(targets: ["image/png"])))
    case .own:
      return world.happens(.changed(selection, Owner(targets: ["text/plain"], isOwn: true)))
    case .refused:
      world.owned.remove(selection)
      return world.happens(.ownRefused(selection))
    case .paste: return request("text/plain", of: selection, &world)
    case .pastePath: return request(TargetNames.offer, of: selection, &world)
    case .pasteUnknown: return request("audio/ogg", of: selection, &world)
    case .save: return world.happens(.saveRequested(selection, newPaste(&world)))
    case .readDone, .readFailed: return endRead(input == .readDone, &world)
    case .copy, .copyCurrent:
      let copied = copied(again: input == .copyCurrent, selection, &world)
      return world.happens(.copy(newCall(&world), copied, selection))
    case .current: return world.happens(.current(newCall(&world), selection))
    case .history: return world.happens(.history(newCall(&world), count: 0))
    case .forget: return world.happens(.forget(newCall(&world), kept(world)))
    case .pin: return world.happens(.pin(newCall(&world), kept(world)))
    case .unpin: return world.happens(.unpin(newCall(&world), kept(world)))
    case .clear: return world.happens(.clear(newCall(&world), selection))
    case .pause, .resume: return world.happens(.setPaused(input == .pause))
    case .published, .publishFailed: return publish(input == .published, &world)
    case .released:
      let offer = world.clipboard.ownOffers.first ?? world.newOffer()
      world.offers.remove(offer)
      return world.happens(.released(offer))
    case .copiedEnded: return world.happens(.copiedOfferEnded(copied))
    case .brokerLeft:
      world.offers = []
      return world.happens(.brokerLeft)
    case .brokerCame: return world.happens(.brokerCame)
    case .earlier: return restore(&world)
    case .time:
      world.now = world.clipboard.nextDeadline ?? world.now
      return world.happens(.timePassed)
    }
  }

  private static func newCall(_ world: inout ClipboardWorld) -> CallNumber {
    let call = CallNumber(world.newNumber())
    world.calls.insert(call)
    return call
  }

  private static func newPaste(_ world: inout ClipboardWorld) -> PasteNumber {
    let paste = PasteNumber(world.newNumber())
    world.pastes.insert(paste)
    return paste
  }

  private static func request(
    _ target: String, of selection: ClipboardSelection, _ world: inout ClipboardWorld
  ) -> [ClipboardEffect] {
    world.happens(.requested(selection, target: target, newPaste(&world)))
  }

  private static func endRead(
    _ isComplete: Bool, _ world: inout ClipboardWorld
  ) -> [ClipboardEffect] {
    let number = world.reads.keys.first ?? ReadNumber(1 << 20)
    world.reads[number] = nil
    guard isComplete else { return world.happens(.readEnded(number, .failed)) }
    world.kept.insert(number)
    // Of the hint it says that the content is no secret.
    return world.happens(.readEnded(number, .complete(size: 6, start: Array("public".utf8))))
  }

  /// Another offer, or the one that stands for the present content.
  private static func copied(
    again isAgain: Bool, _ selection: ClipboardSelection, _ world: inout ClipboardWorld
  ) -> CopiedOffer {
    let state = world.clipboard.state(selection)
    let held = (state.own?.held ?? state.foreign?.held).flatMap {
      world.clipboard.keptOffers[$0.serial]?.publication.offer
    }
    let present = state.own?.copied?.offer ?? state.foreign?.publication.offer ?? held
    return CopiedOffer(
      offer: isAgain ? present ?? copied : world.newOffer(),
      items: [CopiedItem(representations: [CopiedRepresentation(type: .utf8Text)])])
  }

  /// The newest entry of the history, or an offer that nobody knows.
  private static func kept(_ world: ClipboardWorld) -> Identifier {
    world.clipboard.keptHistory.first?.offer ?? copied
  }

  private static func publish(
    _ succeeds: Bool, _ world: inout ClipboardWorld
  ) -> [ClipboardEffect] {
    let (serial, kind) =
      world.publishing.isEmpty ? (Serial(1 << 20), .lazy) : world.publishing.removeFirst()
    guard succeeds else {
      return world.happens(.publishFailed(serial, kind, Rejection(.quotaExceeded, "no room")))
    }
    let offer = world.newOffer()
    world.offers.insert(offer)
    return world.happens(.published(serial, kind, offer))
  }

  private static func restore(_ world: inout ClipboardWorld) -> [ClipboardEffect] {
    let read = ReadNumber(1 << 32)
    let type = KeptType(
      imported: ImportedType(type: .utf8Text, target: "UTF8_STRING"), read: read, size: 9)
    let offer = world.newOffer()
    world.kept.insert(read)
    world.offers.insert(offer)
    let held = KeptContent(serial: Serial(1 << 32), types: [type], copied: 1)
    return world.happens(.restored(held, offer, isPinned: false))
  }
}
