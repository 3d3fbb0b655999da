import DragModel

// The destination follows the contract.

extension MoveWorld {
  private typealias Row = MoveDestination.Row
  private typealias Phase = MoveDestination.Phase

  mutating func accept(_ item: UInt8, at destination: Int) {
    let place = destination - 1
    let id = UInt8(destination * 8 + destinations[place].used)
    destinations[place].used += 1
    destinations[place].attempts.append(MoveDestination.Attempt(id: id, item: item))
    send(.accept(id, item: item), from: destination)
  }

  /// A message reaches a destination. `sleeps`: it lets Finish wait.
  mutating func deliver(to destination: Int, sleeps: Bool) {
    switch outboxes[destination].removeFirst() {
    case .accepted(let id):
      let phase = sleeps ? Phase.sleeping : .finishing
      change(id, at: destination) {
        $0.row = .pending
        $0.phase = phase
      }
      if sleeps { left.sleeps -= 1 } else { send(.finish(id), from: destination) }
    case .acceptRefused(let id, let isUnused):
      forget(id, at: destination)
      if isUnused { destinations[destination - 1].used -= 1 }
    case .finished(let id, let reply):
      finished(id, reply, at: destination)
    case .outcome(let id, let outcome):
      guard attempt(id, at: destination)?.phase == .asking else { return }
      switch outcome {
      case .committed: show(id, at: destination)
      case .pending: change(id, at: destination) { $0.phase = .retrying }
      case .aborted: drop(id, at: destination)
      }
    case .outcomeAcknowledged(let id, let isDone):
      if isDone {
        forget(id, at: destination)
      } else {
        change(id, at: destination) { $0.phase = .toAcknowledge }
      }
    case .noReply(let call):
      lost(call, at: destination)
    case .claimed, .claimRefused, .offered, .moveAcknowledged, .acknowledgementRefused, .prepare,
      .ended, .released,
      .newOwner:
      preconditionFailure("not for a destination")
    }
  }

  private mutating func finished(_ id: UInt8, _ reply: FinishReply, at destination: Int) {
    guard attempt(id, at: destination)?.phase == .finishing else { return }
    switch reply {
    case .kept: show(id, at: destination)
    case .failed: drop(id, at: destination)
    case .unknown where setup.partyRules.contains(.asksForOutcome): ask(id, at: destination)
    case .unknown: drop(id, at: destination)
    }
  }

  private mutating func lost(_ call: MoveRequest, at destination: Int) {
    switch call {
    case .accept(let id, _): forget(id, at: destination)
    case .finish(let id) where setup.partyRules.contains(.asksForOutcome):
      if attempt(id, at: destination)?.phase == .finishing { ask(id, at: destination) }
    case .finish(let id): send(.finish(id), from: destination)
    case .outcome(let id): ask(id, at: destination)
    case .acknowledgeOutcome(let id): send(.acknowledgeOutcome(id), from: destination)
    case .cancel: break
    case .claim, .offer, .acknowledgeMove, .prepared, .deleted, .left:
      preconditionFailure("not a destination's call")
    }
  }

  // MARK: The steps

  /// Makes the item permanent and acknowledges the outcome.
  private mutating func show(_ id: UInt8, at destination: Int) {
    guard let attempt = attempt(id, at: destination) else { return }
    change(id, at: destination) { $0.phase = .acknowledging }
    // Without the rule the mark is cleared only when the acknowledgement has been answered.
    if setup.partyRules.contains(.acknowledgesAfterwards) {
      makePermanent(attempt, at: destination)
    }
    send(.acknowledgeOutcome(id), from: destination)
  }

  private mutating func makePermanent(
    _ attempt: MoveDestination.Attempt, at destination: Int
  ) {
    if destinations.contains(where: { $0.shown.contains(attempt.item) }) {
      defect = MoveViolation(.twice, "item \(attempt.item) is shown at two destinations")
    }
    destinations[destination - 1].shown.insert(attempt.item)
    change(attempt.id, at: destination) { $0.row = .shown }
  }

  /// Drops what it has stored and acknowledges the outcome.
  private mutating func drop(_ id: UInt8, at destination: Int) {
    change(id, at: destination) {
      $0.row = .none
      $0.phase = .acknowledging
    }
    send(.acknowledgeOutcome(id), from: destination)
  }

  private mutating func ask(_ id: UInt8, at destination: Int) {
    change(id, at: destination) { $0.phase = .asking }
    send(.outcome(id), from: destination)
  }

  private mutating func forget(_ id: UInt8, at destination: Int) {
    if let attempt = attempt(id, at: destination), attempt.row == .pending,
      !setup.partyRules.contains(.acknowledgesAfterwards)
    {
      makePermanent(attempt, at: destination)
    }
    destinations[destination - 1].attempts.removeAll { $0.id == id }
  }

  /// Wakes up, asks again, or acknowledges again.
  mutating func goOn(_ id: UInt8, at destination: Int) {
    switch attempt(id, at: destination)?.phase {
    case .sleeping:
      change(id, at: destination) { $0.phase = .finishing }
      send(.finish(id), from: destination)
    case .retrying:
      ask(id, at: destination)
    case .toAcknowledge:
      change(id, at: destination) { $0.phase = .acknowledging }
      send(.acknowledgeOutcome(id), from: destination)
    case .accepting, .finishing, .asking, .acknowledging, nil:
      break
    }
  }

  /// Calls Cancel after Finish.
  mutating func cancel(_ id: UInt8, at destination: Int) {
    left.cancels -= 1
    send(.cancel(id), from: destination)
    if !setup.partyRules.contains(.keepsUntilItKnows) { drop(id, at: destination) }
  }

  /// After a restart, asks for the outcome of the moves in its store.
  mutating func recover(_ destination: Int) {
    destinations[destination - 1].attempts.removeAll { $0.row == .none }
    for attempt in destinations[destination - 1].attempts {
      switch attempt.row {
      case .none: break
      case .pending: ask(attempt.id, at: destination)
      case .shown:
        change(attempt.id, at: destination) { $0.phase = .acknowledging }
        send(.acknowledgeOutcome(attempt.id), from: destination)
      }
    }
  }

  func attempt(_ id: UInt8, at destination: Int) -> MoveDestination.Attempt? {
    let attempts = destinations[destination - 1].attempts
    return attempts.first { $0.id == id }
  }

  private mutating func change(
    _ id: UInt8, at destination: Int, _ body: (inout MoveDestination.Attempt) -> Void
  ) {
    guard let place = destinations[destination - 1].place(of: id) else { return }
    body(&destinations[destination - 1].attempts[place])
  }
}
