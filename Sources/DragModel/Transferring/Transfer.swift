/// One item on its way to one destination, in one or more representations.
///
/// Every input is one mutating function that returns what has to follow; only `Broker` turns that
/// into effects. A transfer ends exactly once.
struct Transfer: Hashable, Sendable {
  let id: Identifier
  let offer: Identifier
  let item: Int
  let name: String?
  let key: String?
  /// What it moves; nil unless it is a move.
  let moveKey: MoveKey?
  let destination: Party
  let owner: Party
  private(set) var source: SourceObject?
  let options: AcceptOptions
  let operation: Operation
  /// Its offer is private or sensitive: no log line tells of it.
  let isSecret: Bool
  private(set) var parts: [Part]
  private(set) var phase: TransferPhase
  private var receiving: [CallID: Int] = [:]
  private var finishing: [CallID] = []
  /// Whether the source has deleted what it had to.
  private var isAcknowledged = true
  /// Parts by reference whose file was found unchanged after its last byte had been read.
  private var verified: Set<Int> = []
  /// When the parties last heard of it, on the waking clock; nil before the first byte.
  var lastNotice: UInt64?
  /// The earliest reminder that is set, on the waking clock.
  var reminder: UInt64?

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
    if parts.allSatisfy({ $0.state == .fetched }) {
      phase = operation == .move ? .delivered(since: now.awake) : .finished
    }
  }

  // MARK: Reading

  var isOver: Bool { phase.isOver }
  var publicState: TransferState { phase.shown }
  /// Why it did not come to a good end.
  var failure: Rejection? { phase.failure }

  /// How far the move has come; nil unless it is one.
  var moving: TransferPhase.Moving? {
    operation == .move ? phase.moving(finishWasCalled: !finishing.isEmpty) : nil
  }

  private var result: FinishResult {
    FinishResult(bytes: bytes, operation: operation, acknowledged: isAcknowledged)
  }

  // MARK: Copies

  /// What its copies may take in all, charged to the destination.
  var room: UInt64 { parts.reduce(0) { $0 + $1.room } }

  /// Changes what the copy of a part may take, and returns what that was before.
  mutating func setRoom(_ bytes: UInt64, part: Int) -> UInt64 { parts[part].setRoom(bytes) }

  /// Since when a complete copy waits to be received, where only the destination keeps the transfer.
  var unreceivedSince: UInt64? {
    switch phase {
    case .pending, .running, .delivered: parts.compactMap(\.unreceivedSince).min()
    case .settling, .committed, .finished, .failed, .cancelled: nil
    }
  }

  /// The destination has left a complete copy for so many milliseconds, and got on with nothing else.
  mutating func notReceived(within limit: UInt64) -> [Action] {
    guard let part = parts.first(where: { $0.unreceivedSince != nil }) else { return [] }
    return fail(
      Rejection(
        .stalled,
        "\(part.type): complete, and not received within \(limit) ms; call Receive before that"))
  }

  // MARK: Bytes

  mutating func moved(part: Int, to total: UInt64, at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    if phase == .pending { phase = .running }
    return follow(parts[part].moved(to: total, at: now), at: now) ?? [.notify]
  }

  mutating func waits(part: Int, for side: Side, at now: Instant) {
    guard !isOver else { return }
    parts[part].waits(for: side, at: now)
  }

  mutating func sourceEnded(part: Int, total: UInt64, at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    if phase == .pending { phase = .running }
    return follow(parts[part].ended(total: total, at: now), at: now) ?? [.notify]
  }

  mutating func sourceReplied(part: Int, bytes: UInt64?, at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    return follow(parts[part].replied(bytes: bytes, at: now), at: now) ?? []
  }

  private mutating func follow(_ change: Part.Change, at now: Instant) -> [Action]? {
    switch change {
    case .none: nil
    case .complete: completed(at: now)
    case .failed(let why): fail(why)
    }
  }

  // MARK: Ends

  /// It cannot be completed.
  mutating func fail(_ why: Rejection) -> [Action] {
    phase.canFail ? end(.failed(why), refusing: why) : []
  }

  /// Somebody gave up. Who may no longer do so was refused before.
  mutating func cancel(_ why: String) -> [Action] {
    let why = Rejection(.cancelled, why)
    return phase.canBeCancelled ? end(.cancelled(why), refusing: why) : []
  }

  /// The broker is about to leave: nobody waits any longer than for a commit that is being written.
  mutating func stopping() -> [Action] {
    switch phase {
    case .committed: acknowledged(false)
    case .pending, .running, .delivered, .settling, .finished, .failed, .cancelled:
      cancel("dragd is stopping")
    }
  }

  private mutating func end(_ end: TransferPhase, refusing why: Rejection) -> [Action] {
    phase = end
    var actions: [Action] = receiving.keys.sorted().map { .refuseReceive($0, why) }
    actions += finishing.map { .answerFinish($0, .failure(why)) }
    receiving = [:]
    finishing = []
    return actions + [.notify, .ended]
  }

  private mutating func finishNow() -> [Action] {
    phase = .finished
    let actions: [Action] = finishing.map { .answerFinish($0, .success(result)) }
    let left = Rejection(
      .noSuchItem, "transfer \(id) was finished before this representation was received")
    let refused: [Action] = receiving.keys.sorted().map { .refuseReceive($0, left) }
    receiving = [:]
    finishing = []
    return actions + refused + [.notify, .ended]
  }

  /// The source's connection is gone; what it still owed will not come.
  mutating func sourceLeft() -> [Action] {
    source = nil
    switch phase {
    case .finished, .failed, .cancelled, .settling(.committing): return []
    case .committed: return acknowledged(false)
    case .settling(.preparing): return prepared(Self.absent)
    case .pending, .running, .delivered, .settling(.verifying): break
    }
    guard let part = parts.first(where: { $0.route.isLazy && !$0.isComplete }) else { return [] }
    return fail(
      Rejection(.truncated, "\(part.type): the source left the bus \(part.progress)"))
  }

  /// The destination's connection is gone.
  mutating func destinationLeft(hasUnreadStream: Bool) -> [Action] {
    switch phase {
    case .finished, .failed, .cancelled, .committed, .settling(.committing):
      return []
    case .pending, .running, .settling(.preparing):
      return cancel("the destination left the bus")
    case .delivered, .settling(.verifying):
      guard operation != .move else {
        return cancel("the destination left the bus before the move was committed")
      }
      guard hasUnreadStream else { return finishNow() }
      return cancel("the destination left the bus before it had read everything")
    }
  }

  /// The destination has closed its end of a pipe before the end.
  mutating func destinationClosed(part: Int) -> [Action] {
    guard !isOver, !parts[part].isComplete else { return [] }
    return cancel("\(parts[part].type): the destination stopped reading \(parts[part].progress)")
  }

  // MARK: Completion

  private mutating func completed(at now: Instant) -> [Action] {
    var actions: [Action] = []
    for (call, part) in receiving.sorted(by: { $0.key < $1.key }) where parts[part].isComplete {
      receiving[call] = nil
      actions.append(.handOver(call, part: part))
      parts[part].fetched()
    }
    guard parts.allSatisfy(\.isComplete) else { return actions + [.notify] }
    phase = .delivered(since: now.awake)
    if !finishing.isEmpty { return actions + settle(at: now) }
    return actions + (finishedByFetching() ?? [.notify])
  }

  /// A copy whose every part is in the destination's hands has come to its end; a stream is only
  /// known to be read when Finish says so.
  private mutating func finishedByFetching() -> [Action]? {
    guard operation != .move, parts.allSatisfy({ $0.state == .fetched }) else { return nil }
    return finishNow()
  }

  // MARK: The destination's calls

  /// `limit`: how many calls may wait for one part, and for the end.
  mutating func receive(
    _ call: CallID, type: MIMEType, limit: UInt64
  ) throws(Rejection) -> [Action] {
    guard let index = parts.firstIndex(where: { $0.type == type }) else {
      let types = parts.map(\.type.description).joined(separator: ", ")
      throw Rejection(.noSuchItem, "transfer \(id) has no \(type); it carries \(types)")
    }
    guard parts[index].route.needsReceive else {
      throw Rejection(
        .operationNotAllowed, "\(type) of transfer \(id) came with the reply to Accept")
    }
    if let failure { throw failure }
    switch parts[index].state {
    case .fetched:
      throw Rejection(.noSuchItem, "\(type) of transfer \(id) has been received already")
    case .waiting, .flowing, .replied, .drained:
      let waiting = receiving.values.count { $0 == index }
      try Limits.check("waiting_calls_per_part", limit, UInt64(waiting), 1)
      receiving[call] = index
      return []
    case .complete:
      guard !isOver else {
        throw Rejection(
          .noSuchItem, "transfer \(id) was finished before \(type) was received")
      }
      parts[index].fetched()
      return [.handOver(call, part: index)] + (finishedByFetching() ?? [])
    }
  }

  /// `hasUnreadStream`: whether one of its pipes still holds bytes that nobody has read.
  mutating func finish(
    _ call: CallID, hasUnreadStream: Bool, limit: UInt64, at now: Instant
  ) throws(Rejection) -> [Action] {
    if !isOver { try Limits.check("waiting_calls_per_part", limit, UInt64(finishing.count), 1) }
    switch phase {
    case .finished:
      return [.answerFinish(call, .success(result))]
    case .failed(let why), .cancelled(let why):
      throw why
    case .pending, .running:
      // Only a source's word may be missing: a program with one thread must not wait for itself.
      guard !hasUnreadStream,
        parts.allSatisfy({ $0.isComplete || $0.route.isStream && $0.hasEnded })
      else {
        throw Rejection(
          .busy,
          "transfer \(id) is not complete yet: read each stream to its end, "
            + "Receive each file, then Finish")
      }
      finishing.append(call)
      return []
    case .delivered:
      guard !hasUnreadStream else {
        throw Rejection(
          .busy, "transfer \(id) has a stream with bytes left: read it to its end, then Finish")
      }
      finishing.append(call)
      return settle(at: now)
    case .settling, .committed:
      finishing.append(call)
      return []
    }
  }

  /// Everything is there and the destination keeps it: the source's own files are looked at once
  /// more; then a move is committed, and anything else is finished.
  private mutating func settle(at now: Instant) -> [Action] {
    let unverified = unverified
    guard unverified.isEmpty else {
      phase = .settling(.verifying(since: now.awake))
      return unverified.map { .verify(part: $0) }
    }
    return operation == .move ? prepare(at: now) : finishNow()
  }

  /// Streams of a source's own file that nobody has looked at since they were read.
  private var unverified: [Int] {
    parts.indices.filter { index in
      parts[index].route.isStream && parts[index].route.held?.place == .reference
        && !verified.contains(index)
    }
  }

  /// The source's file was unchanged after its last byte had been read.
  mutating func verified(part: Int, at now: Instant) -> [Action] {
    switch phase {
    case .settling(.verifying):
      verified.insert(part)
      guard unverified.isEmpty else { return [] }
      return operation == .move ? prepare(at: now) : finishNow()
    case .pending, .running, .delivered, .settling(.preparing), .settling(.committing), .committed,
      .finished, .failed, .cancelled:
      return []
    }
  }

  // MARK: Moves: the two phases

  private static let absent = Rejection(
    .sourceFailed, "the source is not on the bus any more: nobody could delete the item")

  private mutating func prepare(at now: Instant) -> [Action] {
    phase = .settling(.preparing(since: now.awake))
    return source == nil ? prepared(Self.absent) : [.prepare]
  }

  /// The source has answered Prepare, or cannot.
  mutating func prepared(_ refusal: Rejection?) -> [Action] {
    switch phase {
    case .settling(.preparing):
      if let refusal { return end(.failed(refusal), refusing: refusal) }
      phase = .settling(.committing)
      return [.commit]
    case .pending, .running, .delivered, .settling(.verifying), .settling(.committing), .committed,
      .finished, .failed, .cancelled:
      return []  // It was aborted while the source was thinking.
    }
  }

  /// It is given up before its commit is being written.
  mutating func abort(_ why: Rejection) -> [Action] {
    phase.canBeCancelled ? end(.failed(why), refusing: why) : []
  }

  /// It failed although its commit had been asked for.
  mutating func revoke(_ why: Rejection) -> [Action] {
    phase.isOver ? [] : end(.failed(why), refusing: why)
  }

  /// The commit is on the disk.
  mutating func committed(at now: Instant) -> [Action] {
    guard !phase.isOver else { return [] }
    phase = .committed(since: now.awake)
    return source == nil ? [.notify] + acknowledged(false) : [.notify, .deleteAtSource]
  }

  /// The source has deleted the item, or nobody waits for that any longer.
  mutating func acknowledged(_ hasDeleted: Bool) -> [Action] {
    switch phase {
    case .committed:
      isAcknowledged = hasDeleted
      return finishNow()
    case .pending, .running, .delivered, .settling, .finished, .failed, .cancelled:
      return []  // It comes late: Finish has been answered.
    }
  }

  // MARK: Time

  mutating func reminded(at now: Instant) -> [Action] {
    guard let deadline, deadline <= now.awake else { return [] }
    switch phase {
    case .pending, .running:
      guard let late = parts.first(where: { $0.isLate(options, at: now) }) else { return [] }
      return fail(late.stalled(options))
    case .delivered:
      return cancel("the destination did not call Finish within \(options.finishTimeout) ms")
    case .settling(.verifying):
      return fail(Rejection(.stalled, "the source's file did not answer within 10 s"))
    case .settling(.preparing):
      let why = Rejection(.sourceFailed, "the source did not answer Prepare within 10 s")
      return prepared(why)
    case .committed:
      return acknowledged(false)
    case .settling(.committing), .finished, .failed, .cancelled:
      return []
    }
  }
}
