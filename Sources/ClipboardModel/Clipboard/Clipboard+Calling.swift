internal import DragModel

/// The calls of programs on the bus.
extension Clipboard {
  mutating func copy(
    _ call: CallNumber, _ copied: CopiedOffer, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    let state = state(selection)
    // The living owner keeps its ownership: it has more types than dragd, and keeps them longer.
    if let foreign = state.foreign,
      [foreign.publication.offer, heldOffer(of: foreign), foreign.inspection.offer]
        .contains(copied.offer)
    {
      effects.append(.reply(call, .done))
      return
    }
    if let former = copied.replaces, !isReplaceable(former, on: selection) {
      return fail(call, .noSuchOffer, Self.replacedMeanwhile, &effects)
    }
    if copied.isCut, !copied.isOfFiles {
      return fail(
        call, .notAcceptable,
        "only files can be cut, and an item of offer \(copied.offer) has no text/uri-list", &effects
      )
    }
    guard let targets = ExportedTargets(copied, markerID: settings.markerID) else {
      return fail(
        call, .notAcceptable, "offer \(copied.offer) has no type that can be pasted", &effects)
    }
    let entry = serial(inHistory: copied.offer)
    if let entry, history.raise(entry, copied: now.realtime) { effects.append(.historyChanged) }
    let serial = nextSerial()
    var ownership = Ownership(
      serial: serial, content: .copied(copied), targets: targets,
      ahead: readAhead(copied, targets, of: selection, now), at: now.monotonic)
    // An entry of the history can be pasted without its offer, which ends with dragd or is replaced after that.
    ownership.copy = entry.flatMap { keptOffers[$0]?.content }
    let former = states[selection]?.claim(ownership) ?? .nothing
    endedWithBroker[selection] = nil
    effects.append(.own(selection, targets.names))
    release(former, selection, now, &effects)
    notify(selection, serial, now, &effects)
    effects.append(.reply(call, .done))
  }

  /// Whether the selection shows the offer, or would if the offer had not ended with its dragd.
  private func isReplaceable(_ offer: Identifier, on selection: ClipboardSelection) -> Bool {
    state(selection).own?.copied?.offer == offer || endedWithBroker[selection] == offer
  }

  mutating func clear(
    _ call: CallNumber, _ selection: ClipboardSelection, _ now: Instant,
    _ effects: inout [ClipboardEffect]
  ) {
    let isOwn = state(selection).own != nil
    endedWithBroker[selection] = nil
    let former = states[selection]?.clear() ?? .nothing
    switch former {
    case .nothing: break
    case .foreign, .own:
      effects.append(isOwn ? .disown(selection) : .empty(selection))
      release(former, selection, now, &effects)
      notify(selection, nextSerial(), now, &effects)
    }
    effects.append(.reply(call, .done))
  }

  // MARK: Current

  mutating func current(
    _ call: CallNumber, _ selection: ClipboardSelection, _ effects: inout [ClipboardEffect]
  ) {
    let state = state(selection)
    if let ownership = state.own {
      return current(call, ownership, &effects)
    }
    guard var content = state.lastForeign else {
      return fail(call, .noSuchOffer, "nothing is on the \(selection) selection", &effects)
    }
    guard content.calls.count < Self.mostCalls else {
      return fail(
        call, .busy, "\(Self.mostCalls) calls wait for the \(selection) selection already", &effects
      )
    }
    content.inspection.start()
    // Whoever asks will paste, perhaps again and again.
    content.ahead.startNow()
    content.calls.append(call)
    states[selection]?.update(content)
  }

  /// Calls that may wait for one content.
  static let mostCalls = 256

  private mutating func current(
    _ call: CallNumber, _ ownership: Ownership, _ effects: inout [ClipboardEffect]
  ) {
    switch ownership.content {
    case .copied(let copied):
      var present = currentContent(ownership, copied.offer)
      present.keptOffer = offer(of: ownership.copy, for: copied)
      effects.append(.reply(call, .current(present)))
    case .restored(let held):
      switch requestOffer(of: held.serial, &effects) {
      case .use(let offer): effects.append(.reply(call, .current(currentContent(ownership, offer))))
      case .publish, .wait: ownCalls[held.serial, default: []].append(call)
      case .fail: fail(call, .noSuchOffer, "dragclip no longer has the content", &effects)
      }
    }
  }

