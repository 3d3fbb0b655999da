internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Synchronization

/// Publishes offers, and publishes them again when dragd has restarted.
extension Session {
  func offer(
    _ providers: [ItemProvider], _ options: OfferingOptions, of client: DragClient
  ) async throws(DragError) -> OfferingCore {
    try options.check(providers)
    let core = try await prepare(providers, options, of: client)
    run { $0.add(core) }
    do throws(DragError) {
      _ = try await core.renew { () async throws(DragError) in try await publish(core) }
    } catch {
      core.end(.failed(error))
      run { $0.remove(core) }
      throw error
    }
    return core
  }

  private func prepare(
    _ providers: [ItemProvider], _ options: OfferingOptions, of client: DragClient
  ) async throws(DragError) -> OfferingCore {
    let number = number()
    var tokens: [String] = []
    var locals: [String?] = []
    for provider in providers {
      let token = provider.localObject.map { object in keep(object) }
      locals.append(token)
      if let token { tokens.append(token) }
    }
    let answer = try await onWorker(lane: .offer(number)) { [locals] in
      // The worker's closure has another error type, so the error travels as a result.
      Result { () throws(DragError) in
        var items: [PreparedItem] = []
        for (provider, local) in zip(providers, locals) {
          items.append(try PreparedItem(provider, local: local))
        }
        return items
      }
    }
    switch answer {
    case .success(let items): return OfferingCore(number: number, items, options, tokens, client)
    case .failure(let error):
      forget(tokens)
      throw error
    }
  }

  private func keep(_ object: any Sendable) -> String {
    let token = String(Random.number(), radix: 36) + String(Random.number(), radix: 36)
    localObjects.withLock { $0[token] = object }
    return token
  }

  func forget(_ tokens: [String]) {
    localObjects.withLock { objects in
      for token in tokens { objects[token] = nil }
    }
  }

  /// Publishes the items that are left; replaces the earlier publication.
  private func publish(_ core: OfferingCore) async throws(DragError) {
    let timeout = core.timeout
    if let moves = core.options.moves, core.options.operations.contains(.move) {
      core.moved(try await claim(moves, timeout: timeout))
    }
    guard core.items.isEmpty || !core.remaining.isEmpty else {
      // All items have moved away, or were accepted as often as they may be.
      end(core, .used)
      return
    }
    let order = core.remaining
    // It may have ended meanwhile.
    guard let items = core.sources(at: order) else { throw .closed }
    var publication = OfferPublication(items, core.offerOptions)
    // The last failure, as this library's error.
    var failure: DragError?
    while true {
      do throws(DragError) {
        switch publication.step {
        case .offer(let items, let options):
          publication.follow(
            .offered(try await offer(items, options, order, of: core, timeout: timeout)))
        case .addItems(let items, let id, let more):
          try await call(timeout: timeout) { () throws(RequestError) in
            try .addItems(items, to: id, more: more)
          }
          publication.follow(.performed)
        case .withdraw(let id):
          run { $0.withdraw(id) }
          publication.follow(.performed)
        case .end(.success):
          return
        case .end(.failure(let error)):
          throw failure ?? DragError(error)
        }
      } catch {
        if case .end = publication.step { throw error }
        failure = error
        // A new dragd does not know the claim.
        if error.code == .busy, let moves = core.options.moves { run { $0.forgetClaim(of: moves) } }
        publication.follow(.failed(RequestError(error)))
      }
    }
  }

  private func offer(
    _ items: [SourceItem], _ options: OfferOptions, _ order: [Int], of core: OfferingCore,
    timeout: Int?
  ) async throws(DragError) -> Identifier {
    try await ask { engine, done in
      engine.perform(timeout: timeout) { () throws(RequestError) in
        try .offer(items, options)
      } then: { answer in
        // On the loop, because dragd may ask for an item at once.
        if case .success(let id) = answer {
          core.published(as: id, by: engine.connection.owner, order)
        }
        done(answer)
      }
    } late: { engine, id in
      engine.withdraw(id)
    }
  }

  /// Publishes an offer at a new dragd.
  func republish(_ core: OfferingCore) async {
    do throws(DragError) {
      switch try await core.renew({ () async throws(DragError) in try await publish(core) }) {
      case .keep: core.events.send(.published)
      case .withdraw(let id): run { $0.withdraw(id) }
      case .wait, .ask, .end: break
      }
    } catch {
      end(core, .failed(error))
    }
  }

  private func end(_ core: OfferingCore, _ end: OfferingEnd) {
    core.stop()
    if !run({ $0.end(core, end) }) { core.end(end) }
  }

  func withdraw(_ core: OfferingCore) async throws(DragError) {
    guard !core.isOver, let id = core.id else { return }
    defer {
      end(core, .withdrawn)
      // It may have been published again meanwhile.
      if let now = core.id, now != id { run { $0.withdraw(now) } }
    }
    do throws(DragError) {
      try await call { () throws(RequestError) in try .withdraw(id) }
    } catch {
      guard error.code != .noSuchOffer else { return }
      // The call of a cancelled task may not have been sent, and no later call withdraws an offer that is over.
      if error.code == .cancelled { run { $0.withdraw(id) } }
      throw error
    }
  }
}
