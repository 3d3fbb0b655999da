internal import DragConnection
internal import DragProtocol

/// What dragd asks a source of moves.
extension Engine {
  /// Whether this connection has taken the cookie over at the dragd of now.
  func hasClaimed(_ cookie: String) -> Bool {
    connection.owner != nil && claims[cookie] == connection.owner
  }

  func claimed(_ cookie: String, deleted keys: Set<String>) {
    claims[cookie] = connection.owner
    for core in sources.values where core.options.moves?.cookie == cookie { core.moved(keys) }
  }

  func prepare(_ call: PrepareCall, _ verdict: Verdict, _ core: OfferingCore) {
    guard let moves = core.options.moves else {
      return verdict.give(Refusal("this source moves nothing"))
    }
    let key = call.key
    answer(verdict) { try await moves.check(key) }
  }

  /// The item has moved away.
  func delete(_ call: EndedCall, _ verdict: Verdict, _ core: OfferingCore) {
    guard let moves = core.options.moves else {
      return verdict.give(Refusal("this source moves nothing"))
    }
    let key = call.key
    answer(verdict) { try await moves.delete(key) }
  }

  private func answer(_ verdict: Verdict, _ work: @escaping @Sendable () async throws -> Void) {
    guard let session else { return verdict.give(Refusal("this source is leaving")) }
    let number = keep(verdict)
    Task {
      var refusal: Refusal?
      do {
        try await work()
      } catch {
        refusal = Refusal(DragError(thrown: error).message)
      }
      session.run { [refusal] engine in engine.takeVerdict(number)?.give(refusal) }
    }
  }
}
