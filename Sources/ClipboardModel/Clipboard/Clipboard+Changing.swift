internal import DragModel

/// Changes of owners, and deadlines.
extension Clipboard {
  mutating func changed(
    _ selection: ClipboardSelection, _ owner: Owner?, _ loss: OwnerLoss, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    let content = owner.flatMap { owner -> ForeignContent? in
      owner.isOwn ? nil : foreignContent(owner, of: selection, now)
    }
    if selection == .clipboard {
      forgetsPresent = false
      if ownAgain(owner, now, &effects) { return }
    }
    if content != nil { endedWithBroker[selection] = nil }
    // The session's file says that a restarted dragclip must not read it either.
    if content?.isForgotten == true { effects.append(.historyChanged) }
    let change = states[selection]?.changed(
      to: owner, content: content, loss, at: now.monotonic)
    apply(change ?? .none, selection, now, &effects)
  }

  mutating func timePassed(_ now: Instant, _ effects: inout [ClipboardEffect]) {
    for selection in ClipboardSelection.allCases {
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
    if historyNotice.timePassed(now.monotonic) != nil { effects.append(.notifyOfHistory) }
    for old in retired where old.deadline <= now.monotonic && !endsLater(old.offer) {
      effects.append(.withdraw(old.offer))
      lastOwned = lastOwned.filter { $0.value.copied?.offer != old.offer }
    }
    retired.removeAll { $0.deadline <= now.monotonic }
  }

  /// Whether a selection still shows the offer: a program copied it again, or another clipboard manager owns the
  /// content that dragclip owned. The offer then ends when that selection changes.
  private mutating func endsLater(_ offer: Identifier) -> Bool {
    var isShown = false
    for selection in ClipboardSelection.allCases where shownCopy(of: selection)?.offer == offer {
      isShown = true
      if var ownership = state(selection).own {
        ownership.content.setWithdrawn(true)
        states[selection]?.update(ownership)
      } else {
        lastOwned[selection]?.setWithdrawn(true)
      }
    }
    return isShown
  }

  private mutating func foreignContent(
    _ owner: Owner, of selection: ClipboardSelection, _ now: Instant
  ) -> ForeignContent {
    let types = ImportedTypes(owner.targets)
    let isKept =
      selection == .clipboard && !isPaused && settings.readAheadBytes > 0
      && types.markerID != settings.markerID && !forgetsPresent
    var content = ForeignContent(
      serial: nextSerial(), owner: owner, types: types, copied: now.monotonic,
      copiedRealtime: now.realtime,
      inspection: Inspection(
        types, isOfOtherBus: ![nil, settings.markerID].contains(types.markerID)),
      ahead: ReadAhead(
        types, room: settings.readAheadBytes,
        at: isKept ? now.monotonic + Self.readAheadDelay : nil))
    content.isForgotten = selection == .clipboard && (forgetsPresent || isPaused)
    return content
  }

  mutating func apply(
    _ change: SelectionState.Change, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    switch change {
    case .none: break
    case .vacated: keepReadTypes(selection, now, &effects)
    case .replaced(let former):
      release(former, selection, now, &effects)
      if let serial = state(selection).foreign?.serial { notify(selection, serial, now, &effects) }
    case .emptied(let former):
      release(former, selection, now, &effects)
      notify(selection, nextSerial(), now, &effects)
    case .abandoned(let content, let loss):
      abandoned(content, loss, selection, now, &effects)
    case .secretKept: effects.append(.empty(selection))
    case .late(let owner): changed(selection, owner, .unknown, now, &effects)
    }
  }

  /// Releases what a selection had before: its calls and requests fail, its reads are dropped, its offers retire.
  mutating func release(
    _ former: SelectionState.Former, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    switch former {
    case .nothing: break
    case .foreign(var content):
      for call in content.calls {
        effects.append(.reply(call, .failed(Rejection(.noSuchOffer, Self.replacedMeanwhile))))
      }
      for paste in content.saveRequests { effects.append(.refuse(paste)) }
      if content.held == nil {
        for type in content.ahead.stop() { effects.append(.drop(type.read)) }
      }
      retire(content.publication.end(), content.serial, now)
      if isEcho(content), let copied = lastOwned[selection]?.copied, copied.isWithdrawn {
        // Until now another clipboard manager showed the offer, and it stayed beyond its time.
        retired.removeAll { $0.offer == copied.offer }
        retire(copied.offer, content.serial, now)
      }
      content.held.map { dropIfUnused($0.serial, now, &effects) }
    case .own(var ownership):
      for paste in ownership.pastes { effects.append(.refuse(paste)) }
      for type in ownership.ahead.stop() { effects.append(.drop(type.read)) }
      // Programs that have read the path must lose access, so the relay offer ends now.
      if let offer = ownership.relay.end() { effects.append(.withdraw(offer)) }
      lastOwned[selection] = ownership.content
      switch ownership.content {
      case .copied(let copied) where copied.isWithdrawn: retire(copied.offer, ownership.serial, now)
      case .copied, .restored: break
      }
      for kept in [ownership.held, ownership.copy].compactMap(\.self) {
        dropIfUnused(kept.serial, now, &effects)
      }
    }
  }

  static let replacedMeanwhile =
    "the selection has another content since: ask for the current one again"

  /// The owner has left and no program owns the selection: dragclip owns it and serves what it has read, unless the
  /// owner cleared the selection.
  private mutating func abandoned(
    _ content: ForeignContent, _ loss: OwnerLoss, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    if let held = content.held, selection == .clipboard, !content.mustNotBeKept {
      let isRecent = now.monotonic - min(now.monotonic, content.copied) < Self.passwordLifetime
      if content.outlivesOwner(loss, isRecent: isRecent) {
        return restore(held, content, selection, now, &effects)
      }
      if held.isSingleWord && isRecent {
        // A password manager without the hint clears a password like this.
        _ = history.remove(held.serial)
        effects.append(.historyChanged)
      }
    }
    release(.foreign(content), selection, now, &effects)
    notify(selection, nextSerial(), now, &effects)
  }

  private mutating func restore(
    _ held: KeptContent, _ content: ForeignContent, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    own(held, selection, now, &effects)
    var content = content
    if !content.calls.isEmpty { ownCalls[held.serial, default: []] += content.calls }
    content.calls = []
    release(.foreign(content), selection, now, &effects)
  }

  /// Owns the selection with what was read of its content. The content is the same: dragclip announces no change, and
  /// calls that wait for it keep waiting. A newer copy stays, even if the display has not reported it yet.
  mutating func own(
    _ held: KeptContent, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    let targets = ExportedTargets(held, markerID: settings.markerID)
    _ = states[selection]?.claim(
      Ownership(
        serial: held.serial, content: .restored(held), targets: targets, at: now.monotonic))
    effects.append(.ownUnlessTaken(selection, targets.names))
  }

  /// Owns the clipboard as an earlier dragclip did, unless there is another content.
  private mutating func ownAgain(
    _ owner: Owner?, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) -> Bool {
    defer { ownedBefore = nil }
    guard owner == nil, state(.clipboard).isEmpty,
      let held = ownedBefore.flatMap({ history.content($0) })
    else { return false }
    own(held, .clipboard, now, &effects)
    notify(.clipboard, held.serial, now, &effects)
    return true
  }

  private mutating func expire(
    _ selection: ClipboardSelection, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard let ownership = state(selection).own, ownership.isExpired(now.monotonic) else { return }
    giveUp(selection, now, &effects)
  }

  /// Gives up a selection that is owned here.
  mutating func giveUp(
    _ selection: ClipboardSelection, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard let former = states[selection]?.clear() else { return }
    effects.append(.disown(selection))
    release(former, selection, now, &effects)
    notify(selection, nextSerial(), now, &effects)
  }

  // MARK: Offers and bytes that end

  mutating func retire(_ offer: Identifier?, _ serial: Serial, _ now: Instant) {
    guard let offer else { return }
    // Two selections may have shown it.
    retired.removeAll { $0.offer == offer }
    retired.append(
      Retired(offer: offer, serial: serial, deadline: now.monotonic + Self.retirement))
  }

  /// Drops the bytes of a content and retires its offer, unless the history or a selection has it.
  mutating func dropIfUnused(_ serial: Serial, _ now: Instant, _ effects: inout [ClipboardEffect]) {
    guard !isKept(serial), var keptOffer = keptOffers.removeValue(forKey: serial) else { return }
    // A restarted dragd may have the offer of before.
    retire(keptOffer.publication.end() ?? keptOffer.publication.former, serial, now)
    if keptOffer.publication.isUnderway { keptOffers[serial] = keptOffer }
    for type in keptOffer.content.types { effects.append(.drop(type.read)) }
  }
}
