@testable import DragModel

// The possible next steps.

extension MoveWorld: Searchable {
  var actions: [MoveAction] {
    var actions: [MoveAction] = []
    addDeliveries(&actions)
    addLedger(&actions)
    addSteps(&actions)
    addTime(&actions)
    addEnds(&actions)
    return actions
  }

  mutating func perform(_ action: MoveAction) {
    apply(action)
    // Replies that only inform a process are delivered at once: the process still need not do what they allow, so no
    // order is lost.
    while let reply = outboxes[0].first, reply.onlyInforms, !isBlocked {
      deliverToSource(refuses: false)
    }
  }

  private mutating func apply(_ action: MoveAction) {
    switch action {
    case .deliver(let connection, _, let offer):
      guard let place = inboxes.firstIndex(where: { $0.connection == connection }) else { return }
      deliver(inbox: place, offer: offer)
    case .deliverToSource(_, let refuses): deliverToSource(refuses: refuses)
    case .deliverToDestination(let destination, _, let sleeps):
      deliver(to: destination, sleeps: sleeps)
    case .serveLedger: serveLedger()
    case .sync: sync()
    case .failToWrite:
      left.faults -= 1
      failToWrite()
    case .leaveInDoubt(let isOnDisk): leaveInDoubt(isOnDisk: isOnDisk)
    case .treatDoubtAsFailure:
      left.faults -= 1
      treatDoubtAsFailure()
    case .overtake: overtake()
    case .writeStateFile: writeStateFile()
    case .offer: offer()
    case .deleteListed: deleteListed()
    case .deleteOwed: deleteOwed()
    case .accept(let item, let destination): accept(item, at: destination)
    case .goOn(let id, let destination), .wakeUp(let id, let destination):
      goOn(id, at: destination)
    case .cancel(let id, let destination): cancel(id, at: destination)
    case .wait(let seconds):
      var late = Self.now
      late.monotonic += seconds * 1_000_000
      if let effects = try? broker.handle(.timerFired, at: late) { perform(effects) }
    case .end(let party, let unsent): end(party, unsent: unsent)
    case .endBroker(let losingCalls): endBroker(losingCalls: losingCalls)
    case .cutPower(let kept): cutPower(kept: kept)
    }
  }

  func isOptional(_ action: MoveAction) -> Bool {
    switch action {
    case .deliver, .deliverToSource, .deliverToDestination, .serveLedger, .sync, .overtake,
      .writeStateFile, .deleteListed, .deleteOwed, .goOn, .wait:
      false
    case .failToWrite, .leaveInDoubt, .treatDoubtAsFailure, .offer, .accept, .wakeUp, .cancel,
      .end, .endBroker, .cutPower:
      true
    }
  }

  // MARK: By whom

  private func addDeliveries(_ actions: inout [MoveAction]) {
    for inbox in inboxes {
      guard let request = inbox.requests.first else { continue }
      var offers = 1
      if case .accept(_, let item) = request { offers = max(1, self.offers(with: item).count) }
      for offer in 0..<offers {
        actions.append(.deliver(connection: inbox.connection, request, offer: offer))
      }
    }
    if let reply = outboxes[0].first, !isBlocked {
      actions.append(.deliverToSource(reply, refuses: false))
      if left.refusals > 0 {
        switch reply {
        case .prepare, .ended: actions.append(.deliverToSource(reply, refuses: true))
        case .claimed, .claimRefused, .offered, .moveAcknowledged, .acknowledgementRefused,
          .accepted, .acceptRefused,
          .finished, .outcome, .outcomeAcknowledged, .released, .noReply, .newOwner:
          break
        }
      }
    }
    for destination in 1...destinations.count {
      guard let reply = outboxes[destination].first else { continue }
      actions.append(.deliverToDestination(destination, reply, sleeps: false))
      if case .accepted = reply, left.sleeps > 0 {
        actions.append(.deliverToDestination(destination, reply, sleeps: true))
      }
    }
  }

  /// Whether the one thread of source and destination waits in Finish.
  private var isBlocked: Bool {
    setup.isOneThread && destinations[0].attempts.contains { $0.phase == .finishing }
  }

  private func addLedger(_ actions: inout [MoveAction]) {
    if writing != nil {
      actions.append(.sync)
      if left.faults > 0 {
        actions.append(.failToWrite)
        if setup.partyRules.contains(.leavesInDoubt) {
          actions.append(.leaveInDoubt(isOnDisk: true))
          actions.append(.leaveInDoubt(isOnDisk: false))
        } else {
          actions.append(.treatDoubtAsFailure)
        }
      }
      if canOvertake { actions.append(.overtake) }
    } else if !requests.isEmpty {
      actions.append(.serveLedger)
    }
    if isStateFileOld { actions.append(.writeStateFile) }
  }

  private func addSteps(_ actions: inout [MoveAction]) {
    if !source.listed.isEmpty { actions.append(.deleteListed) }
    if !source.owed.isEmpty, setup.partyRules.contains(.deletesLater) {
      actions.append(.deleteOwed)
    }
    if source.isReady, source.items != 0, Int(source.offers) < setup.offers {
      actions.append(.offer)
    }
    for (place, destination) in destinations.enumerated() {
      let isBusy = destination.attempts.contains {
        $0.phase == .accepting || $0.phase == .finishing
      }
      if !isBusy, destination.used < setup.attempts {
        for item in 0..<UInt8(setup.items) where !offers(with: item).isEmpty {
          actions.append(.accept(item, at: place + 1))
        }
      }
      for attempt in destination.attempts {
        switch attempt.phase {
        case .sleeping: actions.append(.wakeUp(attempt.id, at: place + 1))
        case .retrying, .toAcknowledge:
          if !isDeciding(attempt.id) { actions.append(.goOn(attempt.id, at: place + 1)) }
        case .finishing:
          if left.cancels > 0 { actions.append(.cancel(attempt.id, at: place + 1)) }
        case .accepting, .asking, .acknowledging: break
        }
      }
    }
  }

  /// Asking again while nothing has changed changes nothing.
  private func isDeciding(_ id: UInt8) -> Bool {
    broker.transfers[MoveNames.transfer(id)]?.moveDecision == .deciding
  }

  private func addTime(_ actions: inout [MoveAction]) {
    let deadlines = Set(
      broker.transfers.values.filter { !$0.isOver && mayEndInTime($0) }
        .compactMap { $0.deadline.map { $0 / 1_000_000 } })
    for deadline in deadlines.sorted() { actions.append(.wait(seconds: deadline)) }
  }

  private func addEnds(_ actions: inout [MoveAction]) {
    if left.kills > 0 {
      for party in 0...destinations.count {
        let connection = connection(of: party)
        let unsent = inboxes.first { $0.connection == connection }?.requests.count ?? 0
        for count in 0...unsent { actions.append(.end(party, unsent: count)) }
      }
      actions.append(.endBroker(losingCalls: false))
      if inboxes.contains(where: { !$0.requests.allSatisfy { $0.isAnswer || $0 == .left } }) {
        actions.append(.endBroker(losingCalls: true))
      }
    }
    if left.powerCuts > 0 {
      for kept in 0...unsynced.count { actions.append(.cutPower(kept: kept)) }
    }
  }
}
