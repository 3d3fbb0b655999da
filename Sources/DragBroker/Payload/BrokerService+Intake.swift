internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

extension BrokerService {
  /// Microseconds that looking at passed descriptors may take; callers wait 25 s by default.
  private static let patience: UInt64 = 20_000_000

  /// Takes the content of offered items into the store and finds out who offers, on workers and over
  /// the bus; then lets `finish` put them before the model. If that is refused, the content goes.
  func takeIn(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], isSensitive: Bool,
    for call: Call,
    finish: @escaping (Party, [Item<OfferedContent>]) throws(Rejection) -> Void
  ) throws(Rejection) {
    guard isSensitive else {
      return try takeIn(
        items, passed, isSensitive: false, of: Party(call.peer), for: call, finish: finish)
    }
    // Sensitive content has a share of the memory for each application.
    peers.identify(call.peer) { [self] party in
      call.attempt { () throws(Rejection) in
        try takeIn(items, passed, isSensitive: true, of: party, for: call, finish: finish)
      }
      rearm()
    }
  }

  private func takeIn(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], isSensitive: Bool,
    of owner: Party, for call: Call,
    finish: @escaping (Party, [Item<OfferedContent>]) throws(Rejection) -> Void
  ) throws(Rejection) {
    let attempt = try begin(call)
    let finishing = { [self] (taken: [Intake.Taken]) in
      peers.identify(call.peer) { [self] party in
        guard end(attempt) else { return }
        var contents: [HeldContent] = []
        let offered = store(items, taken, into: &contents)
        do throws(Rejection) {
          try finish(party, offered)
        } catch {
          for content in contents { store.remove(content) }
          call.refuse(error)
        }
        rearm()
      }
    }
    let survives = persistence != nil && !isSensitive
    let candidates = candidates(
      items, passed, survives: survives,
      memory: memory.share(of: owner, isSensitive: isSensitive))
    guard Intake.needsWorker(candidates) else {
      return finishing(Intake.atHand(candidates))
    }
    attempt.giveUp(after: Self.patience, loop) { [self] in
      _ = end(attempt)
      call.refuse(
        Rejection(
          .invalidDescriptor,
          "reading the passed descriptors took longer than 20 s; "
            + "pass files that can be read"))
    }
    let intake = Intake(
      lane: call.peer.name, pool: workers, isSensitive: isSensitive,
      placement: placement(for: owner, isSensitive: isSensitive),
      quotaLeft: model.heldBytesLeft(for: call.peer), limits: configuration.limits,
      survives: survives)
    workers.run(
      lane: call.peer.name,
      { [intake] in
        var intake = intake
        return intake.take(candidates)
      },
      then: { [self] result in
        guard attempt.isOpen else { return }
        switch result {
        case .success(let taken): finishing(taken)
        case .failure(let why):
          _ = end(attempt)
          call.refuse(why)
        }
      })
  }

  /// One candidate for each representation that is held, in their order.
  private func candidates(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], survives: Bool,
    memory: MemoryAllowance
  ) -> [Intake.Candidate] {
    var candidates: [Intake.Candidate] = []
    for (index, item) in items.enumerated() {
      for representation in item.representations {
        let content: Intake.Candidate.Content
        switch representation.content {
        case .descriptor(let number): content = .descriptor(passed[number])
        case .bytes(let bytes) where survives && bytes.count > StoredContent.mostBytes:
          content = .bytes(bytes)
        case .bytes(let bytes):
          content = Payload(bytes, of: memory).map { .atHand($0, bytes) } ?? .bytes(bytes)
        case .lazy: continue
        }
        candidates.append(
          Intake.Candidate(
            content: content, item: index, type: representation.type, name: item.attributes.name))
      }
    }
    return candidates
  }

  /// The items as the model takes them.
  private func store(
    _ items: [Item<ReceivedContent>], _ taken: [Intake.Taken], into contents: inout [HeldContent]
  ) -> [Item<OfferedContent>] {
    var rest = taken[...]
    return items.map { item in
      let representations = item.representations.map { representation in
        var type = representation.type
        let content: OfferedContent
        switch representation.content {
        case .bytes, .descriptor:
          guard let next = rest.popFirst() else {
            preconditionFailure("as many were taken in as were to be held")
          }
          type = next.type
          let held = store.add(next.payload)
          contents.append(held)
          content = .held(held)
        case .lazy(let size):
          content = .lazy(size: size)
        }
        return Representation(
          type: type, visibility: representation.visibility, content: content)
      }
      return Item(attributes: item.attributes, representations: representations)
    }
  }
}
