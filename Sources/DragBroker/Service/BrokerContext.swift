internal import DBus
internal import DesktopTypes
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity
internal import ServiceLog

/// The objects that all services use: the loop and the bus, the model, the content, and the calls that wait.
///
/// Everything here runs on the loop's thread; only workers touch descriptors of peers.
final class BrokerContext {
  let configuration: Configuration
  let log: Log
  let loop: EventLoop
  let bus: Connection
  let workers: WorkerPool
  let peers: PeerDirectory
  let types = TypeDatabase.shared
  let store = PayloadStore()
  /// The memory that held content may take.
  let memory: MemoryShares
  /// Nil if offers cannot survive this process.
  var persistence: StatePersistence?
  var model: Broker
  /// Calls that are answered later.
  var waitingCalls = WaitingCalls()
  let openCalls = OpenCalls()
  /// Unknown keys that the log has named.
  private var loggedKeys: Set<String> = []
  /// Set before the first event.
  unowned var performer: (any EffectPerformer)?

  init(_ configuration: Configuration, loop: EventLoop, bus: Connection) {
    self.configuration = configuration
    log = Log(
      of: "dragd", isVerbose: configuration.isVerbose, hasErrorsOnly: configuration.host.isGuest)
    self.loop = loop
    self.bus = bus
    // More threads than any machine needs would be no limit.
    let threads = Int(min(max(configuration.limits[.descriptorThreads], 1), 4_096))
    workers = WorkerPool(
      remote: loop.remote, threads: threads + Self.ownThreads, perLane: 4, reserved: Self.ownThreads
    )
    peers = PeerDirectory(
      bus: bus, workers: workers,
      // The unit of dragclip hides the files and processes of others from it, so it looks sandboxed.
      trusting: ServiceUnit(besideThisProcess: "dragclip.service"))
    memory = MemoryShares(configuration.limits)
    model = Broker(limits: configuration.limits)
  }

  /// Threads that no descriptor of a peer can block: for identities, the state, the ledger and memory.
  private static let ownThreads = 32

  /// A peer may have as many as it likes.
  private static let mostLoggedKeys = 64

  /// Names keys that this dragd ignores in the log, each once: a misspelled `private` makes a public offer.
  func log(_ unknown: UnknownKeys, in member: String) {
    for name in unknown.names where loggedKeys.count < Self.mostLoggedKeys {
      guard loggedKeys.insert("\(member) \(name)").inserted else { continue }
      log.warning(
        "\(member) has a key that this dragd does not know: \(name) is ignored; strict refuses it"
      )
    }
  }

  var limits: Limits { configuration.limits }

  var now: Instant {
    let time = loop.time
    return Instant(monotonic: time.monotonic, boottime: time.boottime, realtime: time.realtime)
  }

  // MARK: The model

  /// Reads the model. A method call on the property of a class copies this large struct first; a call on an `inout`
  /// parameter does not.
  func withModel<Answer, Failure: Error>(
    _ body: (inout Broker) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(&model)
  }

  /// Applies an event that is a peer's request.
  /// - Throws: why the model refuses it.
  func apply(_ event: Event, at moment: Instant? = nil) throws(Rejection) -> [Effect] {
    try model.handle(event, at: moment ?? now)
  }

  /// Applies an event that the model never refuses, and performs its effects.
  func handle(_ event: Event) {
    handleOne(event)
    updateTimers()
  }

  /// The same for one of several events: the caller updates the timers after the last.
  func handleOne(_ event: Event, at moment: Instant? = nil) {
    do throws(Rejection) {
      perform(try apply(event, at: moment))
    } catch {
      log.error("the model refused an event that is not a request: \(error.message)")
    }
  }

  /// Handles an event in the next turn of the loop, for events that arise while effects are performed.
  func handleLater(_ event: Event) {
    loop.next { [weak self] in self?.handle(event) }
  }

  /// Applies an event whose effects answer the call, now or later.
  func handle(_ call: Call, _ event: (CallID) -> Event) throws(Rejection) {
    let number = try waitingCalls.add(call, within: limits)
    do throws(Rejection) {
      perform(try apply(event(number)))
    } catch {
      waitingCalls.removeValue(forKey: number)
      throw error
    }
  }

  /// Refuses work on descriptors of an application whose share of the threads hangs.
  func checkThreads(for lane: Lane) throws(Rejection) {
    guard workers.isBlocked(lane) else { return }
    let limit = LimitKey.descriptorThreads
    throw Rejection(
      .quotaExceeded,
      "\(limit.name) is \(limits[limit]), and an application may have an eighth of what is free: all that this one may "
        + "have wait for files that do not answer")
  }

  // MARK: Effects

  func perform(_ effects: [Effect]) {
    record(effects)
    for effect in effects { performer?.perform(effect) }
  }

  /// Performs the effects of a call, and answers the call as soon as the state file has recorded them.
  func perform(_ effects: [Effect], answering answer: () -> Void) {
    record(effects)
    answer()
    for effect in effects { performer?.perform(effect) }
  }

  /// Records changes of offers in the state file, before any other effect and before the answer.
  private func record(_ effects: [Effect]) {
    guard let persistence else { return }
    let changes = effects.compactMap { effect in
      if case .record(let change) = effect { change } else { nil }
    }
    if !changes.isEmpty { persistence.write(changes, of: model, store) }
  }

  /// Calls `answer` once the service manager has the descriptors that were given to it.
  func whenKept(_ answer: @escaping () -> Void) {
    if let persistence { persistence.whenKept(answer) } else { answer() }
  }

  /// Sets the timers anew after a change of the model or of the waiting calls.
  func updateTimers() { performer?.updateTimers() }

  // MARK: Suspended calls

  /// Suspends a call that waits for a worker or the bus: dragd does not leave meanwhile, and notices if the caller
  /// does.
  /// - Throws: QuotaExceeded, if too many calls of the caller wait.
  func suspend(_ call: Call) throws(Rejection) -> SuspendedCall {
    try waitingCalls.suspend(call, within: limits)
  }

  /// Ends the suspension of a call.
  /// - Returns: whether the call still waits: its caller is on the bus and its time has not run out.
  func resume(_ call: SuspendedCall) -> Bool { waitingCalls.resume(call) }

  // MARK: Callers

  /// Calls `then` with the identified caller. Unless `always` is set, dragd identifies it only if the offer has
  /// representations for one application.
  func identifyIfNeeded(
    _ call: Call, offer: Identifier, always: Bool = false,
    then: @escaping (Party) throws(Rejection) -> Void
  ) {
    guard always || withModel({ $0.needsApplication(offer: offer) }) else {
      return call.attempt { () throws(Rejection) in try then(Party(call.peer)) }
    }
    identify(call, then: then)
  }

  /// Calls `then` with the identified caller.
  func identify(_ call: Call, then: @escaping (Party) throws(Rejection) -> Void) {
    peers.identify(call.peer) { party in
      call.attempt { () throws(Rejection) in try then(party) }
    }
  }
}

/// Performs what the model decides.
protocol EffectPerformer: AnyObject {
  func perform(_ effect: Effect)
  func updateTimers()
}
