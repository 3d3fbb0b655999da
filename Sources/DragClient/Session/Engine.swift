internal import DBus
internal import DragConnection
internal import DragModel
internal import DragSystem

/// The state of the loop's thread: the connection to dragd and all objects that it serves.
final class Engine {
  let loop: EventLoop
  let connection: BrokerConnection
  weak var session: Session?

  /// By the path of the source object.
  var sources: [String: OfferingCore] = [:]
  /// Offers that are over except for moves under way, and why they are over.
  var waitingForMoves: [String: (core: OfferingCore, end: OfferingEnd)] = [:]
  /// Offers that are over and whose running transfers are still served, oldest first.
  var formerSources: [OfferingCore] = []
  /// Running closures that write content, by transfer and type.
  var productions: [Production.Key: Production] = [:]
  /// By the path of the target object.
  var targets: [String: TargetCore] = [:]
  /// Whoever waits for a target to be registered again, by the path of the target object.
  var waitingForTargets: [String: [(Result<Void, DragError>) -> Void]] = [:]
  /// By target and offer.
  var hoverings: [Hovering.Key: Hovering] = [:]
  /// Replies that tasks give later, by the number that the task has.
  private var pendingReplies: [UInt64: Any] = [:]
  /// The dragd at which each cookie was claimed.
  var claims: [String: String] = [:]
  var outgoingMoves = OutgoingMoves()
  /// The last work for each key of a move.
  var moveWork: [String: (number: UInt64, task: Task<Void, Never>)] = [:]
  private var lastReply: UInt64 = 0
  /// The followers of each transfer.
  var followers: [Identifier: TransferFollower] = [:]
  let listedOffers = ListedObjects<ListedOffer> { connection, handle throws(RequestError) in
    try connection.followOffers(handle)
  }
  let listedTargets = ListedObjects<ListedTarget> { connection, handle throws(RequestError) in
    try connection.followTargets(handle)
  }
  let clipboardWatch = ClipboardWatch()
  private var watches: [UInt64: (watch: Watch, pipe: PeerDescriptor)] = [:]
  private var waiting: [UInt64: (Result<Void, DragError>) -> Void] = [:]

  /// Connects; blocks until the bus answers.
  init(_ bus: DragBus, on loop: EventLoop) throws(DragError) {
    self.loop = loop
    do throws(RequestError) {
      connection = try Self.connection(to: bus)
      connection.attach(to: loop)
      try connection.followOwner()
    } catch {
      throw DragError(error)
    }
    connection.onOwnerChange = { [unowned self] owner in ownerChanged(owner) }
    connection.onDisconnect = { [unowned self] in disconnected() }
    connection.followTransfers { [unowned self] id, signal in
      guard let follower = followers[id] else { return discover(id, signal) }
      follower.update(signal)
      if follower.isOver { followers[id] = nil }
    }
  }

  private static func connection(
    to bus: DragBus
  ) throws(RequestError) -> BrokerConnection {
    switch bus {
    case .session: return try .session()
    case .address(let address):
      return try mapError { () throws(BusError) in
        BrokerConnection(try Connection.open(address: address))
      } to: {
        RequestError(.noSessionBus, $0.message, underlying: $0)
      }
    }
  }

  func perform<Reply>(
    timeout: Int?, _ make: () throws(RequestError) -> BrokerCall<Reply>,
    then: @escaping (Result<Reply, DragError>) -> Void
  ) {
    do throws(RequestError) {
      connection.perform(try make(), timeout: timeout) { result in
        then(result.mapError { DragError($0) })
      }
    } catch {
      then(.failure(DragError(error)))
    }
  }

  /// Cancels transfers that no task waits for any longer.
  func cancel(_ transfers: [Identifier], reason: String) {
    for transfer in transfers {
      if let call = try? BrokerCall<Void>.cancel(transfer, reason: reason) {
        connection.post(call)
      }
    }
  }

  // MARK: Pipes

  func watch(
    _ number: UInt64, _ pipe: PeerDescriptor, for interest: Readiness,
    then: @escaping (Result<Void, DragError>) -> Void
  ) {
    do throws(SystemError) {
      let watch = try pipe.withDescriptor { descriptor throws(SystemError) in
        try loop.watch(descriptor, for: interest) { [unowned self] _ in ready(number) }
      }
      watches[number] = (watch, pipe)
      waiting[number] = then
    } catch {
      then(.failure(DragError(error)))
    }
  }

  private func ready(_ number: UInt64) {
    let then = waiting[number]
    unwatch(number)
    then?(.success(()))
  }

  func unwatch(_ number: UInt64) {
    // The pipe stays until the watch has ended: a worker may close it at once.
    withExtendedLifetime(watches.removeValue(forKey: number)) { $0?.watch.cancel() }
    waiting[number] = nil
  }

  // MARK: Replies

  /// Keeps a reply for a task, which cannot carry it; returns its number.
  func keep<Reply>(_ reply: Reply) -> UInt64 {
    lastReply += 1
    pendingReplies[lastReply] = reply
    return lastReply
  }

  func removeReply<Reply>(_ number: UInt64, as _: Reply.Type = Reply.self) -> Reply? {
    pendingReplies.removeValue(forKey: number) as? Reply
  }

  // MARK: dragd and the bus

  private func ownerChanged(_ owner: String?) {
    // Transfers do not survive their dragd.
    for production in productions.values { production.cancel() }
    productions = [:]
    followers = [:]
    for core in sources.values { core.brokerEnded() }
    listedOffers.ownerChanged(owner, self)
    listedTargets.ownerChanged(owner, self)
    finishOffersWithoutMoves()
    guard let owner, let session else { return }
    for core in sources.values where core.brokerAppeared(owner) {
      Task { await session.republish(core) }
    }
    for core in targets.values where core.brokerAppeared(owner) {
      Task { await session.reregister(core) }
    }
  }

  private func disconnected() {
    leave(DragError(.disconnected, "the connection to the session bus is lost"))
  }

  /// Milliseconds that the bus has for taking the last messages: it may take nothing while one of its peers does not
  /// read, and whatever waits for an answer here must not wait for that.
  private static let flushTimeout = 1_000

  func end() {
    connection.bus.flush(within: Self.flushTimeout)
    connection.bus.close()
    leave(.closed)
    // Tasks that wait for an answer resume first, and find this session ended.
    loop.next { [self] in loop.stop() }
  }

  private func leave(_ error: DragError) {
    for production in productions.values { production.cancel() }
    productions = [:]
    for then in waiting.values { then(.failure(error)) }
    watches = [:]
    waiting = [:]
    for core in sources.values { core.end(.failed(error)) }
    sources = [:]
    for (core, _) in waitingForMoves.values { core.end(.failed(error)) }
    waitingForMoves = [:]
    for core in targets.values { core.end() }
    targets = [:]
    for then in waitingForTargets.values.joined() { then(.failure(error)) }
    waitingForTargets = [:]
    listedOffers.endAll()
    listedTargets.endAll()
    clipboardWatch.endAll()
  }
}
