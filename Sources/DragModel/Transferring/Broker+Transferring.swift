// Transfers: bytes, calls of the two parties, ends.

extension Broker {
  /// Between two notices of a transfer's progress, in microseconds.
  static let noticeInterval: UInt64 = 100_000

  /// Gives a transfer one input and turns what follows into effects. An input about a transfer that
  /// is no more changes nothing: it was under way when the end came.
  mutating func step(
    _ id: Identifier, at now: Instant, _ input: (inout Transfer) -> [Transfer.Action]
  ) -> [Effect] {
    guard let place = transfers.index(forKey: id), !transfers.values[place].isOver else {
      return []
    }
    return perform(input(&transfers.values[place]), of: id, at: now)
  }

  func existingTransfer(_ id: Identifier, for peer: Peer) throws(Rejection) -> Transfer {
    guard let transfer = transfers[id], transfer.isParty(peer) else {
      throw Rejection(.noSuchTransfer, "there is no transfer \(id); it may have been forgotten")
    }
    return transfer
  }

  private func received(_ id: Identifier, by peer: Peer) throws(Rejection) -> Transfer {
    let transfer = try existingTransfer(id, for: peer)
    guard transfer.destination.peer == peer else {
      throw Rejection(
        .accessDenied, "only the destination of transfer \(id) receives and finishes it")
    }
    return transfer
  }

  mutating func receive(
    _ call: CallID, transfer id: Identifier, type: MIMEType, caller: Peer, at now: Instant
  ) throws(Rejection) -> [Effect] {
    var transfer = try received(id, by: caller)
    let actions = try transfer.receive(
      call, type: type, limit: limits.waitingCallsPerPart)
    transfers[id] = transfer
    connections[caller]?.lastProgress = now.awake
    return perform(actions, of: id, at: now)
  }

  mutating func finish(
    _ call: CallID, transfer id: Identifier, caller: Peer, hasUnreadStream: Bool, at now: Instant
  ) throws(Rejection) -> [Effect] {
    var transfer = try received(id, by: caller)
    let actions = try transfer.finish(
      call, hasUnreadStream: hasUnreadStream, limit: limits.waitingCallsPerPart, at: now)
    transfers[id] = transfer
    connections[caller]?.lastProgress = now.awake
    return perform(actions, of: id, at: now)
  }

  mutating func cancel(
    transfer id: Identifier, caller: Peer, reason: String, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let transfer = try existingTransfer(id, for: caller)
    if transfer.moving == .deciding {
      guard rules.contains(.noCancelAfterFinish) else {
        return step(id, at: now) { $0.revoke(Rejection(.cancelled, reason)) }
      }
      throw Rejection(
        .operationNotAllowed,
        "transfer \(id) moves its item and Finish was called: its outcome is being decided")
    }
    switch transfer.publicState {
    case .finished:
      throw Rejection(.operationNotAllowed, "transfer \(id) has finished")
    case .failed, .cancelled:
      return []
    case .pending, .running, .delivered:
      let who = transfer.destination.peer == caller ? "destination" : "source"
      let why = reason.isEmpty ? "the \(who) cancelled" : "the \(who) cancelled: \(reason)"
      return step(id, at: now) { $0.cancel(why) }
    }
  }

  private mutating func perform(
    _ actions: [Transfer.Action], of id: Identifier, at now: Instant
  ) -> [Effect] {
    var effects: [Effect] = []
    for action in actions {
      switch action {
      case .handOver(let call, let part):
        let size = transfers[id]?.parts[part].moved ?? 0
        effects.append(.handOver(call, PartID(id, part), size: size))
        // The copy is the destination's own now.
        effects += shrinkRoom(of: PartID(id, part), to: 0)
      case .verify(let part):
        effects.append(.verify(PartID(id, part)))
      case .prepare:
        effects += prepare(id, at: now)
      case .commit:
        effects += commit(id)
      case .deleteAtSource:
        effects += deleteAtSource(id)
      case .answerFinish(let call, let outcome):
        effects.append(.answerFinish(call, outcome))
      case .refuseReceive(let call, let why):
        effects.append(.refuseReceive(call, why))
      case .notify:
        effects += notice(id, at: now)
      case .ended:
        effects += conclude(id, at: now)
      }
    }
    if transfers[id]?.isOver == false { remind(transfer: id) }
    return effects
  }

  /// Tells the parties how it stands: the first byte, then not too often, then the end.
  private mutating func notice(_ id: Identifier, at now: Instant) -> [Effect] {
    guard let transfer = transfers[id] else { return [] }
    switch transfer.publicState {
    case .pending, .running:
      if let last = transfer.lastNotice, now.awake < last + Self.noticeInterval { return [] }
    case .delivered, .finished, .failed, .cancelled:
      break
    }
    transfers[id]?.lastNotice = now.awake
    return [.notify(transfer: id, parties(of: transfer))]
  }

  private func parties(of transfer: Transfer) -> [Peer] {
    var parties = [transfer.destination.peer]
    if let source = transfer.source, source.peer != transfer.destination.peer {
      parties.append(source.peer)
    }
    return parties
  }

  /// What every end has in common: counts, charges, the item's use, the source's notice.
  mutating func conclude(_ id: Identifier, at now: Instant) -> [Effect] {
    guard let transfer = transfers[id] else { return [] }
    let succeeded: Bool
    switch transfer.publicState {
    case .finished:
      statistics.transfersFinished += 1
      succeeded = true
    case .failed:
      statistics.transfersFailed += 1
      succeeded = false
    case .cancelled:
      statistics.transfersCancelled += 1
      succeeded = false
    case .pending, .running, .delivered:
      return []
    }
    statistics.count(moved: transfer.bytes)
    if succeeded {
      arrived(
        Arrival(
          destination: transfer.destination.peer, offer: transfer.offer, item: transfer.item,
          operation: transfer.operation, bytes: transfer.bytes))
    }
    let used = Usage(transfers: 1, heldBytes: transfer.room)
    for part in transfer.parts.indices { _ = transfers[id]?.setRoom(0, part: part) }
    charges.remove(used, from: transfer.destination.account)
    charge(transfer.destination.peer) { connection in
      connection.usage -= used
      connection.receiving.remove(id)
    }
    let became = transfer.isSecret ? nil : transfer.shown
    var effects: [Effect] = [.stop(transfer: id, became: became)]
    if let source = transfer.source {
      charge(source.peer) { $0.providing.remove(id) }
    }
    if let key = transfer.moveKey, !succeeded {
      moves.release(key, from: id)
      effects.append(.ledger(.abandon([id])))
    }
    // Of a committed move the source was told at its commit.
    if let source = transfer.source, !(succeeded && transfer.operation == .move) {
      let ended = Ended(
        item: transfer.item, key: transfer.key ?? "",
        operation: succeeded ? transfer.operation : nil, failure: transfer.failure,
        bytes: transfer.bytes)
      effects.append(.ended(transfer: id, offer: transfer.offer, source, ended))
    }
    effects += use(transfer.item, of: transfer.offer, taken: succeeded)
    ended.add(id, at: now.elapsed)
    forgetEnded(at: now)
    return effects
  }

  /// Drops the transfers that nobody is answered about any more.
  mutating func forgetEnded(at now: Instant) {
    while let id = ended.popDue(at: now.elapsed, limit: limits.endedTransfers) {
      transfers[id] = nil
    }
  }
}
