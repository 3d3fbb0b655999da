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
      let (proposal, details) = DropRequest.forbidden(reason)
      return [.answerProposal(call, proposal, details)]
    }
    let charge = Usage(drops: 1)
    let dropper = question.dropper.peer
    try check(charge, for: question.dropper)
    try checkWaiting(for: target, by: question.dropper)
    let dropRequest = DropRequest(call, plan, object: target.object, isDrop: isDrop, at: now)
    dropRequests[call] = dropRequest
    targets[target.id]?.asked()
    charges.add(charge, to: question.dropper.account)
    self.charge(dropper) { connection in
      connection.usage += charge
      connection.dropRequest.insert(call)
    }
    self.charge(target.owner.peer) { $0.answering.insert(call) }
    if let deadline = dropRequest.deadline { proposalDeadlines.add(call, at: deadline) }
    return [.askTarget(call, target.object, question)]
  }

  /// Refuses what would keep the owner of a target from others that drop on it.
  private func checkWaiting(for target: Target, by dropper: Party) throws(Rejection) {
    let waiting = connections[target.owner.peer]?.answering ?? []
    let reserve = Reserve(of: limits.dropsPerConnection)
    guard waiting.count >= reserve.common else { return }
    let account = dropper.account
    let own = waiting.count { dropRequests[$0]?.question.dropper.account == account }
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
    guard let dropRequest = dropRequests[call], dropRequest.isAsking else { return [] }
    let (proposal, details) = dropRequest.evaluate(answer)
    return settle(dropRequest, proposal, details)
  }

  private mutating func settle(
    _ dropRequest: DropRequest, _ proposal: Proposal, _ details: ProposalDetails
  ) -> [Effect] {
    let (call, question) = (dropRequest.call, dropRequest.question)
    guard offers[question.offer] != nil else {
      return refuse(
        call, Rejection(.noSuchOffer, "offer \(question.offer) has ended meanwhile"))
    }
    guard dropRequest.isDrop else {
      forget(dropRequest)
      return [.answerProposal(call, proposal, details)]
    }
    switch proposal {
    case .copy, .move, .link:
      guard let operation = proposal.operation else { return [] }
      dropRequests[call]?.perform(operation)
      return [.performDrop(call, dropRequest.object, question, operation)]
    case .cancel:
      return refuse(
        call, Rejection(.cancelled, details.reason ?? "the target cannot take it now"))
    case .forbidden:
      return refuse(
        call, Rejection(.forbidden, details.reason ?? "the target does not take it"))
    }
  }

  mutating func performed(_ call: CallID, _ answer: PerformAnswer) -> [Effect] {
    guard let dropRequest = dropRequests[call], let result = dropRequest.result else { return [] }
    forget(dropRequest)
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
    let served = answering.sorted().filter { dropRequests[$0]?.isServed(by: arrival) == true }
    let lacking = served.first { dropRequests[$0]?.hasFinished(arrival.item) == false }
    guard let call = lacking ?? served.first else { return }
    dropRequests[call]?.count(arrival)
  }

  // MARK: Ends

  mutating func refuse(_ call: CallID, _ why: Rejection) -> [Effect] {
    guard let dropRequest = dropRequests[call] else { return [] }
    forget(dropRequest)
    return [.refuseDrop(call, why)]
  }

  private mutating func forget(_ dropRequest: DropRequest) {
    guard dropRequests.removeValue(forKey: dropRequest.call) != nil else { return }
    let charge = Usage(drops: 1)
    charges.remove(charge, from: dropRequest.question.dropper.account)
    // Of a dropper that has left nothing is charged any more.
    if connections[dropRequest.question.dropper.peer]?.dropRequest.contains(dropRequest.call)
      == true
    {
      self.charge(dropRequest.question.dropper.peer) { connection in
        connection.usage -= charge
        connection.dropRequest.remove(dropRequest.call)
      }
    }
    self.charge(dropRequest.object.peer) { $0.answering.remove(dropRequest.call) }
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
      guard let dropRequest = dropRequests[call] else { continue }
      effects += refuse(
        call,
        Rejection(
          .cancelled,
          "the target's owner left the bus while it performed the drop: \(dropRequest.progress)"))
    }
    for call in connection.dropRequest.sorted() {
      guard let dropRequest = dropRequests[call] else { continue }
      if dropRequest.isAsking {
        effects += refuse(call, Rejection(.cancelled, "the dropper left the bus"))
      } else {
        charge(peer) { connection in
          connection.usage -= Usage(drops: 1)
          connection.dropRequest.remove(call)
        }
      }
    }
    return effects
  }

  /// The bus says that the owner is not there; that it has left may be heard only later.
  mutating func ownerAbsent(_ call: CallID) -> [Effect] {
    guard let dropRequest = dropRequests[call] else { return [] }
    guard dropRequest.isAsking else {
      return refuse(
        call,
        Rejection(
          .cancelled,
          "the target's owner left the bus while it performed the drop: \(dropRequest.progress)"))
    }
    targets[dropRequest.target]?.answered()
    return refuse(
      call,
      Rejection(
        .noSuchTarget, "drop target \(dropRequest.target) is gone: its owner left the bus"))
  }

  mutating func remindedOfProposals(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    while let call = proposalDeadlines.popDue(at: now.awake) {
      guard let dropRequest = dropRequests[call], dropRequest.isAsking else { continue }
      let seconds = DropRequest.patience / 1_000_000
      let (proposal, details) = DropRequest.forbidden(
        "the target did not answer within \(seconds) s")
      effects += settle(dropRequest, proposal, details)
    }
    return effects
  }

  mutating func dropsStopping() -> [Effect] {
    var effects: [Effect] = []
    for call in dropRequests.keys.sorted() {
      effects += refuse(call, Rejection(.cancelled, "dragd is stopping"))
    }
    return effects
  }
}
