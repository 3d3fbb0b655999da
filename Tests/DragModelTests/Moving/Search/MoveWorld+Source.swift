import DragModel

// The source follows the contract.

extension MoveWorld {
  /// A message reaches the source. `refuses`: it answers with an error what it may.
  mutating func deliverToSource(refuses: Bool) {
    switch outboxes[0].removeFirst() {
    case .claimed(let moves):
      source.asks -= 1
      source.hasClaimed = true
      for move in moves where !source.listed.contains(move) { source.listed.append(move) }
    case .claimRefused:
      claim(after: 1)
    case .offered(let isBusy):
      source.isOffering = false
      guard isBusy else { return }
      source.offers -= 1
      claim(after: 0)
    case .released:
      // A killed predecessor, whose call came late, has claimed the cookie.
      claim(after: 0)
    case .moveAcknowledged(let id):
      source.acknowledging.removeAll { $0 == id }
    case .acknowledgementRefused(let id):
      acknowledge(id)
    case .prepare(let id, let item):
      if refuses { left.refusals -= 1 }
      send(.prepared(id, source.items.contains(item) && !refuses), from: 0)
    case .ended(let id, let item):
      ended(ListedMove(transfer: id, item: item), refuses: refuses)
    case .noReply(let call):
      lost(call)
    case .newOwner:
      // Restored offers keep their numbers, and so does one that is under way.
      if !source.isOffering, !setup.keepsContent { source.offers = 0 }
      guard setup.partyRules.contains(.asksAtNewOwner) else { return }
      source.listed = []
      claim(after: 0)
    case .accepted, .acceptRefused, .finished, .outcome, .outcomeAcknowledged:
      preconditionFailure("not for a source")
    }
  }

  private mutating func claim(after answers: Int) {
    source.asks += 1 - answers
    source.hasClaimed = false
    send(.claim, from: 0)
  }

  private mutating func ended(_ move: ListedMove, refuses: Bool) {
    if refuses {
      left.refusals -= 1
      source.owed.append(move)
    } else {
      source.items.remove(move.item)
    }
    send(.deleted(move.transfer, !refuses), from: 0)
  }

  private mutating func lost(_ call: MoveRequest) {
    switch call {
    case .claim:
      source.asks -= 1
      if !setup.partyRules.contains(.asksAtNewOwner) { claim(after: 0) }
    case .acknowledgeMove(let id):
      source.acknowledging.removeAll { $0 == id }
      if !setup.partyRules.contains(.asksAtNewOwner) { acknowledge(id) }
    case .offer:
      source.isOffering = false
    case .accept, .finish, .cancel, .outcome, .acknowledgeOutcome, .prepared, .deleted, .left:
      preconditionFailure("not a source's call")
    }
  }

  private mutating func acknowledge(_ id: UInt8) {
    if !source.acknowledging.contains(id) { source.acknowledging.append(id) }
    send(.acknowledgeMove(id), from: 0)
  }

  /// Deletes the next listed item and acknowledges that.
  mutating func deleteListed() {
    let move = source.listed.removeFirst()
    source.items.remove(move.item)
    source.owed.removeAll { $0 == move }
    acknowledge(move.transfer)
  }

  /// Deletes what it could not delete at first.
  mutating func deleteOwed() {
    let move = source.owed.removeFirst()
    source.items.remove(move.item)
    acknowledge(move.transfer)
  }

  mutating func offer() {
    source.isOffering = true
    source.offers += 1
    send(.offer(slot: source.offers - 1, items: source.items), from: 0)
  }
}