  /// The offer of what was read ahead, if that is the whole content.
  private func offer(of copy: KeptContent?, for copied: CopiedOffer) -> Identifier? {
    // The name of a file is in its own offer only.
    guard let copy, let types = copied.types, copied.items.count == 1, copied.items[0].name == nil,
      types.allSatisfy({ type in copy.types.contains { $0.imported.type == type } })
    else { return nil }
    return keptOffers[copy.serial]?.publication.offer
  }

  /// Answers the calls of Current that wait, once the content is inspected.
  mutating func serveCurrent(_ selection: ClipboardSelection, _ effects: inout [ClipboardEffect]) {
    guard var content = state(selection).lastForeign, !content.calls.isEmpty,
      content.inspection.isDone
    else { return }
    let answer = offer(for: &content, selection, &effects)
    switch answer {
    case .publish, .wait: break
    case .use(let offer):
      for call in content.calls {
        effects.append(.reply(call, .current(currentContent(content, offer))))
      }
      content.calls = []
    case .fail:
      for call in content.calls {
        fail(
          call, .noSuchOffer,
          "the \(selection) selection has nothing that dragd can offer: its targets are "
            + content.owner.targets.prefix(16).joined(separator: ", "), &effects)
      }
      content.calls = []
    }
    states[selection]?.update(content)
  }

  private mutating func offer(
    for content: inout ForeignContent, _ selection: ClipboardSelection,
    _ effects: inout [ClipboardEffect]
  ) -> Publication.Action {
    if isEcho(content) {
      switch lastOwned[selection] {
      case .copied(let copied)?: return .use(copied.offer)
      case .restored(let held)?: return requestOffer(of: held.serial, &effects)
      // The offer has ended, and the path of it that the manager may have with it.
      case nil: break
      }
    } else if let offer = content.inspection.offer {
      return .use(offer)
    }
    if let held = content.held, content.isHeldWhole || state(selection).foreign == nil {
      return requestOffer(of: held.serial, &effects)
    }
    guard !content.types.types.isEmpty, state(selection).foreign != nil else { return .fail }
    let action = content.publication.request()
    if action == .publish {
      effects.append(
        .publishLazy(
          content.serial, content.types.types, isSensitive: content.inspection.isSensitive))
    }
    return action
  }

  private func currentContent(_ content: ForeignContent, _ offer: Identifier) -> PresentContent {
    PresentContent(
      offer: offer, targets: content.owner.targets, isSensitive: content.inspection.isSensitive,
      isCut: content.inspection.isCut, isOwn: false, isHeld: content.held != nil,
      process: content.owner.process, serial: content.serial, types: types(of: content, offer),
      kept: content.held)
  }

  private func types(of content: ForeignContent, _ offer: Identifier) -> [MIMEType]? {
    switch offer {
    case content.publication.offer: content.types.types.map(\.type)
    case heldOffer(of: content): content.held?.types.map(\.imported.type)
    default: nil
    }
  }

  private func currentContent(_ ownership: Ownership, _ offer: Identifier) -> PresentContent {
    PresentContent(
      offer: offer, targets: ownership.targets.names, isSensitive: ownership.isSensitive,
      isCut: ownership.isCut, isOwn: true, isHeld: ownership.held != nil, process: nil,
      serial: ownership.serial, types: ownership.types, kept: ownership.held ?? ownership.copy)
  }

  // MARK: History

  mutating func history(_ call: CallNumber, _ count: UInt32, _ effects: inout [ClipboardEffect]) {
    let most = count == 0 ? Int.max : Int(count)
    let serials = history.entries.prefix(most).map(\.content.serial)
    for serial in serials { _ = requestOffer(of: serial, &effects) }
    historyCalls[call] = HistoryCall(serials: serials)
    serveHistory(&effects)
  }

