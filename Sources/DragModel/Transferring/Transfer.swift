/// One item on its way to one destination, in one or more representations.
///
/// Each mutating function is one input and returns the effects that follow; the broker adds what concerns more than
/// this transfer (charges, timers, the offer). A transfer ends exactly once.
struct Transfer: Hashable, Sendable {
  let id: Identifier
  let offer: Identifier
  let item: Int
  private(set) var name: String?
  private(set) var key: String?
  /// The item's cookie and key; nil for a copy or a link, and after the end.
  private(set) var moveKey: MoveKey?
  let destination: Party
  let owner: Party
  private(set) var source: SourceObject?
  let options: AcceptOptions
  let operation: Operation
  /// Whether the offer is private or sensitive: then no log line may mention the transfer.
  let isSecret: Bool
  private(set) var parts: [Part]
  private(set) var phase: TransferPhase
  /// Calls of Receive that wait for a part.
  private var receiveCalls: [CallID: Int] = [:]
  /// Calls of Finish that wait for the end.
  private var finishCalls: [CallID] = []
  /// Whether the source has deleted the item of a move; true for a copy or a link.
  private var sourceHasDeleted = true
  /// Parts by reference whose file was unchanged after the destination had read the last byte.
  private var verified: Set<Int> = []
  var notices = ProgressNotices()
  /// The earliest timer that is set, on the monotonic clock.
  var timer: UInt64?

  init(
    id: Identifier, plan: AcceptPlan, item: PlannedItem, of offered: Offer, at now: Instant
  ) {
    self.id = id
    offer = plan.offer
    self.item = item.index
    name = item.name
    key = offered.items[item.index].attributes.key
    moveKey = item.operation == .move ? offered.moveKey(item.index) : nil
    destination = plan.destination
    owner = offered.owner
    source = offered.source
    options = plan.options.withoutPatterns
    isSecret = plan.isSecret
    operation = item.operation
    parts = item.parts.map { Part($0, at: now) }
    phase = .pending
    if parts.allSatisfy({ $0.state == .received }) {
      phase = operation == .move ? .delivered(since: now.monotonic) : .finished
    }
  }

  // MARK: Reading

  var isOver: Bool { phase.isOver }
  var publicState: TransferState { phase.shown }
  /// Why the transfer failed or was cancelled.
  var failure: Rejection? { phase.failure }

  /// The decision about a move; nil for a copy or a link.
  var moveDecision: TransferPhase.MoveDecision? {
    operation == .move ? phase.moveDecision(finishWasCalled: !finishCalls.isEmpty) : nil
  }

  private var result: FinishResult {
    FinishResult(bytes: bytes, operation: operation, acknowledged: sourceHasDeleted)
  }

  /// Removes the texts that no call about an ended transfer reads: no account is charged for ended transfers.
  mutating func dropTexts() {
    name = nil
    key = nil
    moveKey = nil
  }

  // MARK: Copies

  /// Bytes that its copies may take together, charged to the destination.
  var room: UInt64 { parts.reduce(0) { $0 + $1.room } }

  /// Changes what the copy of a part may take, and returns the former value.
  mutating func setRoom(_ bytes: UInt64, part: Int) -> UInt64 { parts[part].setRoom(bytes) }

  // MARK: Bytes

  /// Applies what happened to one part.
  mutating func apply(_ event: PartEvent, part: Int, at now: Instant) -> [Effect] {
    guard !isOver else { return [] }
    let wasComplete = parts[part].isComplete
    switch event {
    case .sourceLeft: return truncate(part: part)
    case .failed(let why): return fail(why)
    case .destinationClosed: return destinationClosed(part: part)
    case .verified: return verified(part: part, at: now)
    case .transferred, .ended: if phase == .pending { phase = .running }
    case .waiting, .roomWanted, .replied: break
    }
    do throws(Rejection) {
      try parts[part].apply(event, at: now)
    } catch {
      return fail(error)
    }
    if parts[part].isComplete, !wasComplete { return partCompleted(at: now) }
    switch event {
    case .transferred, .ended: return notices.bytesArrived(at: now) ? [notice] : []
    case .waiting, .roomWanted, .replied, .sourceLeft, .failed, .destinationClosed, .verified:
      return []
    }
  }

  /// Reports the progress to the parties.
  var notice: Effect {
    var parties = [destination.peer]
    if let source, source.peer != destination.peer { parties.append(source.peer) }
    return .notify(transfer: id, parties)
  }

  // MARK: Ends

  /// The transfer cannot be completed.
  mutating func fail(_ why: Rejection) -> [Effect] {
    phase.canFail ? end(.failed(why), refusing: why) : []
  }

  /// A party cancels. The broker has refused those that no longer may.
  mutating func cancel(_ why: String) -> [Effect] {
    let why = Rejection(.cancelled, why)
    return phase.canBeCancelled ? end(.cancelled(why), refusing: why) : []
  }

  /// dragd is about to leave: the only wait that remains is for a commit that is being written.
  mutating func stop() -> [Effect] {
    switch phase {
    case .committed: recordDeletion(false)
    case .pending, .running, .delivered, .finishing, .finished, .failed, .cancelled:
      cancel("dragd is stopping")
    }
  }

