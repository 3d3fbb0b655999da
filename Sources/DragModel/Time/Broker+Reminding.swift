// Time: what has to be looked at again, and when.

extension Broker {
  /// Microseconds from `now` until the model wants to hear `reminded`; nil if it waits for nothing.
  package func nextReminder(at now: Instant) -> UInt64? {
    let awake = Self.earlier(wakingReminders.earliest, proposalDeadlines.earliest)
      .map { $0 - min($0, now.awake) }
    let elapsed = Self.earlier(sleepingReminders.earliest, ended.earliest)
      .map { $0 - min($0, now.elapsed) }
    return Self.earlier(awake, elapsed)
  }

  private static func earlier(_ one: UInt64?, _ other: UInt64?) -> UInt64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  mutating func remind(transfer id: Identifier) {
    guard let transfer = transfers[id],
      let deadline = Self.earlier(transfer.deadline, receiveDeadline(of: transfer))
    else { return }
    if let set = transfers[id]?.reminder, set <= deadline { return }
    transfers[id]?.reminder = deadline
    wakingReminders.add(id, at: deadline)
    if wakingReminders.count > 2 * charges.total.transfers.asCount + 64 {
      let transfers = transfers
      wakingReminders.keep { transfers[$0]?.isOver == false }
    }
  }

  mutating func remind(offer id: Identifier) {
    guard let deadline = offers[id]?.deadline else { return }
    if let set = offers[id]?.reminder, set <= deadline { return }
    offers[id]?.reminder = deadline
    sleepingReminders.add(id, at: deadline)
    if sleepingReminders.count > 2 * offers.count + 64 {
      let offers = offers
      sleepingReminders.keep { offers[$0] != nil }
    }
  }

  /// Whether time may end a transfer.
  private func mayEnd(_ id: Identifier) -> Bool {
    guard let transfer = transfers[id], transfer.operation == .move else { return true }
    switch transfer.moving {
    case .undecided: return rules.contains(.finishInTime)
    case .decided: return rules.contains(.finishWithoutSource)
    case .deciding, nil: return true
    }
  }

  mutating func reminded(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    while let id = wakingReminders.popDue(at: now.awake) {
      transfers[id]?.reminder = nil
      guard mayEnd(id) else { continue }
      effects += step(id, at: now) { $0.reminded(at: now) }
      effects += remindedOfReceive(id, at: now)
      if transfers[id]?.isOver == false { remind(transfer: id) }
    }
    while let id = sleepingReminders.popDue(at: now.elapsed) {
      guard let offer = offers[id] else { continue }
      offers[id]?.reminder = nil
      if let deadline = offer.deadline, deadline <= now.elapsed {
        effects += end(id, reason: .expired)
      } else {
        remind(offer: id)
      }
    }
    forgetEnded(at: now)
    return effects + remindedOfProposals(at: now)
  }
}

extension UInt64 {
  fileprivate var asCount: Int { Int(clamping: self) }
}
