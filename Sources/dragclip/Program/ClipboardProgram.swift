internal import ClipboardModel
internal import CommandLineArguments
internal import DBus
internal import DisplaySelections
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import ServiceLog

/// The program: it gives the model each event and performs each effect. It runs on the loop's thread; only workers
/// touch the pipes of other programs.
final class ClipboardProgram {
  let loop: EventLoop
  let workers: WorkerPool
  let connection: BrokerConnection
  let display: any SelectionDisplay
  let log: Log
  private(set) var model: Clipboard
  private(set) var reads: ReadStore
  private var copiedReads: CopiedReads
  private var pastes: PasteServer
  private(set) var publisher: OfferPublisher
  private var provider: Provider
  private(set) var service: ClipboardService
  private(set) var history: HistoryFile
  let preferences: PreferencesFile
  /// Nil while the history is not kept on the disk.
  var store: HistoryStore?
  /// Calls about the history, whose replies wait for the disk.
  private var settling: [CallNumber: Settling] = [:]

  private enum Settling {
    case told
    case forgotten
    case allForgotten
  }

  /// How long a reply waits for the disk, in microseconds.
  private static let diskTimeout: UInt64 = 10_000_000
  private let memory: QuietMemory
  private var copiedOffers: OfferEndFollowing?
  private var timer: LoopTimer?
  private var timerDeadline: UInt64?
  private var events: [ClipboardInput] = []
  private var isHandling = false
  /// Selections that dragclip takes from their owners only to clear them.
  private var emptying: Set<ClipboardSelection> = []
  /// The content that the history's file says the clipboard is owned with.
  private var ownedEntry: Serial?
  private var signals: SignalWatch?
  /// Whether there is no display.
  let isInMemory: Bool
  /// Whether the person has left the choice of the display to dragclip.
  let isReplaceable: Bool
  let linger: Milliseconds
  var end: LoopTimer?
  var arrival: DisplayArrival?
  /// The status if nothing fails. It is set before the name is released, for the service manager sends SIGTERM to a
  /// service of Type=dbus without its name (systemd.service(5)).
  var statusAtEnd: Int32 = 0
  /// Whether dragclip has given up its name by itself.
  var hasReleasedName = false

  init(
    _ options: Options, _ loop: EventLoop, _ workers: WorkerPool, _ connection: BrokerConnection,
    _ display: any SelectionDisplay, _ log: Log
  ) {
    self.loop = loop
    self.workers = workers
    self.connection = connection
    self.display = display
    isInMemory = display is MemorySelections
    isReplaceable = options.display == nil
    linger = options.linger
    self.log = log
    let marker = Random.bytes(10).map { String($0, radix: 16) }.joined()
    preferences = PreferencesFile(flags: options.preferences)
    preferences.read { log.error($0) }
    var settings = Clipboard.Settings(
      markerID: marker, readAheadBytes: preferences.preferences.readAheadBytes)
    settings.history = preferences.preferences.history
    model = Clipboard(settings)
    reads = ReadStore(display, loop, workers)
    copiedReads = CopiedReads(connection, reads, loop, workers)
    pastes = PasteServer(display, connection, reads, loop, workers)
    publisher = OfferPublisher(connection, reads, loop)
    provider = Provider(connection, display, reads, loop, workers)
    service = ClipboardService(connection, workers)
    history = HistoryFile(connection, loop, workers, hasDisplay: !isInMemory)
    memory = QuietMemory(loop)
  }

  var now: Instant {
    Instant(monotonic: Clock.monotonic, boottime: Clock.boottime, realtime: Clock.realtime)
  }

