internal import DragModel

/// Owners come and go.
extension Clipboard {
  mutating func changed(
    _ selection: Selection, _ owner: Owner?, _ departure: Departure, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    let content = owner.flatMap { owner -> ForeignContent? in
      owner.isOwn ? nil : foreignContent(owner, of: selection, now)
    }
    let change = states[selection]?.changed(
      to: owner, content: content, departure, at: now.monotonic)
    apply(change ?? .none, selection, now, &effects)
  }

  mutating func timePassed(_ now: Instant, _ effects: inout [ClipboardEffect]) {
    for selection in Selection.allCases {
      if let read = readers[selection]?.timePassed(now.monotonic) {
        effects.append(.cancel(read.number))
        apply(read, .failed, selection, now, &effects)
      }
      expire(selection, now, &effects)
      apply(states[selection]?.timePassed(now.monotonic) ?? .none, selection, now, &effects)
      if let told = notices[selection]?.timePassed(now.monotonic) {
        effects.append(.notify(selection, told))
      }
    }
    for old in retired where old.deadline <= now.monotonic && !isStillShown(old.offer) {
      effects.append(.withdraw(old.offer))
    }
    retired.removeAll { $0.deadline <= now.monotonic }
  }

  /// Whether a selection still leads to the offer: it was copied again, or another clipboard manager has taken over
  /// what this program owned.
  private func isStillShown(_ offer: Identifier) -> Bool {
    Selection.allCases.contains { selection in
      let state = state(selection)
      if let own = state.own { return own.content.copiedOffer == offer }
      return state.lastForeign?.types.markerID == settings.markerID
        && lastOwned[selection]?.copiedOffer == offer
    }
  }

  private mutating func foreignContent(
    _ owner: Owner, of selection: Selection, _ now: Instant
  ) -> ForeignContent {
    let types = ImportedTypes(owner.targets)
    let isKept =
      selection == .clipboard && !isPaused && settings.readAheadBytes > 0
      && types.markerID != settings.markerID
    return ForeignContent(
      serial: nextSerial(), owner: owner, types: types, copied: now.monotonic,
      copiedRealtime: now.realtime,
      inspection: Inspection(types),
      ahead: ReadAhead(
        types, room: settings.readAheadBytes,
        at: isKept ? now.monotonic + Self.readAheadDelay : nil))
  }

  private mutating func apply(
    _ change: SelectionState.Change, _ selection: Selection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    switch change {
    case .none: break
    case .vacated: keepWhatWasRead(selection, now, &effects)
    case .replaced(let former):
      leave(former, selection, now, &effects)
      if let serial = state(selection).foreign?.serial { notify(selection, serial, now, &effects) }
    case .emptied(let former):
      leave(former, selection, now, &effects)
      notify(selection, nextSerial(), now, &effects)
    case .abandoned(let content, let departure):
      abandoned(content, departure, selection, now, &effects)
    case .secretKept: effects.append(.empty(selection))
    case .late(let owner): changed(selection, owner, .unknown, now, &effects)
    }
  }

  /// A selection has something else now.
  mutating func leave(
    _ former: SelectionState.Former, _ selection: Selection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    switch former {
    case .nothing: break
    case .foreign(var content):
      for call in content.calls {
        effects.append(.reply(call, .failed(Rejection(.noSuchOffer, Self.replacedMeanwhile))))
      }
      for paste in content.saves { effects.append(.refuse(paste)) }
      if content.held == nil {
        for type in content.ahead.stop() { effects.append(.drop(type.read)) }
      }
      retire(content.publication.end(), content.serial, now)
      content.held.map { dropIfUnused($0.serial, now, &effects) }
    case .own(var ownership):
      for paste in ownership.pastes { effects.append(.refuse(paste)) }
      for type in ownership.ahead.stop() { effects.append(.drop(type.read)) }
      // Whoever saw its path while the selection was owned must not have it for ever.
      if let offer = ownership.relay.end() { effects.append(.withdraw(offer)) }
      lastOwned[selection] = ownership.content
      switch ownership.content {
      case .copied(let copied) where copied.isWithdrawn: retire(copied.offer, ownership.serial, now)
      case .copied, .restored: break
      }
      ownership.held.map { dropIfUnused($0.serial, now, &effects) }
    }
  }

  static let replacedMeanwhile =
    "the selection has another content since: ask for the current one again"

  /// The owner has gone and nobody has come: what was read of its content takes its place, unless it was cleared.
  private mutating func abandoned(
    _ content: ForeignContent, _ departure: Departure, _ selection: Selection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    if let held = content.held, selection == .clipboard, !content.isUnkept {
      let isRecent = now.monotonic - min(now.monotonic, content.copied) < Self.passwordLifetime
      if content.isPassedOn(departure, isRecent: isRecent) {
        return restore(held, content, selection, now, &effects)
      }
      if held.isSingleWord && isRecent {
        // A password whose manager gives no hint is cleared like this.
        _ = history.remove(held.serial)
        effects.append(.historyChanged)
      }
    }
    leave(.foreign(content), selection, now, &effects)
    notify(selection, nextSerial(), now, &effects)
  }

  private mutating func restore(
    _ held: KeptContent, _ content: ForeignContent, _ selection: Selection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    let targets = ExportedTargets(held, markerID: settings.markerID)
    let ownership = Ownership(
      serial: content.serial, content: .restored(held), targets: targets, at: now.monotonic)
    // It is the same content: nobody is told of a change, and who waits for it waits on.
    _ = states[selection]?.claim(ownership)
    effects.append(.own(selection, targets.names))
    var content = content
    if !content.calls.isEmpty { ownCalls[held.serial, default: []] += content.calls }
    content.calls = []
    leave(.foreign(content), selection, now, &effects)
  }

  private mutating func expire(
    _ selection: Selection, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard let ownership = state(selection).own, ownership.isExpired(now.monotonic) else { return }
    giveUp(selection, now, &effects)
  }

  /// Gives up a selection that is owned here.
  mutating func giveUp(_ selection: Selection, _ now: Instant, _ effects: inout [ClipboardEffect]) {
    guard let former = states[selection]?.clear() else { return }
    effects.append(.disown(selection))
    leave(former, selection, now, &effects)
    notify(selection, nextSerial(), now, &effects)
  }

  // MARK: Offers that nobody gets any more

  mutating func retire(_ offer: Identifier?, _ serial: Serial, _ now: Instant) {
    guard let offer else { return }
    retired.append(
      Retired(offer: offer, serial: serial, deadline: now.monotonic + Self.retirement))
  }

  /// Lets go of what was read of a content, unless the history or a selection has it.
  mutating func dropIfUnused(_ serial: Serial, _ now: Instant, _ effects: inout [ClipboardEffect]) {
    guard !history.contains(serial) else { return }
    for selection in Selection.allCases {
      let state = state(selection)
      if state.lastForeign?.held?.serial == serial || state.own?.held?.serial == serial { return }
    }
    guard var holding = holdings.removeValue(forKey: serial) else { return }
    retire(holding.publication.end(), serial, now)
    if holding.publication.isUnderway { holdings[serial] = holding }
    for type in holding.content.types { effects.append(.drop(type.read)) }
  }
}
