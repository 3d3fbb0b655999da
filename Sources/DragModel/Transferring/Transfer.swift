/// One item on its way to one destination, in one or more representations.
///
/// Every input is one mutating function that returns what has to follow; only `Broker` turns that
/// into effects. A transfer ends exactly once.
struct Transfer: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// No byte has come yet.
    case pending
    case running
    /// Everything is there for the destination, which has not said that it keeps it.
    case delivered
    case finished
    case failed(Rejection)
    case cancelled(Rejection)
  }

  /// What has to follow an input.
  enum Action: Hashable, Sendable {
    /// Hand a complete part to a waiting `Receive`.
    case handOver(CallID, part: Int)
    /// See whether the source's own file is still what was offered, then say `verified`.
    case verify(part: Int)
    /// Answer a waiting `Finish`.
    case answerFinish(CallID, Result<FinishResult, Rejection>)
    /// Answer a waiting `Receive` with the failure.
    case refuseReceive(CallID, Rejection)
    /// The parties should hear how far it is.
    case notify
    /// It has ended: whatever still runs for it is to be stopped.
    case ended
  }

  let id: Identifier
  let offer: Identifier
  let item: Int
  let name: String?
  let key: String?
  let destination: Party
  let owner: Party
  private(set) var source: SourceObject?
  let options: AcceptOptions
  let operation: Operation
  /// Its offer is private or sensitive: no log line tells of it.
  let isSecret: Bool
  private(set) var parts: [Part]
  private var state: State
  private var receiving: [CallID: Int] = [:]
  private var finishing: [CallID] = []
  /// Parts by reference whose file was found unchanged after its last byte had been read.
  private var verified: Set<Int> = []
  /// When the parties last heard of it, on the waking clock; nil before the first byte.
  var lastNotice: UInt64?
  /// The earliest reminder that is set, on the waking clock.
  var reminder: UInt64?

  init(
    id: Identifier, plan: AcceptPlan, item: PlannedItem, key: String?, owner: Party,
    source: SourceObject?, at now: Instant
  ) {
    self.id = id
    offer = plan.offer
    self.item = item.index
    name = item.name
    self.key = key
    destination = plan.destination
    self.owner = owner
    self.source = source
    options = plan.options
    isSecret = plan.isSecret
    operation = item.operation
    parts = item.parts.map { Part($0, at: now) }
    state = parts.allSatisfy { $0.state == .fetched } ? .finished : .pending
  }

  // MARK: Reading

  var isOver: Bool {
    switch state {
    case .pending, .running, .delivered: false
    case .finished, .failed, .cancelled: true
    }
  }

  var publicState: TransferState {
    switch state {
    case .pending: .pending
    case .running: .running
    case .delivered: .delivered
    case .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// Why it did not come to a good end.
  var failure: Rejection? {
    switch state {
    case .pending, .running, .delivered, .finished: nil
    case .failed(let why), .cancelled(let why): why
    }
  }

  var bytes: UInt64 { parts.reduce(0) { $0 + $1.moved } }

  /// The sum of the sizes, or nil while one of them is unknown.
  var size: UInt64? {
    var sum: UInt64 = 0
    for part in parts {
      guard let size = part.promised ?? (part.hasEnded ? part.moved : nil) else { return nil }
      sum = sum.addingSaturated(size)
    }
    return sum
  }

  func isParty(_ peer: Peer) -> Bool { destination.peer == peer || owner.peer == peer }

  private var result: FinishResult {
    FinishResult(bytes: bytes, operation: operation, acknowledged: true)
  }

  // MARK: Bytes

  mutating func moved(part: Int, to total: UInt64, at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    switch state {
    case .pending: state = .running
    case .running, .delivered, .finished, .failed, .cancelled: break
    }
    return follow(parts[part].moved(to: total, at: now)) ?? [.notify]
  }

  mutating func waits(part: Int, for side: Side, at now: Instant) {
    guard !isOver else { return }
    parts[part].waits(for: side, at: now)
  }

  mutating func sourceEnded(part: Int, total: UInt64, at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    switch state {
    case .pending: state = .running
    case .running, .delivered, .finished, .failed, .cancelled: break
    }
    return follow(parts[part].ended(total: total, at: now)) ?? [.notify]
  }

  mutating func sourceReplied(part: Int, bytes: UInt64?, at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    return follow(parts[part].replied(bytes: bytes, at: now)) ?? []
  }

  private mutating func follow(_ change: Part.Change) -> [Action]? {
    switch change {
    case .none: nil
    case .complete: completed()
    case .failed(let why): fail(why)
    }
  }

  // MARK: Ends

  /// It cannot be completed.
  mutating func fail(_ why: Rejection) -> [Action] {
    guard !isOver else { return [] }
    return end(.failed(why), refusing: why)
  }

  /// Somebody gave up.
  mutating func cancel(_ why: String) -> [Action] {
    guard !isOver else { return [] }
    let why = Rejection(.cancelled, why)
    return end(.cancelled(why), refusing: why)
  }

  private mutating func end(_ end: State, refusing why: Rejection) -> [Action] {
    state = end
    var actions: [Action] = receiving.keys.sorted().map { .refuseReceive($0, why) }
    actions += finishing.map { .answerFinish($0, .failure(why)) }
    receiving = [:]
    finishing = []
    return actions + [.notify, .ended]
  }

  private mutating func finishNow() -> [Action] {
    state = .finished
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
    guard !isOver else { return [] }
    guard let part = parts.first(where: { $0.route.isLazy && !$0.isComplete }) else { return [] }
    return fail(
      Rejection(.truncated, "\(part.type): the source left the bus \(part.progress)"))
  }

  /// The destination's connection is gone.
  mutating func destinationLeft(hasUnreadStream: Bool) -> [Action] {
    switch state {
    case .finished, .failed, .cancelled:
      return []
    case .pending, .running:
      return cancel("the destination left the bus")
    case .delivered:
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

  private mutating func completed() -> [Action] {
    var actions: [Action] = []
    for (call, part) in receiving.sorted(by: { $0.key < $1.key }) where parts[part].isComplete {
      receiving[call] = nil
      actions.append(.handOver(call, part: part))
      parts[part].fetched()
    }
    guard parts.allSatisfy(\.isComplete) else { return actions + [.notify] }
    state = .delivered
    if !finishing.isEmpty { return actions + settle() }
    return actions + (finishedByFetching() ?? [.notify])
  }

  /// A copy whose every part is in the destination's hands has come to its end; a stream is only
  /// known to be read when Finish says so.
  private mutating func finishedByFetching() -> [Action]? {
    guard operation != .move, parts.allSatisfy({ $0.state == .fetched }) else { return nil }
    return finishNow()
  }

  // MARK: The destination's calls

  mutating func receive(_ call: CallID, type: MIMEType) throws(Rejection) -> [Action] {
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
  mutating func finish(_ call: CallID, hasUnreadStream: Bool) throws(Rejection) -> [Action] {
    switch state {
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
      return settle()
    }
  }

  /// Everything is there and the destination keeps it: the source's own files are looked at once
  /// more, then it is finished.
  private mutating func settle() -> [Action] {
    let unverified = unverified
    return unverified.isEmpty ? finishNow() : unverified.map { .verify(part: $0) }
  }

  /// Streams of a source's own file that nobody has looked at since they were read.
  private var unverified: [Int] {
    parts.indices.filter { index in
      parts[index].route.isStream && parts[index].route.held?.place == .reference
        && !verified.contains(index)
    }
  }

  /// The source's file was unchanged after its last byte had been read.
  mutating func verified(part: Int) -> [Action] {
    guard !isOver else { return [] }
    verified.insert(part)
    switch state {
    case .delivered where !finishing.isEmpty && unverified.isEmpty: return finishNow()
    case .pending, .running, .delivered, .finished, .failed, .cancelled: return []
    }
  }

  // MARK: Time

  /// The moment on the waking clock at which it has to be looked at.
  var deadline: UInt64? {
    guard !isOver else { return nil }
    return parts.compactMap { $0.deadline(options) }.min()
  }

  mutating func reminded(at now: Instant) -> [Action] {
    guard !isOver else { return [] }
    for part in parts {
      if let deadline = part.deadline(options), deadline <= now.awake {
        return fail(part.stalled(options))
      }
    }
    return []
  }
}
