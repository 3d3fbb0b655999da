package import DragModel

/// Offers of dragclip's own: dragd's answers, and what they stand for.
extension Clipboard {
  mutating func published(
    _ serial: Serial, _ kind: PublicationKind, _ offer: Identifier,
    _ effects: inout [ClipboardEffect]
  ) {
    var unwanted: Identifier? = offer
    switch kind {
    case .lazy:
      for selection in Selection.allCases {
        guard var content = state(selection).lastForeign, content.serial == serial else { continue }
        unwanted = content.publication.published(offer)
        states[selection]?.update(content)
      }
    case .held:
      if var holding = holdings[serial] {
        unwanted = holding.publication.published(offer)
        holdings[serial] = isKept(serial) ? holding : nil
        replyOwn(serial, &effects)
        effects.append(.historyChanged)
      }
      serveHistory(&effects)
    case .relay:
      for selection in Selection.allCases {
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
      for selection in Selection.allCases {
        guard var content = state(selection).lastForeign, content.serial == serial else { continue }
        content.publication.failed()
        failCalls(&content, why, &effects)
        states[selection]?.update(content)
      }
    case .held:
      if var holding = holdings[serial] {
        holding.publication.failed()
        holdings[serial] = isKept(serial) ? holding : nil
      }
      for call in ownCalls.removeValue(forKey: serial) ?? [] {
        effects.append(.reply(call, .failed(why)))
      }
      for selection in Selection.allCases {
        guard var content = state(selection).lastForeign,
          content.held?.serial == serial || content.types.markerID == settings.markerID
        else { continue }
        failCalls(&content, why, &effects)
        states[selection]?.update(content)
      }
      for call in historyCalls.keys { historyCalls[call]?.failure = why }
      serveHistory(&effects)
    case .relay:
      for selection in Selection.allCases {
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
    for selection in Selection.allCases {
      if var content = state(selection).lastForeign, content.publication.offer == offer {
        content.publication.released()
        states[selection]?.update(content)
      }
      if var ownership = state(selection).own, ownership.relay.offer == offer {
        ownership.relay.released()
        states[selection]?.update(ownership)
      }
    }
    for (serial, holding) in holdings where holding.publication.offer == offer {
      holdings[serial]?.publication.released()
    }
  }

  mutating func copiedOfferEnded(
    _ offer: Identifier, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    for selection in Selection.allCases where state(selection).own?.copied?.offer == offer {
      giveUp(selection, now, &effects)
    }
  }

  /// Every offer has gone with it; what is wanted again is published again.
  mutating func brokerLeft(_ effects: inout [ClipboardEffect]) {
    retired = []
    for selection in Selection.allCases {
      if var content = state(selection).lastForeign {
        content.publication.brokerLeft()
        failCalls(&content, Self.brokerHasLeft, &effects)
        states[selection]?.update(content)
      }
      if var ownership = state(selection).own {
        ownership.relay.brokerLeft()
        for paste in ownership.pastes { effects.append(.refuse(paste)) }
        ownership.pastes = []
        states[selection]?.update(ownership)
      }
    }
    for serial in holdings.keys {
      holdings[serial]?.publication.brokerLeft()
      if !isKept(serial) { holdings[serial] = nil }
    }
    for call in ownCalls.values.joined() {
      effects.append(.reply(call, .failed(Self.brokerHasLeft)))
    }
    ownCalls = [:]
    for call in historyCalls.keys { historyCalls[call]?.failure = Self.brokerHasLeft }
    serveHistory(&effects)
  }

  static let brokerHasLeft = Rejection(
    .stateUnavailable, "dragd has left the bus: ask again to have it started")

  private func failCalls(
    _ content: inout ForeignContent, _ why: Rejection, _ effects: inout [ClipboardEffect]
  ) {
    // A content that is still being inspected asks for its offer later.
    guard content.inspection.isDone else { return }
    for call in content.calls { effects.append(.reply(call, .failed(why))) }
    content.calls = []
  }

  private mutating func replyOwn(_ serial: Serial, _ effects: inout [ClipboardEffect]) {
    for call in ownCalls.removeValue(forKey: serial) ?? [] {
      let selection = Selection.allCases.first { state($0).own?.held?.serial == serial }
      guard let selection else {
        fail(call, .noSuchOffer, Self.replacedMeanwhile, &effects)
        continue
      }
      current(call, selection, &effects)
    }
  }

  /// Whether the history or a selection has what was read.
  private func isKept(_ serial: Serial) -> Bool {
    history.contains(serial)
      || Selection.allCases.contains {
        state($0).lastForeign?.held?.serial == serial || state($0).own?.held?.serial == serial
      }
  }

  /// The path of an offer, as programs find it on the clipboard.
  static func path(_ offer: Identifier) -> String { "/org/dragd/Broker1/offer/\(offer)" }

  // MARK: Provide

  /// Where the bytes of an offer of dragclip's come from; fails with the words that a destination is told.
  package func source(
    of offer: Identifier, _ type: MIMEType
  ) throws(Rejection) -> ProvideSource {
    for selection in Selection.allCases {
      if let content = state(selection).foreign, content.publication.offer == offer,
        let imported = content.types.types.first(where: { $0.type == type })
      {
        return .display(selection, imported)
      }
      if let ownership = state(selection).own, ownership.relay.offer == offer {
        switch ownership.content {
        case .copied(let copied): return .offer(copied.offer)
        case .restored(let held):
          if let type = held.types.first(where: { $0.imported.type == type }) {
            return .held(type.read, size: type.size)
          }
        }
      }
    }
    let serial = retired.first { $0.offer == offer }?.serial
    if let held = serial.flatMap({ holdings[$0]?.content }),
      let type = held.types.first(where: { $0.imported.type == type })
    {
      return .held(type.read, size: type.size)
    }
    throw Rejection(
      .sourceFailed,
      "the clipboard has another content since: the program that copied it is asked no more")
  }
}
