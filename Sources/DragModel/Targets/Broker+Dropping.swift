// Proposals and drops.

extension Broker {
  /// - Parameter isDrop: whether the proposal is to be performed.
  mutating func requestDrop(
    _ call: CallID, _ plan: DropPlan, isDrop: Bool, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let question = plan.question
    let target = try existingTarget(question.target)
    if let reason = plan.forbidden {
      guard !isDrop else { throw Rejection(.forbidden, reason) }
      let (proposal, details) = DropRequest.forbidden(reason)
      return [.answerProposal(call, proposal, details)]
    }
    let charge = Usage(.drops, 1)
    let dropper = question.dropper.peer
    try check(charge, for: question.dropper)
    try checkWaiting(for: target, by: question.dropper)
    let dropRequest = DropRequest(call, plan, object: target.object, isDrop: isDrop, at: now)
    dropRequests[call] = dropRequest
    targets[target.id]?.recordQuestion()
    charges.add(charge, to: question.dropper.account)
    changeConnection(of: dropper) { connection in
      connection.usage += charge
      connection.dropRequests.insert(call)
    }
    changeConnection(of: target.owner.peer) { $0.answering.insert(call) }
    if let deadline = dropRequest.deadline { proposalTimers.add(call, at: deadline) }
    return [.askTarget(call, target.object, question)]
  }

  /// Refuses a call that would leave the owner of a target no room for the calls of other applications.
  private func checkWaiting(for target: Target, by dropper: Party) throws(Rejection) {
    let waiting = connections[target.owner.peer]?.answering ?? []
    let reserve = Reserve(of: limits[.dropsPerConnection])
    guard waiting.count >= reserve.shared else { return }
    let account = dropper.account
    let own = waiting.count { dropRequests[$0]?.question.dropper.account == account }
    guard reserve.room(used: UInt64(waiting.count), own: UInt64(own)) == 0 else { return }
    throw Rejection(
      .quotaExceeded,
      "drops_per_connection is \(limits[.dropsPerConnection]): \(waiting.count) wait for the owner of drop target "
        + "\(target.id), \(own) of them by this application")
  }

  /// The owner has answered a question, perhaps after its deadline.
  mutating func proposed(
    _ call: CallID, target id: Identifier, _ answer: TargetAnswer
  ) -> [Effect] {
    targets[id]?.recordAnswer()
    guard let dropRequest = dropRequests[call], dropRequest.isAsking else { return [] }
    let (proposal, details) = dropRequest.evaluate(answer)
    return apply(proposal, details, to: dropRequest)
  }

  private mutating func apply(
    _ proposal: Proposal, _ details: ProposalDetails, to dropRequest: DropRequest
  ) -> [Effect] {
    let (call, question) = (dropRequest.call, dropRequest.question)
    guard offers[question.offer] != nil else {
      return refuse(
        call, Rejection(.noSuchOffer, "offer \(question.offer) has ended meanwhile"))
    }
    guard dropRequest.isDrop else {
      remove(dropRequest)
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
    remove(dropRequest)
    switch answer {
    case .done: return [.answerDrop(call, result)]
    case .failed(let failure): return [.forwardFailure(call, failure)]
    }
  }

  func leaveTarget(_ id: Identifier, offer: Identifier) throws(Rejection) -> [Effect] {
    let target = try existingTarget(id)
    return [.leaveTarget(target.object, target: id, offer: offer)]
  }

  /// A destination has finished an item: counts it for the oldest drop that still lacks it.
  mutating func countForDrop(_ item: FinishedItem) {
    guard let answering = connections[item.destination]?.answering, !answering.isEmpty else {
      return
    }
    let candidates = answering.sorted().filter { dropRequests[$0]?.includes(item) == true }
    let lacking = candidates.first { dropRequests[$0]?.hasFinished(item.item) == false }
    guard let call = lacking ?? candidates.first else { return }
    dropRequests[call]?.count(item)
  }

  // MARK: Ends

  mutating func refuse(_ call: CallID, _ why: Rejection) -> [Effect] {
    guard let dropRequest = dropRequests[call] else { return [] }
    remove(dropRequest)
    return [.refuseDrop(call, why)]
  }

  private mutating func remove(_ dropRequest: DropRequest) {
    guard dropRequests.removeValue(forKey: dropRequest.call) != nil else { return }
    let charge = Usage(.drops, 1)
    charges.remove(charge, from: dropRequest.question.dropper.account)
    // A dropper that has left is no longer charged.
    if connections[dropRequest.question.dropper.peer]?.dropRequests.contains(dropRequest.call)
      == true
    {
      changeConnection(of: dropRequest.question.dropper.peer) { connection in
        connection.usage -= charge
        connection.dropRequests.remove(dropRequest.call)
      }
    }
    changeConnection(of: dropRequest.object.peer) { $0.answering.remove(dropRequest.call) }
  }

  /// The owner of the target has left, and the target is removed: a drop that the owner was performing fails.
  mutating func ownerLeft(_ call: CallID) -> [Effect] {
    guard let dropRequest = dropRequests[call] else { return [] }
    return refuse(call, ownerLeftWhilePerforming(dropRequest))
  }

  private func ownerLeftWhilePerforming(_ dropRequest: DropRequest) -> Rejection {
    Rejection(
      .cancelled,
      "the target's owner left the bus while it performed the drop: \(dropRequest.progress)")
  }

  /// The dropper has left. Its call ends if the owner has not answered with a proposal; a drop that the owner performs
  /// goes on.
  mutating func dropperLeft(_ call: CallID, _ peer: Peer) -> [Effect] {
    guard let dropRequest = dropRequests[call] else { return [] }
    guard !dropRequest.isAsking else {
      return refuse(call, Rejection(.cancelled, "the dropper left the bus"))
    }
    changeConnection(of: peer) { connection in
      connection.usage -= Usage(.drops, 1)
      connection.dropRequests.remove(call)
    }
    return []
  }

  /// The bus could not deliver the call to the owner. The notice that the owner has left may come later.
  mutating func ownerAbsent(_ call: CallID) -> [Effect] {
    guard let dropRequest = dropRequests[call] else { return [] }
    guard dropRequest.isAsking else {
      return refuse(call, ownerLeftWhilePerforming(dropRequest))
    }
    targets[dropRequest.target]?.recordAnswer()
    return refuse(
      call,
      Rejection(
        .noSuchTarget, "drop target \(dropRequest.target) is gone: its owner left the bus"))
  }

  /// The owner of a target has not answered in time.
  mutating func checkProposalDeadline(of call: CallID) -> [Effect] {
    guard let dropRequest = dropRequests[call], dropRequest.isAsking else { return [] }
    let seconds = DropRequest.proposalTimeout / 1_000_000
    let (proposal, details) = DropRequest.forbidden(
      "the target did not answer within \(seconds) s")
    return apply(proposal, details, to: dropRequest)
  }

  /// Refuses every proposal and drop, because dragd is about to leave.
  mutating func refuseDrops() -> [Effect] {
    var effects: [Effect] = []
    for call in dropRequests.keys.sorted() {
      effects += refuse(call, Rejection(.cancelled, "dragd is stopping"))
    }
    return effects
  }
}
