@testable import DragModel

// Sudden ends. A party restarts at once: a pause before that is the same as a first message that has not arrived.

extension MoveWorld {
  /// - Parameter unsent: how many of its last messages are lost.
  mutating func end(_ party: Int, unsent: Int) {
    let old = connection(of: party)
    guard let place = inboxes.firstIndex(where: { $0.connection == old }) else { return }
    left.kills -= 1
    inboxes[place].requests.removeLast(unsent)
    inboxes[place].requests.append(.left)
    restart(party)
  }

  private mutating func restart(_ party: Int) {
    outboxes[party] = []
    if party == 0 {
      let life = source.life + 1
      source = MoveSource(items: source.items)
      source.life = life
      inboxes.append(Inbox(connection: connection(of: 0), requests: [.claim]))
    } else {
      destinations[party - 1].life += 1
      inboxes.append(Inbox(connection: connection(of: party), requests: []))
      recover(party)
    }
    inboxes.sort { $0.connection < $1.connection }
  }

  /// - Parameter losingCalls: whether messages that have not been served had reached the broker and are lost.
  mutating func endBroker(losingCalls: Bool) {
    left.kills -= 1
    restartBroker(losingCalls: losingCalls)
  }

  /// The shell cannot know whether the record has reached the disk.
  mutating func leaveInDoubt(isOnDisk: Bool) {
    left.faults -= 1
    if !isOnDisk {
      if setup.powerCuts > 0 { unsynced.removeLast(writing?.entries.count ?? 0) }
      writing = nil
    }
    restartBroker(losingCalls: false)
  }

  private mutating func restartBroker(losingCalls: Bool) {
    var lost = waiting
    for place in inboxes.indices {
      inboxes[place].requests.removeAll { $0.isAnswer }
      guard losingCalls else { continue }
      let connection = inboxes[place].connection
      let calls = inboxes[place].requests.filter { $0 != .left }
      lost += calls.map { Waiting(connection: connection, request: $0) }
      inboxes[place].requests.removeAll { $0 != .left }
    }
    for call in lost { send(.noReply(call.request), to: call.connection) }
    for entry in hidden + (writing?.entries ?? []) { setup.rules.apply(entry, to: &ledger) }
    if setup.powerCuts > 0 { unsynced += hidden }
    startBroker()
    // A destination learns the same from its unanswered calls.
    outboxes[0].append(.newOwner)
  }

  private mutating func startBroker() {
    waiting = []
    plans = []
    requests = []
    writing = nil
    hidden = []
    brokerLife += 1
    let entries = ledger.entries { _ in false }
    ledger = LedgerState(limit: MoveCost(moves: 100, bytes: .max))
    for entry in entries { setup.rules.apply(entry, to: &ledger) }
    if setup.partyRules.contains(.syncsAtStart) {
      safe = ledger
      unsynced = []
    }
    broker = Broker(limits: Self.limits)
    broker.keepsContent = setup.keepsContent
    restoreOffers()
  }

  /// Every process ends; the disk keeps the first `kept` unsynced entries.
  mutating func cutPower(kept: Int) {
    left.powerCuts -= 1
    ledger = safe
    for entry in unsynced.prefix(kept) { setup.rules.apply(entry, to: &ledger) }
    safe = ledger
    unsynced = []
    inboxes = []
    stateFile = []
    startBroker()
    for party in 0...destinations.count { restart(party) }
  }

  // MARK: What outlives the broker

  /// The offers as the state file should have them.
  var offersToKeep: [StoredOffer] {
    guard setup.keepsContent else { return [] }
    return broker.offers.values.map { offer in
      var items: UInt8 = 0
      for item in offer.items where !item.hasMovedAway {
        items.insert(MoveNames.item(item.attributes.key ?? ""))
      }
      return StoredOffer(
        connection: MoveNames.connection(offer.owner.peer),
        offer: MoveNames.number(ofOffer: offer.id), items: items)
    }.sorted { $0.offer < $1.offer }
  }

  /// Committed moves whose items are no longer in the state file.
  private var unlistable: [Identifier] {
    ledger.committed.values.filter { move in
      move.isListed
        && !stateFile.contains { $0.items.contains(MoveNames.item(move.record.key)) }
    }.map(\.record.transfer).sorted()
  }

  var isStateFileOld: Bool {
    setup.keepsContent && (stateFile != offersToKeep || !unlistable.isEmpty && !isUnlisting)
  }

  private var isUnlisting: Bool {
    requests.contains { if case .unlist = $0 { true } else { false } }
  }

  mutating func writeStateFile() {
    stateFile = offersToKeep
    let gone = isUnlisting ? [] : unlistable
    if !gone.isEmpty { perform([.ledger(.unlist(gone))]) }
  }

  /// Restores the offers of the state file without the items that were moved away.
  private mutating func restoreOffers() {
    let records = stateFile.map { stored in
      OfferRecord<OfferedContent>(
        id: MoveNames.offers[stored.offer], owner: MoveNames.parties[stored.connection],
        options: MoveNames.offerOptions, created: 0, expires: 0, deadline: nil, stage: .open,
        items: stored.items.members.map { item in
          RecordedItem(
            attributes: MoveNames.items[Int(item)].attributes,
            representations: [
              RecordedRepresentation(
                type: MoveNames.type, visibility: .all, content: MoveNames.contents[Int(item)])
            ], useCount: 0)
        })
    }
    let restores = setup.partyRules.contains(.restoresWhatIsLeft)
    let committed = restores ? Set(ledger.committed.values.map(\.record.key)) : []
    let present = Set(inboxes.map { MoveNames.parties[$0.connection].peer })
    perform(
      broker.restore(
        records, present: present, isCommitted: { committed.contains($0.key) },
        at: Self.now))
  }
}
