package import DragModel

/// The clipboard's rules: what is read, kept, published and owned, and when.
///
/// It decides and does nothing. A `ClipboardInput` says what happened, and `handle` returns each `ClipboardEffect` that
/// the program performs, in order. Times are microseconds of one clock; `nextDeadline` says when `timePassed` is due.
package struct Clipboard: Sendable {
  package struct Settings: Hashable, Sendable {
    /// The id in this dragclip's marker.
    package var markerID: String
    /// The most bytes that dragclip reads ahead of one content; 0 for nothing.
    package var readAheadBytes: UInt64
    package var history = History.Limits()

    package init(markerID: String, readAheadBytes: UInt64 = 128 << 20) {
      self.markerID = markerID
      self.readAheadBytes = readAheadBytes
    }
  }

  /// A kept content and the offer that publishes it.
  struct KeptOffer: Hashable, Sendable {
    let content: KeptContent
    var publication = Publication()
  }

  /// A call of History that waits for offers.
  struct HistoryCall: Hashable, Sendable {
    let serials: [Serial]
    var failure: Rejection?
  }

  /// An offer that dragclip hands out no longer. It stays until `deadline`, because a program may just have received
  /// its path.
  struct Retired: Hashable, Sendable {
    let offer: Identifier
    let serial: Serial
    let deadline: UInt64
  }

  package internal(set) var settings: Settings
  package internal(set) var isPaused = false
  package internal(set) var history: History
  var states: [ClipboardSelection: SelectionState] = [:]
  var readers: [ClipboardSelection: TargetReader] = [:]
  var notices: [ClipboardSelection: ChangeNotice<Serial>] = [:]
  /// A listener reads the history itself, so a notice says only that it has changed.
  var historyNotice = ChangeNotice<Bool>()
  var keptOffers: [Serial: KeptOffer] = [:]
  var historyCalls: [CallNumber: HistoryCall] = [:]
  var retired: [Retired] = []
  /// Calls of Current that wait for the offer of a restored content.
  var ownCalls: [Serial: [CallNumber]] = [:]
  /// An earlier dragclip was told to forget what is on the clipboard at the start.
  var forgetsPresent = false
  /// The content of the history that an earlier dragclip owned the clipboard with, until the display tells of the first
  /// owner.
  var ownedBefore: Serial?
  /// The content of each selection that dragclip owned last.
  var lastOwned: [ClipboardSelection: Ownership.Content] = [:]
  /// The copied offer that each selection lost because dragd ended, until the selection has another content: its source
  /// may copy it again.
  var endedWithBroker: [ClipboardSelection: Identifier] = [:]
  private var serials: UInt64 = 0
  private var reads: UInt64 = 0

  /// From the last change of the owner to the first read.
  static let readAheadDelay: UInt64 = 250_000
  /// How long a retired offer stays.
  static let retirement: UInt64 = 5_000_000
  /// A single word that is cleared within this time may be a password.
  static let passwordLifetime: UInt64 = 120_000_000

  package init(_ settings: Settings) {
    self.settings = settings
    history = History(settings.history, seed: settings.markerID.utf8)
    for selection in ClipboardSelection.allCases {
      states[selection] = SelectionState()
      readers[selection] = TargetReader()
      notices[selection] = ChangeNotice()
    }
  }

  package mutating func handle(_ event: ClipboardInput, at now: Instant) -> [ClipboardEffect] {
    var effects: [ClipboardEffect] = []
    perform(event, now, &effects)
    for selection in ClipboardSelection.allCases { advance(selection, now, &effects) }
    if effects.contains(.historyChanged) { notifyOfHistory(now, &effects) }
    return effects
  }

  /// When `timePassed` is due.
  package var nextDeadline: UInt64? {
    var deadlines = states.values.compactMap(\.deadline)
    deadlines += readers.values.compactMap(\.deadline)
    deadlines += notices.values.compactMap(\.deadline)
    deadlines += [historyNotice.deadline].compactMap { $0 }
    deadlines += retired.map(\.deadline)
    return deadlines.min()
  }

  private mutating func perform(
    _ event: ClipboardInput, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    switch event {
    case .changed(let selection, let owner, let loss):
      changed(selection, owner, loss, now, &effects)
    case .ownRefused(let selection):
      apply(states[selection]?.refused() ?? .none, selection, now, &effects)
    case .requested(let selection, let target, let paste):
      requested(selection, target, paste, &effects)
    case .saveRequested(let selection, let paste): saveRequested(selection, paste, &effects)
    case .readEnded(let number, let outcome): readEnded(number, outcome, now, &effects)
    case .copy(let call, let offer, let selection): copy(call, offer, selection, now, &effects)
    case .current(let call, let selection): current(call, selection, &effects)
    case .history(let call, let count): history(call, count, &effects)
    case .forget(let call, let offer): forget(call, offer, now, &effects)
    case .forgetAll(let call): forgetAll(call, now, &effects)
    case .pin(let call, let offer): pin(call, offer, &effects)
    case .unpin(let call, let offer): unpin(call, offer, now, &effects)
    case .clear(let call, let selection): clear(call, selection, now, &effects)
    case .setPaused(let isPaused): pause(isPaused, &effects)
    case .configured(let bytes, let limits): configured(bytes, limits, now, &effects)
    case .published(let serial, let kind, let offer): published(serial, kind, offer, &effects)
    case .publishFailed(let serial, let kind, let why): publishFailed(serial, kind, why, &effects)
    case .released(let offer): released(offer, &effects)
    case .copiedOfferEnded(let offer): copiedOfferEnded(offer, now, &effects)
    case .copiedOfferStays(let offer): copiedOfferStays(offer)
    case .brokerLeft: brokerLeft(&effects)
    case .brokerCame: brokerCame(now, &effects)
    case .restored(let content, let offer, let isPinned, let id):
      restored(content, offer, isPinned, id, now, &effects)
    case .presentIsForgotten: forgetsPresent = true
    case .presentWasOwn(let serial): ownedBefore = serial
    case .timePassed: timePassed(now, &effects)
    }
  }

  // MARK: Numbers

  mutating func nextSerial() -> Serial {
    serials += 1
    return Serial(serials)
  }

  mutating func nextRead() -> ReadNumber {
    reads += 1
    return ReadNumber(reads)
  }

  /// Skips the numbers that an earlier dragclip used.
  mutating func skip(_ content: KeptContent) {
    serials = max(serials, content.serial.number)
    for type in content.types { reads = max(reads, type.read.number) }
  }

  // MARK: Access

  func state(_ selection: ClipboardSelection) -> SelectionState {
    states[selection] ?? SelectionState()
  }

  mutating func notify(
    _ selection: ClipboardSelection, _ serial: Serial, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    if let told = notices[selection]?.changed(to: serial, at: now.monotonic) {
      effects.append(.notify(selection, told))
    }
  }

  mutating func notifyOfHistory(_ now: Instant, _ effects: inout [ClipboardEffect]) {
    if historyNotice.changed(to: true, at: now.monotonic) != nil {
      effects.append(.notifyOfHistory)
    }
  }
}