  private mutating func end(_ end: TransferPhase, refusing why: Rejection) -> [Effect] {
    phase = end
    let refused: [Effect] = receiveCalls.keys.sorted().map { .refuseReceive($0, why) }
    let answered: [Effect] = finishCalls.map { .answerFinish($0, .failure(why)) }
    receiveCalls = [:]
    finishCalls = []
    return refused + answered + [notice]
  }

  private mutating func endWithSuccess() -> [Effect] {
    phase = .finished
    let answered: [Effect] = finishCalls.map { .answerFinish($0, .success(result)) }
    let unreceived = Rejection(
      .noSuchItem, "transfer \(id) was finished before this representation was received")
    let refused: [Effect] = receiveCalls.keys.sorted().map { .refuseReceive($0, unreceived) }
    receiveCalls = [:]
    finishCalls = []
    return answered + refused + [notice]
  }

  /// The source left the bus: it will write, answer and delete nothing more.
  mutating func sourceLeft() -> [Effect] {
    source = nil
    switch phase {
    case .finished, .failed, .cancelled, .finishing(.committing): return []
    case .committed: return recordDeletion(false)
    case .finishing(.preparing): return refusePrepare(Self.absentSource)
    case .pending, .running, .delivered, .finishing(.verifying): break
    }
    let missing = parts.firstIndex { $0.route.isLazy && !$0.isComplete }
    return missing.map { truncate(part: $0) } ?? []
  }

  /// The source left the bus before the part was complete.
  private mutating func truncate(part: Int) -> [Effect] {
    parts[part].isComplete ? [] : fail(Self.truncation(of: parts[part]))
  }

  /// The destination left the bus.
  mutating func destinationLeft(hasUnreadStream: Bool) -> [Effect] {
    switch phase {
    case .finished, .failed, .cancelled, .committed, .finishing(.committing):
      return []
    case .pending, .running, .finishing(.preparing):
      return cancel("the destination left the bus")
    case .delivered, .finishing(.verifying):
      guard operation != .move else {
        return cancel("the destination left the bus before the move was committed")
      }
      guard hasUnreadStream else { return endWithSuccess() }
      return cancel("the destination left the bus before it had read everything")
    }
  }

  private mutating func destinationClosed(part: Int) -> [Effect] {
    guard !parts[part].isComplete else { return [] }
    return cancel("\(parts[part].type): the destination stopped reading \(parts[part].progress)")
  }

  // MARK: Completion

  private mutating func partCompleted(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for (call, part) in receiveCalls.sorted(by: { $0.key < $1.key }) where parts[part].isComplete {
      receiveCalls[call] = nil
      effects.append(answerReceive(call, part))
    }
    guard parts.allSatisfy(\.isComplete) else {
      return notices.bytesArrived(at: now) ? effects + [notice] : effects
    }
    phase = .delivered(since: now.monotonic)
    if !finishCalls.isEmpty { return effects + verifyFiles(at: now) }
    return effects + (endIfReceived() ?? [notice])
  }

  private mutating func answerReceive(_ call: CallID, _ part: Int) -> Effect {
    parts[part].receive()
    return .answerReceive(call, PartID(id, part), size: parts[part].transferred)
  }

  /// A copy ends once the destination has the descriptor of every part. Only Finish tells that the destination has
  /// read a stream.
  private mutating func endIfReceived() -> [Effect]? {
    guard operation != .move, parts.allSatisfy({ $0.state == .received }) else { return nil }
    return endWithSuccess()
  }

  // MARK: The destination's calls

  /// - Parameter limit: how many calls may wait for one part.
  mutating func receive(
    _ call: CallID, type: MIMEType, limit: UInt64
  ) throws(Rejection) -> [Effect] {
    guard let index = parts.firstIndex(where: { $0.type == type }) else {
      let types = parts.map(\.type.description).joined(separator: ", ")
      throw Rejection(.noSuchItem, "transfer \(id) has no \(type); it has \(types)")
    }
    guard parts[index].route.needsReceive else {
      throw Rejection(
        .operationNotAllowed, "\(type) of transfer \(id) came with the reply to Accept")
    }
    if let failure { throw failure }
    switch parts[index].state {
    case .received:
      throw Rejection(.noSuchItem, "\(type) of transfer \(id) has been received already")
    case .waiting, .running, .replied, .ended:
      let waiting = receiveCalls.values.count { $0 == index }
      try LimitKey.waitingCallsPerPart.check(limit, UInt64(waiting), 1)
      receiveCalls[call] = index
      return []
    case .complete:
      guard !isOver else {
        throw Rejection(
          .noSuchItem, "transfer \(id) was finished before \(type) was received")
      }
      return [answerReceive(call, index)] + (endIfReceived() ?? [])
    }
  }

