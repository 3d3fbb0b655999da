internal import DBus
package import DragModel
internal import DragProtocol
internal import DragSystem
internal import ServiceLog

/// The service on the bus, from its first message to its last. It dispatches calls and effects to the services, which
/// share `BrokerContext`.
package final class BrokerService {
  let context: BrokerContext
  let offers: OfferService
  let transfers: TransferService
  let moves: MoveService
  let targets: TargetService
  let objects: ObjectService
  let departures: DepartureService
  let identities: IdentityService
  private(set) lazy var timers = ServiceTimers(
    context, onIdle: { [unowned self] in leaveIfIdle() },
    onQuiet: { [objects] in objects.forgetReply() })
  var exitStatus: Int32 = 0
  /// The signal that has ended dragd, unless it is the one by which a service is told to stop.
  private var endingSignal: SignalWatch.Signal?
  /// Whether dragd was told to stop: then it answers what waits, and serves no new call but acknowledgements.
  var isStopping = false
  /// Called once, when dragd has left the bus.
  package var onEnd: (() -> Void)?
  /// Ends dragd if it takes too long to stop.
  var stopTimer: LoopTimer?
  /// Whether the connection was closed.
  var hasEnded = false
  /// Whether dragd is releasing the bus name.
  private var isLeaving = false

  init(_ configuration: Configuration, loop: EventLoop, bus: Connection) {
    context = BrokerContext(configuration, loop: loop, bus: bus)
    moves = MoveService(context)
    objects = ObjectService(context, moves)
    offers = OfferService(context, objects)
    transfers = TransferService(context)
    targets = TargetService(context, objects)
    departures = DepartureService(context, transfers)
    identities = IdentityService(context)
    context.performer = self
  }

  func updateTimers() { timers.update() }

  /// Serves the session bus until it is told to stop or nothing needs it.
  /// - Returns: the exit status: 0 after a clean stop, 1 if the bus cannot be served.
  package static func run(_ configuration: Configuration) -> Int32 {
    let log = Log(of: "dragd")
    ProgramHeap.useOneArena()
    StandardStream.ensureOpen()
    CoreFile.omitMemory()
    Interruption.failAtFileSizeLimit()
    ProcessLimits.raiseDescriptors()
    ProcessorSlice.shorten(to: Turns.step)
    do {
      let loop = try EventLoop()
      let bus = try Connection.session()
      return try BrokerService(configuration, loop: loop, bus: bus).serve()
    } catch let error as BusError {
      let isSaid = error.name == BusError.Name.noSessionBus
      log.error(isSaid ? error.message : "the session bus cannot be served: \(error.message)")
    } catch {
      log.error("the service cannot start: \(error)")
    }
    return 1
  }

  private func serve() throws -> Int32 {
    let loop = context.loop
    // Before the bus has callers wait for this dragd: without a descriptor for it, it ends.
    let signals = try SignalWatch([.terminate, .interrupt, .hangUp], on: loop) {
      [unowned self] signal in
      // SIGTERM is how a service is told to stop, and no failure (daemon(7)).
      if signal != .terminate { endingSignal = signal }
      stop()
    }
    defer { signals.cancel() }
    guard try start() else { return 1 }
    timers.noteWork()
    loop.run()
    // Without releasing thousands of transfers one by one: the system is faster.
    if let endingSignal { ProgramExit.by(endingSignal.rawValue) }
    ProgramExit.now(exitStatus)
  }

  /// Begins to serve, as soon as the loop turns.
  /// - Returns: whether this is the bus's dragd.
  func start() throws(BusError) -> Bool {
    let (bus, log) = (context.bus, context.log)
    bus.allowDescriptorsPerMessage()
    bus.attach(to: context.loop, workers: context.workers)
    bus.limitMessagesWithDescriptors(
      ofEachSender: Int(clamping: context.limits[.descriptorMessagesPerConnection]))
    bus.serveInTurns(context.turnRules)
    bus.onMessage = { [unowned self] message in receive(message) }
    bus.onDisconnect = { [unowned self] in
      log.warning("the session bus has closed the connection")
      leave(status: 1)
    }
    // The transfers of a connection end when it leaves; the bus never reuses its name.
    try bus.addMatch(NameOwnerChange.ruleForDepartures)
    let recovery = context.configuration.host.isGuest ? nil : StateRecovery(context, moves.ledger)
    let recovered = try recovery?.read()
    guard try bus.requestName(BusName.broker, .doNotQueue).isOwner else {
      log.error("\(BusName.broker) is served by another dragd on this bus")
      return false
    }
    if let recovered { recovery?.restore(recovered) }
    log.info("version \(Release.version) serves \(BusName.broker)")
    timers.update()
    return true
  }

  /// Leaves, because nothing has needed the service for a while. dragd still serves calls that come before the bus has
  /// released the name: the bus starts another dragd only for later ones.
  private func leaveIfIdle() {
    guard context.isIdle, !isLeaving else { return }
    guard !context.hasCalls else { return timers.update() }
    isLeaving = true
    do throws(BusError) {
      try context.bus.releaseName(BusName.broker) { [weak self] in self?.nameReleased() }
    } catch {
      leave(status: 1)
    }
  }

  private func nameReleased() {
    isLeaving = false
    guard context.isIdle, !context.hasCalls else { return requestNameAgain() }
    context.log.info("exiting: nothing is on offer")
    context.persistence?.removeFile()
    leave(status: 0)
  }

  private func requestNameAgain() {
    do throws(BusError) {
      try context.bus.requestName(BusName.broker, .doNotQueue) { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let outcome) where outcome.isOwner:
          // Another dragd may have owned the name in between and have written a state of its own.
          context.persistence?.replaceFile(context.model, context.store)
          timers.update()
        case .success, .failure:
          context.persistence?.abandonFile()
          context.log.warning("another dragd has taken over; this one ends with its last offer")
        }
      }
    } catch {
      leave(status: 1)
    }
  }
}

/// The options of the command line.
package struct Configuration: Sendable {
  package var limits = Limits()
  /// Microseconds without anything on offer after which dragd leaves; nil means never.
  package var idleExit: UInt64? = 60_000_000
  /// Whether the log has every offer, target and transfer, or only what needs attention.
  package var isVerbose = false
  package var host = Host.process

  /// Where the service runs.
  package enum Host: Sendable {
    /// In a process of its own.
    case process
    /// In another program's, whose signals, memory, folders and service manager are not its own. The records of moves
    /// are in this folder, and nothing else is kept.
    case program(moves: String)

    var isGuest: Bool {
      switch self {
      case .process: false
      case .program: true
      }
    }

    /// Nil for the user's own.
    var movesFolder: String? {
      switch self {
      case .process: nil
      case .program(let folder): folder
      }
    }
  }

  package init() {}
}
