import ClipboardModel
import DragModel
import Testing

/// A display, dragd and callers around a clipboard's model, as far as it sees them; and what must always hold.
struct ClipboardWorld {
  var clipboard: Clipboard
  var now: UInt64 = 1_000_000
  /// Reads that have not ended.
  var reads: [ReadNumber: ClipboardSelection] = [:]
  /// Reads whose bytes are kept.
  var kept: Set<ReadNumber> = []
  var owned: Set<ClipboardSelection> = []
  var publishing: [(Serial, PublicationKind)] = []
  var offers: Set<Identifier> = []
  /// Offers that dragd has ended.
  var ended: Set<Identifier> = []
  var calls: Set<CallNumber> = []
  var pastes: Set<PasteNumber> = []
  var replies: [CallNumber: Reply] = [:]
  var served: [PasteNumber: PasteSource] = [:]
  var refused: Set<PasteNumber> = []
  var notices: [(ClipboardSelection, Serial, UInt64)] = []
  /// Contents that were held.
  var heldCount = 0
  var history: [KeptContent] { clipboard.history.entries.map(\.content) }
  private var made: UInt64 = 0

  init(persist: UInt64 = 128 << 20) {
    clipboard = Clipboard(Clipboard.Settings(markerID: "mine", readAheadBytes: persist))
  }

  mutating func newNumber() -> UInt64 {
    made += 1
    return made
  }

  mutating func newOffer() -> Identifier {
    Identifier(high: newNumber(), middle: 7, low: 1)
  }

  @discardableResult
  mutating func happens(_ input: ClipboardInput) -> [ClipboardEffect] {
    let effects = clipboard.handle(input, at: Instant(monotonic: now, boottime: now, realtime: now))
    for effect in effects { perform(effect) }
    return effects
  }

  /// Time passes, with every deadline on the way.
  mutating func wait(_ microseconds: UInt64) {
    let end = now + microseconds
    while let deadline = clipboard.nextDeadline, deadline <= end {
      now = max(now, deadline)
      happens(.timePassed)
    }
    now = end
  }

  private mutating func perform(_ effect: ClipboardEffect) {
    switch effect {
    case .own(let selection, let targets), .ownUnlessTaken(let selection, let targets):
      #expect(!targets.isEmpty)
      owned.insert(selection)
    // Another program may have copied although the display has not told it yet.
    case .disown(let selection), .empty(let selection): owned.remove(selection)
    case .read(let number, let selection, _, _):
      #expect(!reads.values.contains(selection), "two reads of \(selection)")
      reads[number] = selection
    case .readCopied(let number, _, _):
      #expect(!reads.values.contains(.clipboard), "two reads of the clipboard")
      reads[number] = .clipboard
    case .cancel(let number): #expect(reads[number] != nil)
    case .drop(let number): #expect(kept.remove(number) != nil, "\(number) was not kept")
    case .serve(let paste, let source):
      #expect(pastes.remove(paste) != nil, "\(paste) was answered twice")
      if case .held(let number, _, _) = source {
        #expect(kept.contains(number), "\(number) is served and not kept")
      }
      served[paste] = source
    case .refuse(let paste):
      #expect(pastes.remove(paste) != nil, "\(paste) was answered twice")
      refused.insert(paste)
    case .publishLazy(let serial, let types, _):
      #expect(!types.isEmpty)
      publishing.append((serial, .lazy))
    case .publishHeld(let held, _):
      #expect(held.types.allSatisfy { kept.contains($0.read) })
      publishing.append((held.serial, .held))
      heldCount += 1
    case .publishRelay(let serial, _): publishing.append((serial, .relay))
    case .withdraw(let offer):
      // A copy may show an offer that dragd has ended, and dragclip withdraws that in vain.
      #expect(offers.remove(offer) != nil || ended.contains(offer), "\(offer) is withdrawn twice")
    case .reply(let call, let reply):
      #expect(calls.remove(call) != nil, "\(call) was answered twice")
      replies[call] = reply
    case .notify(let selection, let serial): notices.append((selection, serial, now))
    case .historyChanged, .notifyOfHistory: break
    }
  }

  // MARK: What others do

  mutating func call(_ make: (CallNumber) -> ClipboardInput) -> CallNumber {
    let call = CallNumber(newNumber())
    calls.insert(call)
    happens(make(call))
    return call
  }

  mutating func paste(_ target: String, of selection: ClipboardSelection = .clipboard)
    -> PasteNumber
  {
    let paste = PasteNumber(newNumber())
    pastes.insert(paste)
    happens(.requested(selection, target: target, paste))
    return paste
  }

  mutating func endRead(_ number: ReadNumber, _ outcome: ReadOutcome) {
    reads[number] = nil
    switch outcome {
    case .complete: kept.insert(number)
    case .failed: break
    }
    happens(.readEnded(number, outcome))
  }

  /// Answers every read and every publication, also those that follow.
  mutating func settle(_ text: String = "two words", fingerprint: UInt64? = nil) {
    while !reads.isEmpty || !publishing.isEmpty {
      if let number = reads.keys.min(by: { $0.number < $1.number }) {
        let bytes = Array(text.utf8)
        endRead(
          number, .complete(size: UInt64(bytes.count), start: bytes, fingerprint: fingerprint))
      }
      publishAll()
    }
  }

  mutating func publishAll() {
    while !publishing.isEmpty {
      let (serial, kind) = publishing.removeFirst()
      let offer = newOffer()
      offers.insert(offer)
      happens(.published(serial, kind, offer))
    }
  }

  /// A program copies.
  mutating func copies(_ targets: [String], on selection: ClipboardSelection = .clipboard) {
    owned.remove(selection)
    happens(.changed(selection, Owner(targets: targets, process: 42)))
  }

  /// The display tells of what was owned here.
  /// So many entries more in the history, newer than all others.
  mutating func restores(_ count: Int) {
    for number in 0..<count {
      let copy = KeptContent(
        serial: Serial(1 << 32 + UInt64(number)), types: [], copied: 1 << 60 + UInt64(number))
      let offer = newOffer()
      offers.insert(offer)
      happens(.restored(copy, offer, isPinned: false))
    }
  }

  mutating func displayTells() {
    for selection in owned {
      happens(.changed(selection, Owner(targets: ["text/plain"], isOwn: true)))
    }
  }

  mutating func current(_ selection: ClipboardSelection = .clipboard) -> CallNumber {
    call { .current($0, selection) }
  }

  /// What a call of Current has brought.
  func present(_ call: CallNumber) throws -> PresentContent {
    guard case .current(let present) = try #require(replies[call]) else {
      throw WorldFailure("\(call) has \(String(describing: replies[call]))")
    }
    return present
  }

  func failure(_ call: CallNumber) -> ErrorCode? {
    guard case .failed(let why) = replies[call] else { return nil }
    return why.code
  }
}

struct WorldFailure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