  /// - Parameters:
  ///   - hasUnreadStream: whether one of its pipes still holds bytes that the destination has not read.
  ///   - limit: how many calls may wait for the end.
  mutating func finish(
    _ call: CallID, hasUnreadStream: Bool, limit: UInt64, at now: Instant
  ) throws(Rejection) -> [Effect] {
    if !isOver { try LimitKey.waitingCallsPerPart.check(limit, UInt64(finishCalls.count), 1) }
    switch phase {
    case .finished:
      return [.answerFinish(call, .success(result))]
    case .failed(let why), .cancelled(let why):
      throw why
    case .pending, .running:
      // Finish waits only for a source's reply: if it waited for the destination to read or receive, a destination with
      // one thread would wait for itself.
      guard !hasUnreadStream,
        parts.allSatisfy({ $0.isComplete || $0.route.isStream && $0.hasEnded })
      else {
        throw Rejection(
          .busy,
          "transfer \(id) is not complete yet: read each stream to its end, "
            + "Receive each file, then Finish")
      }
      finishCalls.append(call)
      return []
    case .delivered:
      guard !hasUnreadStream else {
        throw Rejection(
          .busy, "transfer \(id) has a stream with bytes left: read it to its end, then Finish")
      }
      finishCalls.append(call)
      return verifyFiles(at: now)
    case .finishing, .committed:
      finishCalls.append(call)
      return []
    }
  }

  /// The destination has everything and keeps it: dragd checks the source's own files once more, then commits a
  /// move and ends anything else.
  private mutating func verifyFiles(at now: Instant) -> [Effect] {
    let unverified = unverified
    guard unverified.isEmpty else {
      phase = .finishing(.verifying(since: now.monotonic))
      return unverified.map { .verify(PartID(id, $0)) }
    }
    return operation == .move ? prepare(at: now) : endWithSuccess()
  }

  /// Streams of a source's own file that dragd has not checked since the destination read them.
  private var unverified: [Int] {
    parts.indices.filter { index in
      parts[index].route.isStream && parts[index].route.held?.place == .reference
        && !verified.contains(index)
    }
  }

  private mutating func verified(part: Int, at now: Instant) -> [Effect] {
    switch phase {
    case .finishing(.verifying):
      verified.insert(part)
      guard unverified.isEmpty else { return [] }
      return operation == .move ? prepare(at: now) : endWithSuccess()
    case .pending, .running, .delivered, .finishing(.preparing), .finishing(.committing),
      .committed,
      .finished, .failed, .cancelled:
      return []
    }
  }

  // MARK: Moves: the two phases

  /// Asks the source whether the item is still there and unchanged.
  private mutating func prepare(at now: Instant) -> [Effect] {
    phase = .finishing(.preparing(since: now.monotonic))
    guard let source else { return refusePrepare(Self.absentSource) }
    return [.prepare(transfer: id, offer: offer, source, item: item, key: key ?? "")]
  }

  /// The source answered Prepare: the item can go.
  /// - Parameter isListed: whether content of the item may come back after a crash.
  mutating func commit(isListed: Bool) -> [Effect] {
    switch phase {
    case .finishing(.preparing):
      phase = .finishing(.committing)
      guard let moveKey else { return [] }
      let record = MoveRecord(transfer: id, cookie: moveKey.cookie, key: moveKey.key)
      return [.ledger(.commit(record, isListed: isListed))]
    case .pending, .running, .delivered, .finishing(.verifying), .finishing(.committing),
      .committed,
      .finished, .failed, .cancelled:
      return []  // The move was aborted before the source answered.
    }
  }

  /// The source keeps the item, or cannot be asked.
  mutating func refusePrepare(_ why: Rejection) -> [Effect] {
    switch phase {
    case .finishing(.preparing):
      return end(.failed(why), refusing: why)
    case .pending, .running, .delivered, .finishing(.verifying), .finishing(.committing),
      .committed,
      .finished, .failed, .cancelled:
      return []  // The move was aborted before the source answered.
    }
  }

  /// Ends the move unless its commit is being written.
  mutating func abort(_ why: Rejection) -> [Effect] {
    phase.canBeCancelled ? end(.failed(why), refusing: why) : []
  }

  /// The ledger refused the commit.
  mutating func revoke(_ why: Rejection) -> [Effect] {
    phase.isOver ? [] : end(.failed(why), refusing: why)
  }

  /// The commit is on the disk: dragd asks the source to delete the item.
  mutating func recordCommit(at now: Instant) -> [Effect] {
    guard !phase.isOver else { return [] }
    phase = .committed(since: now.monotonic)
    guard let source else { return [notice] + recordDeletion(false) }
    let ended = Ended(item: item, key: key ?? "", operation: .move, failure: nil, bytes: bytes)
    return [notice, .endedMove(transfer: id, offer: offer, source, ended)]
  }

  /// The source has deleted the item, or dragd no longer waits for that.
  mutating func recordDeletion(_ hasDeleted: Bool) -> [Effect] {
    switch phase {
    case .committed:
      sourceHasDeleted = hasDeleted
      return endWithSuccess()
    case .pending, .running, .delivered, .finishing, .finished, .failed, .cancelled:
      return []  // dragd has answered Finish already.
    }
  }
}
