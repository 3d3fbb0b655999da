package import DragModel

/// dragclip's own offers: dragd's answers, and the sources of their bytes.
extension Clipboard {
  mutating func published(
    _ serial: Serial, _ kind: PublicationKind, _ offer: Identifier,
    _ effects: inout [ClipboardEffect]
  ) {
    var unwanted: Identifier? = offer
    switch kind {
    case .lazy:
      for selection in ClipboardSelection.allCases {
        guard var content = state(selection).lastForeign, content.serial == serial else { continue }
        unwanted = content.publication.published(offer)
        states[selection]?.update(content)
      }
    case .held:
      if var keptOffer = keptOffers[serial] {
        unwanted = keptOffer.publication.published(offer)
        keptOffers[serial] = isKept(serial) ? keptOffer : nil
        replyOwn(serial, &effects)
        effects.append(.historyChanged)
      }
      serveHistory(&effects)
    case .relay:
      for selection in ClipboardSelection.allCases {
        guard var ownership = state(selection).own, ownership.serial == serial else { continue }
        unwanted = ownership.relay.published(offer)
        let path = Array(Self.path(offer).utf8)
        for paste in ownership.pastes {
          effects.append(unwanted == nil ? .serve(paste, .constant(path)) : .refuse(paste))
        }
        ownership.pastes = []
        states[selection]?.update(ownership)
      }
    }
    if let unwanted { effects.append(.withdraw(unwanted)) }
  }

  mutating func publishFailed(
    _ serial: Serial, _ kind: PublicationKind, _ why: Rejection, _ effects: inout [ClipboardEffect]
  ) {
    switch kind {
    case .lazy:
      for selection in ClipboardSelection.allCases {
        guard var content = state(selection).lastForeign, content.serial == serial else { continue }
        content.publication.failed()
        failCalls(&content, why, &effects)
        states[selection]?.update(content)
      }
    case .held:
      if var keptOffer = keptOffers[serial] {
        keptOffer.publication.failed()
        keptOffers[serial] = isKept(serial) ? keptOffer : nil
      }
      for call in ownCalls.removeValue(forKey: serial) ?? [] {
        effects.append(.reply(call, .failed(why)))
      }
      for selection in ClipboardSelection.allCases {
        guard var content = state(selection).lastForeign,
          content.held?.serial == serial || isEcho(content)
        else { continue }
        failCalls(&content, why, &effects)
        states[selection]?.update(content)
      }
      for call in historyCalls.keys { historyCalls[call]?.failure = why }
      serveHistory(&effects)
    case .relay:
      for selection in ClipboardSelection.allCases {
        guard var ownership = state(selection).own, ownership.serial == serial else { continue }
        ownership.relay.failed()
        for paste in ownership.pastes { effects.append(.refuse(paste)) }
        ownership.pastes = []
        states[selection]?.update(ownership)
      }
    }
  }

  mutating func released(_ offer: Identifier, _ effects: inout [ClipboardEffect]) {
    retired.removeAll { $0.offer == offer }
    for selection in ClipboardSelection.allCases {
      if var content = state(selection).lastForeign, content.publication.offer == offer {
        content.publication.released()
        states[selection]?.update(content)
      }
      if var ownership = state(selection).own, ownership.relay.offer == offer {
        ownership.relay.released()
        states[selection]?.update(ownership)
      }
    }
    for (serial, keptOffer) in keptOffers where keptOffer.publication.offer == offer {
      keptOffers[serial]?.publication.released()
    }
  }

  mutating func copiedOfferEnded(
    _ offer: Identifier, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    for selection in ClipboardSelection.allCases {
      if var ownership = state(selection).own, ownership.copied?.offer == offer {
        ownership.content.setWithdrawn(false)
        states[selection]?.update(ownership)
        if ownership.brokerHasLeft { endedWithBroker[selection] = offer }
        if let copy = ownership.copy, ownership.outlivesOffer {
          own(copy, selection, now, &effects)
          release(.own(ownership), selection, now, &effects)
        } else {
          giveUp(selection, now, &effects)
        }
      }
      // A manager that shows the content keeps it: from now on only it can provide it.
      if lastOwned[selection]?.copied?.offer == offer { lastOwned[selection] = nil }
    }
  }