  /// Connects the parts with each other, and starts to listen.
  func start() throws(RequestError) {
    memory.noteWork()
    reads.onEnd = { [unowned self] in enqueue(.readEnded($0, $1)) }
    pastes.onOfferEnded = { [unowned self] in enqueue(.copiedOfferEnded($0)) }
    pastes.onCut = { [unowned self] offer in
      log.warning("a program has pasted only a part of offer \(offer), because its source failed")
    }
    pastes.onPaste = { [unowned self] offer in
      // The paste may have been the offer's last use. What was read ahead may have been withdrawn by its source.
      if let offer { copiedOffers?.check(offer) } else { copiedOffers?.checkSoon() }
    }
    let recentPastes = RecentPastes(loop) { [unowned self] in enqueue(.copiedOfferEnded($0)) }
    pastes.onPasteBegin = { recentPastes.pasteBegan($0) }
    copiedOffers = OfferEndFollowing(on: connection, loop) { recentPastes.offerEnded($0) }
    publisher.onEvent = { [unowned self] in enqueue($0) }
    provider.source = { [unowned self] offer, type throws(Rejection) in
      try model.source(of: offer, type)
    }
    service.onEvent = { [unowned self] in called($0) }
    service.kept = { [unowned self] in reads.content($0) }
    service.copied = { [unowned self] in model.ownCopy(of: $0) }
    service.whenKnown = { [unowned self] in display.whenKnown($0, $1) }
    service.isPaused = { [unowned self] in model.isPaused }
    service.hasSelection = { [unowned self] in
      display.selections.contains($0 == .clipboard ? .clipboard : .primary)
    }
    connection.serveSource(
      at: OfferPublisher.source,
      SourceHandlers(
        provide: { [unowned self] in provider.provide($0) },
        ended: { [unowned self] in
          provider.ended($0)
          return nil
        },
        released: { [unowned self] in enqueue(.released($0.offer)) }))
    try connection.followOwner()
    connection.onOwnerChange = { [unowned self] owner in
      // The former dragd's offers have ended with it. A call of dragclip's may have started the new dragd, which
      // answers it.
      guard owner != nil else { return enqueue(.brokerLeft) }
      enqueue(.brokerCame)
      for offer in model.copiedOffers { checkAfterRestart(offer) }
    }
    connection.onDisconnect = { [unowned self] in leave("the session bus has ended", status: 0) }
    do throws(SystemError) {
      signals = try SignalWatch([.hangUp, .interrupt, .terminate], on: loop) { [unowned self] in
        // SIGTERM is how a service is told to stop, and no failure (daemon(7)).
        leave(nil, status: statusAtEnd, by: $0 == .terminate ? nil : $0)
      }
      try preferences.follow(on: loop) { [unowned self] in preferencesChanged() }
    } catch {
      log.error("dragclip cannot wait for signals, or for other settings: \(error)")
    }
    display.onEvent = { [unowned self] in displayed($0) }
  }

  /// Asks the new dragd whether it has an offer of the former one.
  private func checkAfterRestart(_ offer: Identifier) {
    if let call = try? BrokerCall<OfferProperties>.properties(of: offer).startingNothing() {
      connection.perform(call, timeout: BrokerConnection.usualTimeout) { [weak self] result in
        if case .success = result { self?.enqueue(.copiedOfferStays(offer)) }
      }
    }
    copiedOffers?.check(offer)
  }

  /// Ends what an earlier dragclip of the session has left, and restores its history.
  ///
  /// - Parameter timeout: how many milliseconds that dragclip may need to end.
  func restore(within timeout: Int = 0) {
    history.files = SessionFiles(within: timeout)
    if history.files == nil {
      log.detail("no history outlasts this dragclip: see FILES in its manual")
    }
    PasteRecord.begin(in: history.files, on: display)
    restoreHistory()
    keepHistory()
    if isInMemory { watchForEnd() }
  }

