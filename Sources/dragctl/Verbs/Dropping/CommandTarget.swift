internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// A drop target that stays until the person ends the program, and stores dropped items or passes them to a command.
final class CommandTarget {
  private let plan: TargetPlan
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let workers: WorkerPool
  private var signals: SignalWatch?
  private var renewal = Renewal()
  /// The running drops.
  private var drops: [ObjectIdentifier: CommandDrop] = [:]
  /// Drops that have failed, and whose workers still removed what they had unpacked.
  private var endings: [CommandDrop] = []
  private var end: Result<Void, Failure>?

  init(_ plan: TargetPlan) throws(Failure) {
    self.plan = plan
    // The reader of standard error may end before this program.
    Interruption.ignoreBrokenPipes()
    connection = try VerbSession.connect()
    loop = try VerbSession.makeLoop()
    workers = WorkerPool(remote: loop.remote, threads: 4, perLane: 4)
  }

  /// Registers, and serves until the end.
  func run() throws(Failure) {
    connection.attach(to: loop)
    try mapError { () throws(RequestError) in
      try connection.followOwner()
    } to: {
      Failure($0)
    }
    connection.onOwnerChange = { [unowned self] owner in
      // A command that has all of an item continues, but the dropping program does not learn of its end.
      if owner == nil, !drops.isEmpty {
        Console.note(translated("dragctl: dragd ended during a drop"))
      }
      if let owner, renewal.brokerAppeared(owner) { registerAgain() }
    }
    connection.onDisconnect = { [unowned self] in
      recordEnd(.failure(.disconnected))
    }
    connection.serveTarget(
      at: TargetPlan.path,
      TargetHandlers(
        propose: { [unowned self] in propose($0) },
        perform: { [unowned self] in perform($0) }))
    var handlers = ControlObject.Handlers()
    handlers.transfers = { [unowned self] in drops.values.flatMap(\.transfers) }
    handlers.cancel = { [unowned self] transfer, reason in
      drops.values.first { $0.transfers.contains(transfer) }?.cancel(transfer, reason: reason)
        ?? false
    }
    ControlObject.serve(on: connection, loop, handlers)
    signals = try mapError { () throws(SystemError) in
      try SignalWatch([.interrupt, .terminate, .hangUp], on: loop) { [unowned self] in
        interrupt($0)
      }
    } to: {
      Failure(.other, "\($0)")
    }
    let id = try register()
    Console.note(
      translated(
        "{id}: to drop something here: dragctl drop … --on {name}", ["id": id, "name": plan.name]))
    while end == nil { loop.turn(timeout: nil) }
    for drop in drops.values { drop.giveUp() }
    unregister()
    waitForWorkers()
    try end?.get()
  }

  private func register() throws(Failure) -> Identifier {
    try renewal.ask(on: connection) { _ throws(Failure) in
      try connection.ask { () throws(RequestError) in
        try .registerTarget(plan.name, types: plan.types, plan.options)
      }
    }
  }

  private func registerAgain() {
    do throws(Failure) {
      Console.note(
        translated(
          "dragd restarted: registered again as {id}", ["id": try register()]))
    } catch {
      if renewal.isOver { recordEnd(.failure(error)) }
    }
  }

  private func unregister() {
    if let target = renewal.id, let request = try? BrokerCall<Void>.unregister(target) {
      connection.post(request)
    }
    connection.bus.flush()
  }

  // MARK: Drops

  private func propose(_ call: TargetProposeCall) -> ProposalReply {
    guard !isOccupied else {
      return ProposalReply(.cancel, ProposalDetails(reason: Self.occupied))
    }
    // dragd asks only about types and operations that this target accepts.
    guard let operation = call.context.operations?.first else { return ProposalReply(.forbidden) }
    return ProposalReply(Proposal(operation))
  }

  /// Whether the only drop is running or done.
  private var isOccupied: Bool { plan.endsAfterOne && (!drops.isEmpty || end != nil) }
  private static let occupied = "the target takes one drop, and already has it"

  private func perform(_ request: PerformRequest) {
    guard !isOccupied else {
      return request.reply.fail(.cancelled, Self.occupied)
    }
    let drop = CommandDrop(request, plan, connection, loop, workers)
    let key = ObjectIdentifier(drop)
    drops[key] = drop
    drop.run { [unowned self] hasSucceeded in
      drops[key] = nil
      endings.removeAll { !$0.isEnding }
      if drop.isEnding { endings.append(drop) }
      if hasSucceeded, plan.endsAfterOne { recordEnd(.success(())) }
    }
  }

  // MARK: The end

  private func interrupt(_ signal: SignalWatch.Signal) {
    for drop in drops.values { drop.terminate() }
    unregister()
    waitForWorkers()
    ProgramExit.by(signal.rawValue)
  }

  /// Workers first remove folders that are half unpacked.
  private func waitForWorkers() {
    let limit = Deadline(Milliseconds(5_000))
    while (endings + drops.values).contains(where: \.isEnding), !limit.hasPassed {
      Sleep.milliseconds(10)
    }
  }

  private func recordEnd(_ result: Result<Void, Failure>) {
    if end == nil { end = result }
  }
}