  /// From now on its end says that it was withdrawn or used up.
  mutating func copiedOfferStays(_ offer: Identifier) {
    for selection in ClipboardSelection.allCases {
      guard var ownership = state(selection).own, ownership.copied?.offer == offer else { continue }
      ownership.brokerHasLeft = false
      states[selection]?.update(ownership)
    }
  }

  /// dragd has left and its offers with it. dragclip publishes an offer again on the next request.
  mutating func brokerLeft(_ effects: inout [ClipboardEffect]) {
    for selection in ClipboardSelection.allCases {
      if var content = state(selection).lastForeign {
        content.publication.brokerLeft()
        failCalls(&content, Self.brokerHasLeft, &effects)
        states[selection]?.update(content)
      }
      if var ownership = state(selection).own {
        ownership.brokerHasLeft = true
        ownership.relay.brokerLeft()
        for paste in ownership.pastes { effects.append(.refuse(paste)) }
        ownership.pastes = []
        states[selection]?.update(ownership)
      }
    }
    for serial in keptOffers.keys {
      keptOffers[serial]?.publication.brokerLeft()
      if !isKept(serial) { keptOffers[serial] = nil }
    }
    for call in ownCalls.values.joined() {
      effects.append(.reply(call, .failed(Self.brokerHasLeft)))
    }
    ownCalls = [:]
    for call in historyCalls.keys { historyCalls[call]?.failure = Self.brokerHasLeft }
    serveHistory(&effects)
  }

  /// Each content of the history can have an offer again.
  mutating func brokerCame(_ now: Instant, _ effects: inout [ClipboardEffect]) {
    if !history.entries.isEmpty { notifyOfHistory(now, &effects) }
  }

  static let brokerHasLeft = Rejection(
    .stateUnavailable, "dragd has left the bus: ask again to have it started")

  private func failCalls(
    _ content: inout ForeignContent, _ why: Rejection, _ effects: inout [ClipboardEffect]
  ) {
    // dragclip requests the offer of a content only once the inspection is done.
    guard content.inspection.isDone else { return }
    for call in content.calls { effects.append(.reply(call, .failed(why))) }
    content.calls = []
  }

  private mutating func replyOwn(_ serial: Serial, _ effects: inout [ClipboardEffect]) {
    for call in ownCalls.removeValue(forKey: serial) ?? [] {
      let selection = ClipboardSelection.allCases.first { state($0).own?.held?.serial == serial }
      guard let selection else {
        fail(call, .noSuchOffer, Self.replacedMeanwhile, &effects)
        continue
      }
      current(call, selection, &effects)
    }
  }

  /// Whether the history or a selection has the content.
  func isKept(_ serial: Serial) -> Bool {
    history.contains(serial)
      || ClipboardSelection.allCases.contains {
        state($0).lastForeign?.held?.serial == serial || state($0).own?.serves(serial) == true
      }
  }

  /// The object path of an offer, as the clipboard has it.
  static func path(_ offer: Identifier) -> String { "/org/dragd/Broker1/offer/\(offer)" }

  // MARK: Provide

  /// The source of the bytes of one of dragclip's offers; throws the error for the destination.
  package func source(
    of offer: Identifier, _ type: MIMEType
  ) throws(Rejection) -> ProvideSource {
    for selection in ClipboardSelection.allCases {
      if let content = state(selection).lastForeign, content.publication.offer == offer {
        // The owner may have gone just now, or the display may not have reported that it has gone.
        if let held = content.held?.source(of: type) { return held }
        if state(selection).foreign != nil,
          let imported = content.types.types.first(where: { $0.type == type })
        {
          return .display(selection, imported)
        }
      }
      if let ownership = state(selection).own, ownership.relay.offer == offer {
        switch ownership.content {
        case .copied(let copied): return .offer(copied.offer)
        case .restored(let held):
          if let held = held.source(of: type) { return held }
        }
      }
    }
    let serial = retired.first { $0.offer == offer }?.serial
    if let held = serial.flatMap({ keptOffers[$0]?.content.source(of: type) }) { return held }
    throw Rejection(
      .sourceFailed,
      "the clipboard has another content since, so dragclip cannot ask the program that copied this one"
    )
  }
}