  private func restoreHistory() {
    var entries: [Identifier: Serial] = [:]
    let marks = history.restore(isWanted: model.settings.readAheadBytes > 0) {
      [unowned self] entry in
      if let offer = entry.offer { entries[offer] = entry.held.serial }
      restore(entry)
    }
    if marks.isPaused { enqueue(.setPaused(true)) }
    if marks.isPresentForgotten { enqueue(.presentIsForgotten) }
    ownedEntry = marks.owned.flatMap { entries[$0] }
    if let ownedEntry { enqueue(.presentWasOwn(ownedEntry)) }
  }

  func restore(_ entry: RestoredEntry) {
    for (number, content) in entry.contents { reads.keep(content, as: number) }
    enqueue(.restored(entry.held, entry.offer, isPinned: entry.isPinned, id: entry.id))
  }

  // MARK: The model

  /// Handles an event; one that arrives while effects are being performed waits until they all are.
  func enqueue(_ event: ClipboardInput) {
    events.append(event)
    memory.noteWork()
    guard !isHandling else { return }
    isHandling = true
    while !events.isEmpty {
      let effects = model.handle(events.removeFirst(), at: now)
      noteOwnedEntry()
      for effect in effects { perform(effect) }
    }
    isHandling = false
    copiedOffers?.follow(model.copiedOffers)
    setTimer()
    if isInMemory { setEnd() }
  }

  /// Before the effects, because a caller that is answered can rely on its change.
  private func noteOwnedEntry() {
    let new = model.ownedEntry
    guard new != ownedEntry else { return }
    ownedEntry = new
    history.save(self.model)
  }

  private func setTimer() {
    guard let deadline = model.nextDeadline else {
      timer?.cancel()
      timer = nil
      return
    }
    // A timer that fires early costs less than one that is set anew with every copy.
    if timer?.isPending == true, let timerDeadline, timerDeadline <= deadline { return }
    timer?.cancel()
    timerDeadline = deadline
    timer = loop.at(deadline) { [weak self] in
      self?.timer = nil
      self?.enqueue(.timePassed)
    }
  }

  /// Each reply to Current has all names, so an owner may have only so many bytes of them.
  private static func limited(_ targets: [String]) -> [String] {
    var room = 32 << 10
    return targets.filter { name in
      guard name.utf8.count <= 255 else { return false }
      room -= name.utf8.count
      return room >= 0
    }
  }

  /// Handles a call. A program may have copied, right before it, the content that the call asks for or clears.
  private func called(_ event: ClipboardInput) {
    switch event {
    case .clear(let call, let selection):
      let before = model.copiedSerial(of: selection)
      display.whenKnown(selection) { [weak self] in
        guard let self else { return }
        // What a caller has copied meanwhile is not what was to be cleared.
        let present = model.copiedSerial(of: selection)
        if present == nil || present == before {
          enqueue(event)
        } else {
          perform(.reply(call, .done))
        }
      }
    case .current(_, let selection):
      display.whenKnown(selection) { [weak self] in
        guard let self else { return }
        enqueue(event)
        for offer in model.echoedOffers { copiedOffers?.check(offer) }
        if !model.unrememberedOffers.isEmpty { copiedOffers?.checkSoon() }
      }
    case .setPaused:
      enqueue(event)
      history.save(self.model)
      history.saveNow(model)
    case .history(let call, _), .pin(let call, _), .unpin(let call, _):
      settling[call] = .told
      enqueue(event)
    case .forget(let call, _):
      settling[call] = .forgotten
      enqueue(event)
    case .forgetAll(let call):
      settling[call] = .allForgotten
      enqueue(event)
    default: enqueue(event)
    }
  }