  /// Answers each call of History for whose entries no offer is being published.
  mutating func serveHistory(_ effects: inout [ClipboardEffect]) {
    for (call, wanted) in historyCalls.sorted(by: { $0.key.number < $1.key.number }) {
      guard !wanted.serials.contains(where: { keptOffers[$0]?.publication.isUnderway == true })
      else {
        continue
      }
      historyCalls[call] = nil
      let items = history.entries.compactMap { entry in
        wanted.serials.contains(entry.content.serial)
          ? keptOffers[entry.content.serial]?.publication.offer.map {
            HistoryItem(entry, offer: $0)
          } : nil
      }
      if items.isEmpty, let failure = wanted.failure {
        effects.append(.reply(call, .failed(failure)))
      } else {
        effects.append(.reply(call, .history(items)))
      }
    }
  }

  mutating func forget(
    _ call: CallNumber, _ offer: Identifier, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard let serial = serial(inHistory: offer) else {
      return fail(call, .noSuchOffer, "the history has no offer \(offer)", &effects)
    }
    forget(serial, now, &effects)
    effects.append(.reply(call, .done))
  }

  /// Forgets what has no offer, too.
  mutating func forgetAll(
    _ call: CallNumber, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    for serial in history.entries.map(\.content.serial) { forget(serial, now, &effects) }
    effects.append(.reply(call, .done))
  }

  private mutating func forget(
    _ serial: Serial, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard history.remove(serial) != nil else { return }
    for selection in ClipboardSelection.allCases {
      if var content = state(selection).lastForeign, content.held?.serial == serial {
        content.held = nil
        _ = content.ahead.stop()
        content.isForgotten = true
        // Its living owner can still provide it.
        content.publication.reopen()
        states[selection]?.update(content)
      }
      if state(selection).own?.held?.serial == serial { giveUp(selection, now, &effects) }
      if var ownership = state(selection).own, ownership.copy?.serial == serial {
        ownership.copy = nil
        states[selection]?.update(ownership)
      }
    }
    lastOwned = lastOwned.filter { $0.value != keptOffers[serial].map { .restored($0.content) } }
    if let offer = keptOffers[serial]?.publication.end() {
      effects.append(.withdraw(offer))
      copiedOfferEnded(offer, now, &effects)
    }
    dropIfUnused(serial, now, &effects)
    effects.append(.historyChanged)
  }

  mutating func pin(_ call: CallNumber, _ offer: Identifier, _ effects: inout [ClipboardEffect]) {
    guard let serial = serial(inHistory: offer) else {
      return fail(call, .noSuchOffer, "the history has no offer \(offer)", &effects)
    }
    let wasPinned = history.isPinned(serial)
    switch history.pin(serial) {
    case .pinned:
      if !wasPinned { effects.append(.historyChanged) }
      effects.append(.reply(call, .done))
    case .unknown: fail(call, .noSuchOffer, "the history has no offer \(offer)", &effects)
    case .full:
      fail(
        call, .quotaExceeded,
        "\(settings.history.count) contents or \(settings.history.bytes) bytes are pinned already: "
          + "forget one first", &effects)
    }
  }

  mutating func unpin(
    _ call: CallNumber, _ offer: Identifier, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard let serial = serial(inHistory: offer) else {
      return fail(call, .noSuchOffer, "the history has no offer \(offer)", &effects)
    }
    if history.isPinned(serial), let left = history.unpin(serial) {
      for content in left { dropIfUnused(content.serial, now, &effects) }
      effects.append(.historyChanged)
    }
    effects.append(.reply(call, .done))
  }

  private func serial(inHistory offer: Identifier) -> Serial? {
    keptOffers.first { history.contains($0.key) && $0.value.publication.offer == offer }?.key
  }

  func heldOffer(of content: ForeignContent) -> Identifier? {
    content.held.flatMap { keptOffers[$0.serial]?.publication.offer }
  }

  mutating func requestOffer(of serial: Serial, _ effects: inout [ClipboardEffect])
    -> Publication.Action
  {
    guard var keptOffer = keptOffers[serial] else { return .fail }
    let action = keptOffer.publication.request()
    if action == .publish {
      effects.append(
        .publishHeld(keptOffer.content, replaces: keptOffer.publication.former))
    }
    keptOffers[serial] = keptOffer
    return action
  }

  func fail(
    _ call: CallNumber, _ code: ErrorCode, _ message: String, _ effects: inout [ClipboardEffect]
  ) {
    effects.append(.reply(call, .failed(Rejection(code, message))))
  }
}
