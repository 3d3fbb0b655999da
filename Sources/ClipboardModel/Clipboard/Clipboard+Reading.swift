internal import DragModel

/// Reads of a content, made before any program pastes.
extension Clipboard {
  mutating func readEnded(
    _ number: ReadNumber, _ outcome: ReadOutcome, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    for selection in ClipboardSelection.allCases {
      guard let read = readers[selection]?.ended(number) else { continue }
      return apply(read, outcome, selection, now, &effects)
    }
    // The read had timed out, so its bytes are late.
    dropBytes(of: number, outcome, &effects)
  }

  /// A read has ended or timed out.
  mutating func apply(
    _ read: TargetReader.Read, _ outcome: ReadOutcome, _ selection: ClipboardSelection,
    _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    if case .keep(let type) = read.purpose, state(selection).own?.serial == read.serial,
      state(selection).own?.ahead.isRunning == true
    {
      return applyOwn(type, read.number, outcome, selection, now, &effects)
    }
    guard var content = state(selection).foreign, content.serial == read.serial else {
      // Another program has become the owner meanwhile.
      return dropBytes(of: read.number, outcome, &effects)
    }
    switch read.purpose {
    case .sensitivityHint, .gnomeFiles, .kdeCut, .offerPath:
      content.inspection.read(read.purpose, outcome)
      dropBytes(of: read.number, outcome, &effects)
      if content.mustNotBeKept { stopReadAhead(&content, &effects) }
    case .keep(let type):
      guard content.ahead.isRunning else {
        return dropBytes(of: read.number, outcome, &effects)
      }
      content.ahead.read(type, read.number, outcome)
    }
    states[selection]?.update(content)
    keepReadTypes(selection, now, &effects)
  }

  private func dropBytes(
    of number: ReadNumber, _ outcome: ReadOutcome, _ effects: inout [ClipboardEffect]
  ) {
    switch outcome {
    case .complete: effects.append(.drop(number))
    case .failed: break
    }
  }

  private func stopReadAhead(_ content: inout ForeignContent, _ effects: inout [ClipboardEffect]) {
    for type in content.ahead.stop() { effects.append(.drop(type.read)) }
    for paste in content.saveRequests { effects.append(.refuse(paste)) }
    content.saveRequests = []
  }

  /// Once the read-ahead is done: adds the content to the history and publishes it.
  mutating func keepReadTypes(
    _ selection: ClipboardSelection, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard var content = state(selection).lastForeign, content.ahead.isDone, content.held == nil
    else {
      return
    }
    if content.mustNotBeKept || content.ahead.read.isEmpty {
      stopReadAhead(&content, &effects)
      states[selection]?.update(content)
      return
    }
    let held = KeptContent(
      serial: content.serial, types: content.ahead.read, copied: content.copiedRealtime,
      isSingleWord: content.ahead.isSingleWord)
    content.held = held
    for paste in content.saveRequests { effects.append(.serve(paste, .constant([]))) }
    if !content.saveRequests.isEmpty { content.isSaved = true }
    content.saveRequests = []
    // While the owner lives it provides the types that were not read. A caller may just have received the lazy offer,
    // so it is retired, not withdrawn.
    if content.isHeldWhole { retire(content.publication.end(), content.serial, now) }
    states[selection]?.update(content)
    publish(held, &effects)
    for left in history.add(held) { dropIfUnused(left.serial, now, &effects) }
    effects.append(.historyChanged)
  }

  mutating func publish(_ held: KeptContent, _ effects: inout [ClipboardEffect]) {
    var keptOffer = KeptOffer(content: held)
    if keptOffer.publication.request() == .publish {
      effects.append(.publishHeld(held, replaces: nil))
    }
    keptOffers[held.serial] = keptOffer
  }

  mutating func restored(
    _ held: KeptContent, _ offer: Identifier?, _ isPinned: Bool, _ id: EntryID?, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    skip(held)
    var keptOffer = KeptOffer(content: held)
    offer.map { keptOffer.publication.adopt($0) }
    keptOffers[held.serial] = keptOffer
    for left in history.restore(held, id: id, isPinned: isPinned) {
      dropIfUnused(left.serial, now, &effects)
    }
  }

  /// Without read-ahead there is no history.
  mutating func configured(
    _ readAheadBytes: UInt64, _ limits: History.Limits, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    (settings.readAheadBytes, settings.history) = (readAheadBytes, limits)
    var left = history.limit(to: limits)
    if readAheadBytes == 0 {
      left += history.entries.map(\.content)
      for content in left { _ = history.remove(content.serial) }
    }
    guard !left.isEmpty else { return }
    for content in left { dropIfUnused(content.serial, now, &effects) }
    effects.append(.historyChanged)
  }

  mutating func pause(_ isPaused: Bool, _ effects: inout [ClipboardEffect]) {
    self.isPaused = isPaused
    guard isPaused else { return }
    for selection in ClipboardSelection.allCases {
      if var ownership = state(selection).own {
        for type in ownership.ahead.stop() { effects.append(.drop(type.read)) }
        states[selection]?.update(ownership)
      }
      guard var content = state(selection).foreign, content.held == nil else { continue }
      stopReadAhead(&content, &effects)
      states[selection]?.update(content)
    }
  }

  mutating func saveRequested(
    _ selection: ClipboardSelection, _ paste: PasteNumber, _ effects: inout [ClipboardEffect]
  ) {
    guard var content = state(selection).foreign, !content.mustNotBeKept,
      content.saveRequests.count < 16
    else {
      effects.append(.refuse(paste))
      return
    }
    if content.held != nil {
      content.isSaved = true
      states[selection]?.update(content)
      effects.append(.serve(paste, .constant([])))
      return
    }
    content.ahead.startNow()
    guard content.ahead.isRunning else {
      effects.append(.refuse(paste))
      return
    }
    content.inspection.start()
    content.saveRequests.append(paste)
    states[selection]?.update(content)
  }

  /// Starts the next read, and answers the calls that the last one completes.
  mutating func advance(
    _ selection: ClipboardSelection, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    serveCurrent(selection, &effects)
    advanceOwn(selection, now, &effects)
    guard let content = state(selection).foreign, let purpose = content.nextRead,
      readers[selection]?.isIdle == true
    else { return }
    let number = nextRead()
    readers[selection]?.start(
      TargetReader.Read(
        number: number, serial: content.serial, purpose: purpose,
        deadline: now.monotonic + purpose.timeout))
    effects.append(
      .read(number, selection, purpose, limit: purpose.limit(room: content.ahead.room)))
  }
}
