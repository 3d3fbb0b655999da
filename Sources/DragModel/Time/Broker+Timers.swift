// Timers.

extension Broker {
  /// Microseconds from `now` until DragBroker has to send `timerFired`; nil if no timer is set.
  package func nextTimer(at now: Instant) -> UInt64? {
    let monotonic = Self.earlier(monotonicTimers.earliest, proposalTimers.earliest)
      .map { $0 - min($0, now.monotonic) }
    let boottime = Self.earlier(boottimeTimers.earliest, ended.earliest)
      .map { $0 - min($0, now.boottime) }
    return Self.earlier(monotonic, boottime)
  }

  private static func earlier(_ one: UInt64?, _ other: UInt64?) -> UInt64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  mutating func setTimer(transfer id: Identifier) {
    guard let transfer = transfers[id],
      let deadline = Self.earlier(transfer.deadline, receiveDeadline(of: transfer))
    else { return }
    if let set = transfers[id]?.timer, set <= deadline { return }
    transfers[id]?.timer = deadline
    monotonicTimers.add(id, at: deadline)
    if monotonicTimers.count > 2 * charges.total[.transfers].asCount + 64 {
      let transfers = transfers
      monotonicTimers.keep { transfers[$0]?.isOver == false && transfers[$0]?.timer == $1 }
    }
  }

  mutating func setTimer(offer id: Identifier) {
    guard let deadline = offers[id]?.deadline else { return }
    if let set = offers[id]?.timer, set <= deadline { return }
    offers[id]?.timer = deadline
    boottimeTimers.add(id, at: deadline)
    if boottimeTimers.count > 2 * offers.count + 64 {
      let offers = offers
      boottimeTimers.keep { offers[$0]?.timer == $1 }
    }
  }

  /// Handles some of the timers that are due; all at once would keep callers waiting. `nextTimer` is 0 while
  /// others are left.
  mutating func timerFired(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    var left = Self.timersAtOnce
    while left > 0, let (id, moment) = monotonicTimers.popDue(at: now.monotonic) {
      left -= 1
      // Else an earlier timer was set after this one: to set it anew each time would keep it for ever.
      guard transfers[id]?.timer == moment else { continue }
      transfers[id]?.timer = nil
      effects += step(id, at: now) { $0.timerFired(at: now) }
      effects += checkReceiveDeadline(of: id, at: now)
      if transfers[id]?.isOver == false { setTimer(transfer: id) }
    }
    while left > 0, let (id, moment) = boottimeTimers.popDue(at: now.boottime) {
      left -= 1
      guard let offer = offers[id], offer.timer == moment else { continue }
      offers[id]?.timer = nil
      if let deadline = offer.deadline, deadline <= now.boottime {
        effects += endOffer(id, reason: .expired)
      } else {
        setTimer(offer: id)
      }
    }
    while left > 0, let timer = proposalTimers.popDue(at: now.monotonic) {
      left -= 1
      effects += checkProposalDeadline(of: timer.key)
    }
    forgetEnded(at: now, atMost: Self.forgottenAtOnce)
    return effects
  }

  static let timersAtOnce = 16
  private static let forgottenAtOnce = 256
}

extension UInt64 {
  fileprivate var asCount: Int { Int(clamping: self) }
}
