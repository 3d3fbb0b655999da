internal import DBus
internal import DragConnection
internal import DragModel
internal import DragSystem

/// What lives on the loop's thread and never leaves it: the connection to dragd and all that it serves.
final class Engine {
  let loop: EventLoop
  let connection: BrokerConnection
  weak var session: Session?

  /// By the path of their source object.
  var sources: [String: OfferingCore] = [:]
  /// Those whose offer is over but for what is still moving away, and why it is over.
  var settling: [String: (core: OfferingCore, end: OfferingEnd)] = [:]
  /// The paths of those whose offer is over, oldest first.
  var formerSources: [String] = []
  /// Closures that write, by what they write.
  var productions: [Production.Key: Production] = [:]
  /// By the path of their object.
  var targets: [String: TargetCore] = [:]
  private var proposals: [UInt64: ProposalAnswer] = [:]
  private var verdicts: [UInt64: (Refusal?) -> Void] = [:]
  /// Which dragd each cookie was taken over at.
  var claims: [String: String] = [:]
  var outgoingMoves = OutgoingMoves()
  /// What is being done about the key of a move, the last of it.
  var moveWork: [String: (number: UInt64, task: Task<Void, Never>)] = [:]
  private var performances: [UInt64: PerformRequest] = [:]
  private var kept: UInt64 = 0
  /// Who follows a transfer.
  var followers: [Identifier: TransferFollower] = [:]
  let catalogue = Catalogue()
  private var watches: [UInt64: (watch: Watch, pipe: PeerDescriptor)] = [:]
  private var waiting: [UInt64: (Result<Void, DragError>) -> Void] = [:]

  /// Connects; blocks until the bus answers.
  init(_ bus: DragBus, on loop: EventLoop) throws(DragError) {
    self.loop = loop
    do throws(ConnectionError) {
      connection = try Self.connection(to: bus)
      connection.attach(to: loop)
      try connection.followOwner()
    } catch {
      throw DragError(error)
    }
    connection.onOwnerChange = { [unowned self] owner in ownerChanged(owner) }
    connection.onDisconnect = { [unowned self] in disconnected() }
    connection.followTransfers { [unowned self] id, signal in
      followers[id]?.update(signal)
    }
  }

  private static func connection(
    to bus: DragBus
  ) throws(ConnectionError) -> BrokerConnection {
    switch bus {
    case .session: return try .session()
    case .address(let address):
      do throws(BusError) {
        return BrokerConnection(try Connection.open(address: address))
      } catch {
        throw ConnectionError(.noSessionBus, error.message, underlying: error)
      }
    }
  }

  func perform<Reply>(
    timeout: Int?, _ make: () throws(ConnectionError) -> BrokerCall<Reply>,
    then: @escaping (Result<Reply, DragError>) -> Void
  ) {
    do throws(ConnectionError) {
      connection.perform(try make(), timeout: timeout) { result in
        then(result.mapError { DragError($0) })
      }
    } catch {
      then(.failure(DragError(error)))
    }
  }

  /// Gives transfers up that nobody waits for any more.
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
    watches.removeValue(forKey: number)?.watch.cancel()
    waiting[number] = nil
  }

  // MARK: Answers

  /// Keeps what is answered later, by the number that is given.
  func keep(_ answer: ProposalAnswer) -> UInt64 {
    kept += 1
    proposals[kept] = answer
    return kept
  }

  func keep(_ performance: PerformRequest) -> UInt64 {
    kept += 1
    performances[kept] = performance
    return kept
  }

  func keep(_ verdict: PendingReply, _ before: @escaping (Refusal?) -> Void) -> UInt64 {
    kept += 1
    verdicts[kept] = { refusal in
      before(refusal)
      verdict.give(refusal)
    }
    return kept
  }

  func takeVerdict(_ number: UInt64) -> ((Refusal?) -> Void)? {
    verdicts.removeValue(forKey: number)
  }

  func takeAnswer(_ number: UInt64) -> ProposalAnswer? {
    proposals.removeValue(forKey: number)
  }

  func takePerformance(_ number: UInt64) -> PerformRequest? {
    performances.removeValue(forKey: number)
  }

  // MARK: The other side

  private func ownerChanged(_ owner: String?) {
    // Transfers do not survive their dragd.
    for production in productions.values { production.cancel() }
    productions = [:]
    catalogue.ownerChanged(owner, self)
    finishSettled()
    guard owner != nil, let session else { return }
    // One without an id is just being offered or registered: that call may be what has started this dragd, and gets its
    // answer.
    for core in sources.values where core.id != nil {
      Task { await session.republish(core) }
    }
    for core in targets.values where core.id != nil {
      Task { await session.reregister(core) }
    }
  }

  private func disconnected() {
    leave(DragError(.disconnected, "the connection to the session bus is lost"))
  }

  func end() {
    connection.bus.flush()
    connection.bus.close()
    leave(.closed)
    // What waited for an answer hears of the end first, and finds this here.
    loop.next { [self] in loop.stop() }
  }

  private func leave(_ error: DragError) {
    for production in productions.values { production.cancel() }
    productions = [:]
    for then in waiting.values { then(.failure(error)) }
    watches = [:]
    waiting = [:]
    for core in sources.values { core.finish(.failed(error)) }
    sources = [:]
    for (core, _) in settling.values { core.finish(.failed(error)) }
    settling = [:]
    for core in targets.values { core.finish() }
    targets = [:]
    catalogue.finish()
  }
}
