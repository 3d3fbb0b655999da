@testable import DragModel

// What must always hold, and what must hold at rest.

extension MoveWorld {
  var violation: MoveViolation? {
    if let defect { return defect }
    for item in setup.itemMask.members where !isAnywhere(item) {
      return MoveViolation(.lost, "nobody has item \(item)")
    }
    return nil
  }

  private func isShown(_ item: UInt8) -> Bool { destinations.contains { $0.shown.contains(item) } }

  private func isAnywhere(_ item: UInt8) -> Bool {
    source.items.contains(item) || isShown(item)
      || destinations.contains { $0.attempts.contains { $0.item == item && $0.row != .none } }
  }

  /// At rest: all parties run, no message is in flight, and no step is mandatory.
  var violationAtRest: MoveViolation? {
    for item in setup.itemMask.members {
      switch (source.items.contains(item), isShown(item)) {
      case (true, true): return MoveViolation(.twice, "item \(item) is still at its source")
      case (false, false): return MoveViolation(.lost, "item \(item) is shown nowhere")
      case (true, false), (false, true): break
      }
    }
    return locked ?? leftover
  }

  private var locked: MoveViolation? {
    for (place, destination) in destinations.enumerated() {
      for attempt in destination.attempts where attempt.phase != .sleeping {
        return MoveViolation(.locked, "D\(place + 1) waits: \(attempt.phase) of \(attempt.id)")
      }
    }
    if let call = waiting.first { return MoveViolation(.locked, "\(call) is not answered") }
    guard source.isReady else { return MoveViolation(.locked, "S waits: \(source)") }
    if let key = broker.moves.reserved.keys.first {
      return MoveViolation(.locked, "item \(key.key) is reserved for ever")
    }
    return source.items == 0 ? nil : stuck
  }

  /// What keeps the source from offering what it has, or others from moving it.
  private var stuck: MoveViolation? {
    // A killed predecessor's late call has claimed the cookie: Offer answers Busy, and the source claims again.
    guard let claim = broker.moves.claims[MoveNames.cookie] else { return nil }
    var after = broker
    let event = Event.offer(
      id: Identifier(high: 2, middle: 0, low: 0), owner: MoveNames.parties[connection(of: 0)],
      items: source.items.members.map { MoveNames.items[Int($0)] },
      options: MoveNames.offerOptions)
    do throws(Rejection) {
      _ = try after.handle(event, at: Self.now)
    } catch {
      return MoveViolation(.locked, "S cannot offer: \(error.message)")
    }
    for item in source.items.members {
      let record = MoveRecord(
        transfer: Identifier(high: 2, middle: 0, low: 0), cookie: MoveNames.cookie,
        key: MoveNames.keys[Int(item)])
      let request = LedgerRequest.reserve(CallID(0), [record], claim: claim.number)
      if case .refused(let why) = decide(request).answer {
        return MoveViolation(.locked, "item \(item) cannot be moved: \(why.message)")
      }
    }
    return nil
  }

  private var leftover: MoveViolation? {
    if let move = ledger.committed.values.first {
      return MoveViolation(.leftover, "the ledger keeps \(move)")
    }
    if let move = ledger.reserved.values.first {
      return MoveViolation(.leftover, "the ledger keeps \(move)")
    }
    if let transfer = broker.transfers.keys.first {
      return MoveViolation(.leftover, "the broker keeps transfer \(transfer)")
    }
    if !plans.isEmpty { return MoveViolation(.leftover, "the shell keeps a plan") }
    if !broker.moves.committed.isEmpty || !broker.moves.committedKeys.isEmpty {
      return MoveViolation(.leftover, "the broker keeps \(broker.moves.committed)")
    }
    let held = broker.offers.values.reduce(into: Usage()) { $0 += $1.charge }
    if broker.charges.total != held {
      return MoveViolation(.leftover, "charges: \(broker.charges.total)")
    }
    let owners = Set(broker.offers.values.map(\.owner.peer))
      .union(broker.moves.claims.values.map(\.peer))
    if Set(broker.connections.keys) != owners {
      return MoveViolation(.leftover, "connections: \(broker.connections.keys)")
    }
    return nil
  }
}
