internal import DragConnection
internal import DragModel
internal import DragProtocol

/// What dragd asks a source of moves.
extension Engine {
  /// Whether this connection has taken the cookie over at the dragd of now.
  func hasClaimed(_ cookie: String) -> Bool {
    connection.owner != nil && claims[cookie] == connection.owner
  }

  func claimed(_ source: MoveSource, deleted keys: Set<String>) {
    claims[source.cookie] = connection.owner
    for core in sources.values where core.options.moves?.cookie == source.cookie {
      core.moved(keys)
    }
    for key in outgoingMoves.settle(source.cookie, at: connection.owner, committed: keys) {
      release(key, source)
    }
  }

  func prepare(_ call: PrepareCall, _ verdict: PendingReply, _ core: OfferingCore) {
    guard let moves = core.options.moves else {
      return verdict.give(Refusal("this source moves nothing"))
    }
    let (transfer, key) = (call.transfer, call.key)
    outgoingMoves.begin(transfer, key: key, cookie: moves.cookie, at: connection.owner)
    answer(verdict, about: key) {
      try await moves.check(key)
    } before: { [unowned self] refusal in
      guard refusal == nil else { return outgoingMoves.refuse(transfer) }
      if let key = outgoingMoves.allow(transfer) { release(key, moves) }
    }
  }

  /// The item has moved away.
  func delete(_ call: EndedCall, _ verdict: PendingReply, _ core: OfferingCore) {
    guard let moves = core.options.moves else {
      return verdict.give(Refusal("this source moves nothing"))
    }
    if let transfer = call.transfer { outgoingMoves.commit(transfer) }
    let key = call.key
    answer(verdict, about: key) { try await moves.delete(key) }
  }

  /// The item stays.
  func keep(_ call: EndedCall, _ core: OfferingCore) {
    guard let moves = core.options.moves, let transfer = call.transfer,
      let key = outgoingMoves.fail(transfer)
    else { return }
    release(key, moves)
  }

  /// Says that offers are over of which nothing is moving any more.
  func finishSettled() {
    for (path, (core, end)) in settling where !core.items.contains(where: isMoving) {
      settling[path] = nil
      core.finish(end)
    }
  }

  private func isMoving(_ item: PreparedItem) -> Bool {
    guard let key = item.key else { return false }
    return moveWork[key] != nil || outgoingMoves.include(key, at: connection.owner)
  }

  private func release(_ key: String, _ moves: MoveSource) {
    inOrder(key) { await moves.release(key) }
  }

  /// - Parameter before: on the loop, before dragd gets the answer.
  private func answer(
    _ verdict: PendingReply, about key: String, _ work: @escaping @Sendable () async throws -> Void,
    before: @escaping (Refusal?) -> Void = { _ in }
  ) {
    guard let session else { return verdict.give(Refusal("this source is leaving")) }
    let number = keep(verdict, before)
    inOrder(key) {
      var refusal: Refusal?
      do {
        try await work()
      } catch {
        refusal = Refusal(DragError(thrown: error).message)
      }
      session.run { [refusal] engine in engine.takeVerdict(number)?(refusal) }
    }
  }

  /// What is done about one key is done one after the other.
  private func inOrder(_ key: String, _ work: @escaping @Sendable () async -> Void) {
    guard let session else { return }
    let before = moveWork[key]?.task
    let number = session.number()
    let task = Task {
      await before?.value
      await work()
      session.run { engine in
        if engine.moveWork[key]?.number == number { engine.moveWork[key] = nil }
        engine.finishSettled()
      }
    }
    moveWork[key] = (number, task)
  }
}
