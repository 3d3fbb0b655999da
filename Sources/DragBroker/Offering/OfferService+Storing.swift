internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

// Storing the content of offered items.

extension OfferService {
  /// Microseconds for reading passed descriptors; a caller waits 25 s by default.
  private static let readTimeout: UInt64 = 20_000_000

  /// Puts the content of offered items into the store, with a worker for descriptors, and identifies the caller. Then
  /// `offer` gives the items to the model; if it throws, their content is removed. Many items are prepared for that in
  /// the caller's turns.
  ///
  /// - Parameter message: kept until the worker has its job, because the message's descriptors are closed in the same
  ///   lane, and a close may hang.
  func store(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], isSensitive: Bool,
    for call: Call, _ message: Message,
    offer: @escaping (Party, PreparedItems) throws(Rejection) -> Void
  ) throws(Rejection) {
    guard isSensitive || !passed.isEmpty else {
      return try store(
        items, passed, isSensitive: false, of: Party(call.peer), for: call, offer: offer)
    }
    // Each application has a share of the memory for sensitive content, and of the threads for descriptors.
    context.identify(call) { [self] party throws(Rejection) in
      defer { context.updateTimers() }
      if !passed.isEmpty { try context.checkThreads(for: .peer(call.peer.name)) }
      try withExtendedLifetime(message) { () throws(Rejection) in
        try store(items, passed, isSensitive: isSensitive, of: party, for: call, offer: offer)
      }
    }
  }

  private func store(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], isSensitive: Bool,
    of owner: Party, for call: Call,
    offer: @escaping (Party, PreparedItems) throws(Rejection) -> Void
  ) throws(Rejection) {
    let suspended = try context.suspend(call)
    let resume = { [self] (stored: [OfferContentStorage.Stored]) in
      context.peers.identify(call.peer) { [self] party in
        guard context.resume(suspended) else { return }
        prepare(StoredItems(items, stored, of: party, context), of: call, offer)
      }
    }
    let survives = context.persistence != nil && !isSensitive
    let candidates = candidates(
      items, passed, survives: survives,
      memory: context.memory.share(of: owner, isSensitive: isSensitive))
    guard OfferContentStorage.needsWorker(candidates) else {
      return resume(OfferContentStorage.storedInMemory(candidates))
    }
    suspended.setTimeout(Self.readTimeout, context.loop) { [context] in
      _ = context.resume(suspended)
      call.refuse(
        Rejection(
          .invalidDescriptor,
          "reading the passed descriptors took longer than \(Self.readTimeout / 1_000_000) s; "
            + "pass files that can be read"))
      context.updateTimers()
    }
    let storage = OfferContentStorage(
      lane: .peer(call.peer.name), pool: context.workers, isSensitive: isSensitive,
      placement: context.placement(for: owner, isSensitive: isSensitive),
      quotaLeft: context.model.heldBytesLeft(for: call.peer), limits: context.limits,
      survives: survives)
    context.workers.run(
      lane: .peer(call.peer.name),
      { [storage] in
        var storage = storage
        return storage.store(candidates)
      },
      then: { [context] result in
        guard suspended.isWaiting else { return }
        switch result {
        case .success(let stored): resume(stored)
        case .failure(let why):
          _ = context.resume(suspended)
          call.refuse(why)
          context.updateTimers()
        }
      })
  }

  /// One candidate for each held representation, in their order.
  private func candidates(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], survives: Bool,
    memory: MemoryAllowance
  ) -> [OfferContentStorage.Candidate] {
    var candidates: [OfferContentStorage.Candidate] = []
    for (index, item) in items.enumerated() {
      for representation in item.representations {
        let content: OfferContentStorage.Candidate.Content
        switch representation.content {
        case .descriptor(let number): content = .descriptor(passed[number])
        case .bytes(let bytes) where survives && bytes.count > StoredContent.mostBytes:
          content = .bytes(bytes)
        case .bytes(let bytes):
          content = Payload(bytes, of: memory).map { .inMemory($0, bytes) } ?? .bytes(bytes)
        case .lazy: continue
        }
        candidates.append(
          OfferContentStorage.Candidate(
            content: content, item: index, type: representation.type, name: item.attributes.name))
      }
    }
    return candidates
  }

  /// Prepares the items for the model, those of a large offer in the caller's turns.
  private func prepare(
    _ items: StoredItems, of call: Call,
    _ offer: @escaping (Party, PreparedItems) throws(Rejection) -> Void
  ) {
    let prepareInSteps = { [context] () -> Bool in
      let deadline = Clock.monotonic + Turns.step
      while items.prepareNext() {
        guard Clock.monotonic < deadline else { return false }
      }
      do throws(Rejection) {
        try offer(items.owner, items.prepared)
        items.isOffered = true
      } catch {
        call.refuse(error)
      }
      context.updateTimers()
      return true
    }
    if !prepareInSteps() { context.bus.serve(inSteps: prepareInSteps, from: call.peer.name) }
  }
}
