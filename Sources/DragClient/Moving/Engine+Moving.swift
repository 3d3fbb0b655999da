internal import DragConnection
internal import DragModel
internal import DragProtocol

/// dragd's calls to a source of moves.
extension Engine {
  /// Whether this connection has claimed the cookie at the present dragd.
  func hasClaimed(_ cookie: String) -> Bool {
    connection.owner != nil && claims[cookie] == connection.owner
  }

  func forgetClaim(of source: MoveSource) { claims[source.cookie] = nil }

  /// Records that a dragd has listed all moves of the cookie; false, and nothing else, if it has ended since.
  func claimed(_ source: MoveSource, deleted keys: Set<String>, at broker: String?) -> Bool {
    guard broker != nil, broker == connection.owner else { return false }
    claims[source.cookie] = broker
    for core in sources.values where core.options.moves?.cookie == source.cookie {
      core.moved(keys)
    }
    for key in outgoingMoves.endEarlierMoves(
      of: source.cookie, at: connection.owner, committed: keys)
    {
      release(key, source)
    }
    return true
  }

  func prepare(_ call: PrepareCall, _ reply: PendingReply<Void>, _ core: OfferingCore) {
    guard let moves = core.options.moves else {
      return reply.reply(Refusal("this source does not offer moves"))
    }
    let (transfer, key) = (call.transfer, call.key)
    outgoingMoves.add(transfer, key: key, cookie: moves.cookie, at: connection.owner)
    let file = core.place(of: call.item).flatMap { core.items[$0].file }
    answer(reply, about: key) { [weak session] in
      try await moves.check(key)
      if let files = moves.files { try await session?.hold(file, of: key, for: transfer, files) }
    } before: { engine, refusal in
      guard refusal == nil else { return engine.outgoingMoves.refuse(transfer) }
      if let key = engine.outgoingMoves.allow(transfer) { engine.release(key, moves) }
    }
  }

  /// Deletes an item that has moved away.
  func delete(_ call: EndedCall, _ reply: PendingReply<Void>, _ core: OfferingCore) {
    guard let moves = core.options.moves else {
      return reply.reply(Refusal("this source does not offer moves"))
    }
    if let transfer = call.transfer { outgoingMoves.commit(transfer) }
    let key = call.key
    answer(reply, about: key) { try await moves.delete(key) }
  }

  /// Releases an item after its move has failed.
  func keep(_ call: EndedCall, _ core: OfferingCore) {
    guard let moves = core.options.moves, let transfer = call.transfer,
      let key = outgoingMoves.fail(transfer)
    else { return }
    release(key, moves)
  }

  /// Ends offers that were waiting for their last moves.
  func finishOffersWithoutMoves() {
    for (path, (core, end)) in waitingForMoves where !core.items.contains(where: isMoving) {
      waitingForMoves[path] = nil
      core.end(end)
    }
  }

  private func isMoving(_ item: PreparedItem) -> Bool {
    guard let key = item.key else { return false }
    return moveWork[key] != nil || outgoingMoves.include(key, at: connection.owner)
  }

  private func release(_ key: String, _ moves: MoveSource) {
    inOrder(key) { await moves.release(key) }
  }

  /// - Parameter before: called on the loop before the reply is sent.
  private func answer(
    _ reply: PendingReply<Void>, about key: String,
    _ work: @escaping @Sendable () async throws -> Void,
    before: @escaping @Sendable (Engine, Refusal?) -> Void = { _, _ in }
  ) {
    guard let session else { return reply.reply(Refusal("this source is leaving the bus")) }
    let number = keep(reply)
    inOrder(key) {
      var refusal: Refusal?
      do {
        try await work()
      } catch {
        refusal = Refusal(DragError(thrown: error).messageForOthers)
      }
      session.run { [refusal] engine in
        before(engine, refusal)
        engine.removeReply(number, as: PendingReply<Void>.self)?.reply(refusal)
      }
    }
  }

  /// Runs the work for one key in order.
  private func inOrder(_ key: String, _ work: @escaping @Sendable () async -> Void) {
    guard let session else { return }
    let before = moveWork[key]?.task
    let number = session.number()
    let task = Task {
      await before?.value
      await work()
      session.run { engine in
        if engine.moveWork[key]?.number == number { engine.moveWork[key] = nil }
        engine.finishOffersWithoutMoves()
      }
    }
    moveWork[key] = (number, task)
  }
}
