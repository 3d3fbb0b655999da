// Transfers: their parts, the calls of the two parties, their ends.

extension Broker {
  /// Gives a running transfer one input. An input about a transfer that has ended changes nothing: it was sent before
  /// the sender could know of the end.
  mutating func step(
    _ id: Identifier, at now: Instant, _ input: (inout Transfer) -> [Effect]
  ) -> [Effect] {
    guard let place = transfers.index(forKey: id), !transfers.values[place].isOver else {
      return []
    }
    let room = transfers.values[place].room
    let effects = input(&transfers.values[place])
    return effects + followStep(of: id, formerRoom: room, at: now)
  }

  /// After an input to a transfer that was running: adjusts what its copies are charged, sets its timer or records
  /// its end.
  private mutating func followStep(
    of id: Identifier, formerRoom: UInt64, at now: Instant
  ) -> [Effect] {
    guard let place = transfers.index(forKey: id) else { return [] }
    let room = transfers.values[place].room
    if room != formerRoom {
      changeCharge(of: transfers.values[place].destination, from: formerRoom, to: room)
    }
    guard transfers.values[place].isOver else {
      setTimer(transfer: id)
      return []
    }
    return recordEnd(of: id, at: now)
  }

  /// Passes an event of a part to its transfer. Only the broker handles `roomWanted`.
  mutating func apply(_ event: PartEvent, to part: PartID, at now: Instant) -> [Effect] {
    switch event {
    case .roomWanted:
      return giveRoom(to: part, at: now)
    case .transferred:
      // A destination that reads a stream makes progress; a copy grows without it.
      if let transfer = transfers[part.transfer], transfer.parts[part.index].route.isStream {
        connections[transfer.destination.peer]?.lastProgress = now.monotonic
      }
    case .waiting, .ended, .replied, .sourceLeft, .failed, .destinationClosed, .verified:
      break
    }
    return step(part.transfer, at: now) { $0.apply(event, part: part.index, at: now) }
  }

  // MARK: Calls of the parties

  func existingTransfer(_ id: Identifier, for peer: Peer) throws(Rejection) -> Transfer {
    guard let transfer = transfers[id], transfer.isParty(peer) else {
      throw Rejection(.noSuchTransfer, "there is no transfer \(id); it may have been forgotten")
    }
    return transfer
  }

  mutating func receive(
    _ call: CallID, transfer id: Identifier, type: MIMEType, caller: Peer, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let limit = limits[.waitingCallsPerPart]
    return try stepOfDestination(id, caller, at: now) { transfer throws(Rejection) in
      try transfer.receive(call, type: type, limit: limit)
    }
  }

  mutating func finish(
    _ call: CallID, transfer id: Identifier, caller: Peer, hasUnreadStream: Bool, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let limit = limits[.waitingCallsPerPart]
    return try stepOfDestination(id, caller, at: now) { transfer throws(Rejection) in
      try transfer.finish(call, hasUnreadStream: hasUnreadStream, limit: limit, at: now)
    }
  }

  /// Gives a transfer, which may have ended, a call of its destination.
  private mutating func stepOfDestination(
    _ id: Identifier, _ caller: Peer, at now: Instant,
    _ input: (inout Transfer) throws(Rejection) -> [Effect]
  ) throws(Rejection) -> [Effect] {
    var transfer = try existingTransfer(id, for: caller)
    guard transfer.destination.peer == caller else {
      throw Rejection(
        .accessDenied, "only the destination of transfer \(id) receives and finishes it")
    }
    let (wasOver, room) = (transfer.isOver, transfer.room)
    let effects = try input(&transfer)
    transfers[id] = transfer
    connections[caller]?.lastProgress = now.monotonic
    return wasOver ? effects : effects + followStep(of: id, formerRoom: room, at: now)
  }

  mutating func cancel(
    transfer id: Identifier, caller: Peer, reason: String, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let transfer = try existingTransfer(id, for: caller)
    guard transfer.moveDecision != .deciding else {
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
      let party = transfer.destination.peer == caller ? "destination" : "source"
      let why = reason.isEmpty ? "the \(party) cancelled" : "the \(party) cancelled: \(reason)"
      return step(id, at: now) { $0.cancel(why) }
    }
  }

  // MARK: Ends

  /// Records the end of a transfer, whatever its cause: counts, charges, the item's use, the notice to the source.
  mutating func recordEnd(of id: Identifier, at now: Instant) -> [Effect] {
    guard let transfer = transfers[id], transfer.isOver else { return [] }
    let succeeded = transfer.publicState == .finished
    count(transfer, succeeded: succeeded)
    refund(transfer, id)
    var effects: [Effect] = [
      .stop(transfer: id, result: transfer.isSecret ? nil : transfer.shown)
    ]
    if let key = transfer.moveKey, !succeeded {
      moves.release(key, from: id)
      effects.append(.ledger(.abandon([id])))
    }
    // The source of a committed move got Ended at the commit.
    if let source = transfer.source, !(succeeded && transfer.operation == .move) {
      let ended = Ended(
        item: transfer.item, key: transfer.key ?? "",
        operation: succeeded ? transfer.operation : nil, failure: transfer.failure,
        bytes: transfer.bytes)
      effects.append(.ended(transfer: id, offer: transfer.offer, source, ended))
    }
    effects += recordUse(of: transfer.item, in: transfer.offer, succeeded: succeeded)
    transfers[id]?.dropTexts()
    ended.add(id, counting: transfer.countWhenEnded, at: now.boottime)
    forgetEnded(at: now)
    return effects
  }

  private mutating func count(_ transfer: Transfer, succeeded: Bool) {
    switch transfer.publicState {
    case .finished: statistics.transfersFinished += 1
    case .failed: statistics.transfersFailed += 1
    case .cancelled: statistics.transfersCancelled += 1
    case .pending, .running, .delivered: return
    }
    statistics.count(transferred: transfer.bytes)
    guard succeeded else { return }
    countForDrop(
      FinishedItem(
        destination: transfer.destination.peer, offer: transfer.offer, item: transfer.item,
        operation: transfer.operation, bytes: transfer.bytes))
  }

  /// Refunds what the destination was charged, and removes the transfer from both connections.
  private mutating func refund(_ transfer: Transfer, _ id: Identifier) {
    var used = Usage(.transfers, 1)
    used[.heldBytes] = transfer.room
    for part in transfer.parts.indices { _ = transfers[id]?.setRoom(0, part: part) }
    charges.remove(used, from: transfer.destination.account)
    changeConnection(of: transfer.destination.peer) { connection in
      connection.usage -= used
      connection.receiving.remove(id)
    }
    guard let source = transfer.source else { return }
    changeConnection(of: source.peer) { $0.providing.remove(id) }
  }

  /// Forgets transfers that ended a minute ago, and the oldest ended ones while all together exceed the limit.
  mutating func forgetEnded(at now: Instant, atMost count: Int = .max) {
    var left = count
    while left > 0, let id = ended.popDue(at: now.boottime, limit: limits[.endedTransfers]) {
      transfers[id] = nil
      left -= 1
    }
  }
}
