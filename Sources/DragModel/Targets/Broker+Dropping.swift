// Proposals and drops.

extension Broker {
  /// - Parameter isDrop: whether the proposal is to be performed.
  mutating func ask(
    _ call: CallID, _ plan: DropPlan, isDrop: Bool, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let question = plan.question
    let target = try existingTarget(question.target)
    if let reason = plan.forbidden {
      guard !isDrop else { throw Rejection(.forbidden, reason) }
      let (proposal, details) = Dropping.forbidden(reason)
      return [.answerProposal(call, proposal, details)]
    }
    let charge = Usage(drops: 1)
    let dropper = question.dropper.peer
    try check(charge, for: question.dropper)
    try checkWaiting(for: target, by: question.dropper)
    let dropping = Dropping(call, plan, object: target.object, isDrop: isDrop, at: now)
    droppings[call] = dropping
    targets[target.id]?.asked()
    charges.add(charge, to: question.dropper.account)
    self.charge(dropper) { connection in
      connection.usage += charge
      connection.dropping.insert(call)
    }
    self.charge(target.owner.peer) { $0.answering.insert(call) }
    if let deadline = dropping.deadline { proposalDeadlines.add(call, at: deadline) }
    return [.askTarget(call, target.object, question)]
  }

  /// Refuses what would keep the owner of a target from others that drop on it.
  private func checkWaiting(for target: Target, by dropper: Party) throws(Rejection) {
    let waiting = connections[target.owner.peer]?.answering ?? []
    let reserve = Reserve(of: limits.dropsPerConnection)
    guard waiting.count >= reserve.common else { return }
    let account = dropper.account
    let own = waiting.count { droppings[$0]?.question.dropper.account == account }
    guard reserve.room(used: UInt64(waiting.count), own: UInt64(own)) == 0 else { return }
    throw Rejection(
      .quotaExceeded,
      "drops_per_connection is \(limits.dropsPerConnection): \(waiting.count) wait for the owner of drop target "
        + "\(target.id), \(own) of them by this application")
  }

  /// The owner has answered a question, perhaps one that was given up on.
  mutating func proposed(
    _ call: CallID, target id: Identifier, _ answer: TargetAnswer
  ) -> [Effect] {
    targets[id]?.answered()
    guard let dropping = droppings[call], dropping.isAsking else { return [] }
    let (proposal, details) = dropping.judge(answer)
    return settle(dropping, proposal, details)
  }

  private mutating func settle(
    _ dropping: Dropping, _ proposal: Proposal, _ details: ProposalDetails
  ) -> [Effect] {
    let (call, question) = (dropping.call, dropping.question)
    guard offers[question.offer] != nil else {
      return refuse(
        call, Rejection(.noSuchOffer, "offer \(question.offer) has ended meanwhile"))
    }
    guard dropping.isDrop else {
      forget(dropping)
      return [.answerProposal(call, proposal, details)]
    }
    switch proposal {
    case .copy, .move, .link:
      guard let operation = proposal.operation else { return [] }
      droppings[call]?.perform(operation)
      return [.performDrop(call, dropping.object, question, operation)]
    case .cancel:
      return refuse(
        call, Rejection(.cancelled, details.reason ?? "the target cannot take it now"))
    case .forbidden:
      return refuse(
        call, Rejection(.forbidden, details.reason ?? "the target does not take it"))
    }
  }

  mutating func performed(_ call: CallID, _ answer: PerformAnswer) -> [Effect] {
    guard let dropping = droppings[call], let result = dropping.result else { return [] }
    forget(dropping)
    switch answer {
    case .done: return [.answerDrop(call, result)]
    case .failed(let failure): return [.passOn(call, failure)]
    }
  }

  func leave(target id: Identifier, offer: Identifier) throws(Rejection) -> [Effect] {
    let target = try existingTarget(id)
    return [.leave(target.object, target: id, offer: offer)]
  }

  /// A destination has finished an item: the oldest drop that still lacks it has got it.
  mutating func arrived(_ arrival: Arrival) {
    guard let answering = connections[arrival.destination]?.answering, !answering.isEmpty else {
      return
    }
    let served = answering.sorted().filter { droppings[$0]?.isServed(by: arrival) == true }
    let lacking = served.first { droppings[$0]?.hasFinished(arrival.item) == false }
    guard let call = lacking ?? served.first else { return }
    droppings[call]?.count(arrival)
  }

  // MARK: Ends

  mutating func refuse(_ call: CallID, _ why: Rejection) -> [Effect] {
    guard let dropping = droppings[call] else { return [] }
    forget(dropping)
    return [.refuseDrop(call, why)]
  }

  private mutating func forget(_ dropping: Dropping) {
    guard droppings.removeValue(forKey: dropping.call) != nil else { return }
    let charge = Usage(drops: 1)
    charges.remove(charge, from: dropping.question.dropper.account)
    // Of a dropper that has left nothing is charged any more.
    if connections[dropping.question.dropper.peer]?.dropping.contains(dropping.call) == true {
      self.charge(dropping.question.dropper.peer) { connection in
        connection.usage -= charge
        connection.dropping.remove(dropping.call)
      }
    }
    self.charge(dropping.object.peer) { $0.answering.remove(dropping.call) }
  }

  /// A connection leaves: its targets go, what it was asked or performs fails, and what it asked for
  /// is forgotten. A drop of its own that is being performed goes on.
  mutating func targetsLeft(of peer: Peer) -> [Effect] {
    guard let connection = connections[peer] else { return [] }
    var effects: [Effect] = []
    for id in connection.targets.inOrder {
      effects += removeTarget(id, why: "its owner left the bus")
    }
    for call in connections[peer]?.answering.sorted() ?? [] {
      guard let dropping = droppings[call] else { continue }
      effects += refuse(
        call,
        Rejection(
          .cancelled,
          "the target's owner left the bus while it performed the drop: \(dropping.progress)"))
    }
    for call in connection.dropping.sorted() {
      guard let dropping = droppings[call] else { continue }
      if dropping.isAsking {
        effects += refuse(call, Rejection(.cancelled, "the dropper left the bus"))
      } else {
        charge(peer) { connection in
          connection.usage -= Usage(drops: 1)
          connection.dropping.remove(call)
        }
      }
    }
    return effects
  }

  /// The bus says that the owner is not there; that it has left may be heard only later.
  mutating func ownerAbsent(_ call: CallID) -> [Effect] {
    guard let dropping = droppings[call] else { return [] }
    guard dropping.isAsking else {
      return refuse(
        call,
        Rejection(
          .cancelled,
          "the target's owner left the bus while it performed the drop: \(dropping.progress)"))
    }
    targets[dropping.target]?.answered()
    return refuse(
      call,
      Rejection(
        .noSuchTarget, "drop target \(dropping.target) is gone: its owner left the bus"))
  }

  mutating func remindedOfProposals(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    while let call = proposalDeadlines.popDue(at: now.awake) {
      guard let dropping = droppings[call], dropping.isAsking else { continue }
      let seconds = Dropping.patience / 1_000_000
      let (proposal, details) = Dropping.forbidden("the target did not answer within \(seconds) s")
      effects += settle(dropping, proposal, details)
    }
    return effects
  }

  mutating func dropsStopping() -> [Effect] {
    var effects: [Effect] = []
    for call in droppings.keys.sorted() {
      effects += refuse(call, Rejection(.cancelled, "dragd is stopping"))
    }
    return effects
  }
}