  private func displayed(_ event: SelectionEvent) {
    switch event {
    case .changed(let name, let owner, let change):
      let told = owner.map {
        Owner(
          targets: Self.limited($0.targets), isOwn: $0.isOwn, isKeptByDisplay: $0.isKeptByDisplay,
          process: $0.process.flatMap { UInt32(exactly: $0) })
      }
      // Only a display that has confirmed the ownership can clear it; before, `disown` would do nothing.
      if told?.isOwn == true, emptying.remove(name) != nil { display.disown(name) }
      log.detail(
        "\(name): \(told.map { $0.isOwn ? "own" : "\($0.targets.count) targets" } ?? "no owner")")
      enqueue(.changed(name, told, OwnerLoss(change)))
    case .ownRefused(let name):
      log.detail("\(name): another program has copied meanwhile")
      enqueue(.ownRefused(name))
    case .requested(let name, let target, let request):
      pastes.requested(request)
      enqueue(.requested(name, target: target, PasteNumber(request.number)))
    case .requestCancelled(let request): pastes.cancelled(request)
    case .saveRequested(let name, _, let request):
      pastes.requested(request)
      // A program that copies and ends asks before dragclip knows the targets of its copy.
      display.whenKnown(name) { [weak self] in
        self?.enqueue(.saveRequested(name, PasteNumber(request.number)))
      }
    case .gone(let reason): displayEnded(reason)
    }
  }

  private func perform(_ effect: ClipboardEffect) {
    switch effect {
    case .own(let selection, let targets):
      emptying.remove(selection)
      display.own(selection, targets: targets)
    case .ownUnlessTaken(let selection, let targets):
      emptying.remove(selection)
      display.ownUnlessTaken(selection, targets: targets)
    case .disown(let selection): display.disown(selection)
    case .empty(let selection):
      emptying.insert(selection)
      display.own(selection, targets: [TargetNames.marker(id: model.settings.markerID)])
    case .read(let number, let selection, let purpose, let limit):
      reads.start(number, selection, purpose, limit: limit)
    case .readCopied(let number, let source, let limit):
      copiedReads.start(number, source, limit: limit)
    case .cancel(let number):
      reads.cancel(number)
      copiedReads.cancel(number)
    case .drop(let number): reads.drop(number)
    case .serve(let paste, let source): pastes.serve(RequestID(number: paste.number), source)
    case .refuse(let paste): pastes.refuse(RequestID(number: paste.number))
    case .publishLazy(let serial, let types, let isSensitive):
      publisher.publish(serial, lazy: types, isSensitive: isSensitive)
    case .publishHeld(let held, let former): publisher.publish(held, replacing: former)
    case .publishRelay(let serial, let items): publisher.publish(serial, relay: items)
    case .withdraw(let offer): publisher.withdraw(offer)
    case .reply(let call, let reply):
      // A caller that was answered can rely on its change.
      history.saveNow(model)
      settle(call, reply) { [weak self] reply in
        // The caller may start a program next that pastes, or copies.
        self?.display.whenVisible { [weak self] in
          self?.service.reply(call, reply)
          self?.arrival?.look()
        }
      }
    case .notify(let selection, let serial): service.notify(selection, serial)
    case .historyChanged:
      history.save(self.model)
      store?.save { [unowned self] in model.history.entries }
    case .notifyOfHistory: service.notifyOfHistory()
    }
  }

  /// Lets the reply of a call about the history wait for the disk.
  private func settle(_ call: CallNumber, _ reply: Reply, then: @escaping (Reply) -> Void) {
    guard let settling = settling.removeValue(forKey: call) else { return then(reply) }
    guard let store else {
      if settling == .allForgotten { HistoryStore.removeAll(log) }
      return then(reply)
    }
    if settling == .allForgotten { store.removeAll { [unowned self] in model.history.entries } }
    var answer: ((String?) -> Void)? = { failure in
      guard let failure, settling != .told, case .done = reply else { return then(reply) }
      then(
        .failed(
          Rejection(
            .stateUnavailable,
            "it has left the history, but a file of it may still be there: \(failure)")))
    }
    let limit = loop.after(microseconds: Self.diskTimeout) {
      answer.take()?("\(store.path): the disk does not answer")
    }
    store.whenSaved { failure in
      limit.cancel()
      answer.take()?(failure)
    }
  }
}
