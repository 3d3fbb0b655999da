internal import CLinux
package import CSimulation
package import MessageBus

/// A run: its bus, its processes, and what its programs say that they have seen.
package final class World {
  package let plan: Plan
  package let timeline = Timeline()
  private let bus: SimulatedBus
  private var manager: ServiceManager?
  /// Those that serve a name, by name; the last one is the present one.
  package private(set) var services: [String: [Int32]] = [:]
  private var numbers: [String: Int32] = [:]
  /// When the programs have done what the plan says, and everybody is to leave.
  package private(set) var isOver = false
  /// Whether nothing fails any more.
  package private(set) var isCalm = false
  /// What the bus starts, by name: the process's name and its `main`.
  package var activatable: [String: (program: String, main: () -> Void)] = [:]
  package let folder: String
  package var report = sim_report()
  package private(set) var isAtRest = false
  /// Is called with each message that the bus delivers.
  package var onDelivery: (WireMessage, _ receiver: String) -> Void = { _, _ in }
  private var times = CallTimes()

  package init(_ plan: Plan, folder: String) {
    self.plan = plan
    self.folder = folder
    bus = SimulatedBus(plan.bus, at: SIM_BUS)
    begin()
    bus.core.activate = { [unowned self] name in activate(name) }
    bus.core.hasFailed = { [unowned self] name in
      if name == Daemon.busName, let manager { return !manager.isActive }
      return services[name]?.last.map { sim_is_dead($0) != 0 } ?? true
    }
    bus.onDelivery = { [unowned self] message, receiver in
      tell(message, receiver)
      times.see(message, to: receiver)
      onDelivery(message, receiver)
    }
    bus.core.onOwner = { [unowned self] process in
      // Until then a service may wait for answers of the bus.
      let all = services.values.joined()
      if let number = all.first(where: { UInt32(sim_number($0)) == process }) { sim_serve(number) }
    }
    bus.forbidsStrays = plan.workload != "conversation"
    bus.core.onLeaving = { [unowned self] process, members in checkLeaving(process, members) }
    start("the bus") { [bus] in bus.run() }
    if plan.isManaged { startManager() }
    if plan.programs.contains(where: \.hasSecondBus) { startSecondBus() }
  }

  private func startSecondBus() {
    let second = SimulatedBus(plan.bus, at: SIM_SECOND_BUS)
    second.core.activate = { [unowned self] name in begin(name, isSecond: true) != nil }
    second.core.hasFailed = { [unowned self] name in
      services["second \(name)"]?.last.map { sim_is_dead($0) != 0 } ?? true
    }
    second.onDelivery = { [unowned self] message, receiver in tell(message, receiver) }
    sim_use_second_bus(start("the second bus") { second.run() })
  }

  private func startManager() {
    let manager = ServiceManager()
    self.manager = manager
    manager.begin = { [unowned self] in begin(Daemon.busName) ?? -1 }
    start("the manager") { manager.run() }
  }

  private func begin() {
    var schedule = sim_schedule()
    schedule.seed = plan.schedule.seed
    schedule.policy =
      Schedule.Policy.allCases.firstIndex(of: plan.schedule.policy).map {
        UInt32($0)
      } ?? 0
    schedule.detail = plan.schedule.detail
    schedule.delayed_one_of = plan.schedule.delayedOneOf
    schedule.longest_delay = max(1, plan.schedule.longestDelay)
    sim_begin(&schedule, plan.seed)
  }

  // MARK: Processes

  @discardableResult
  package func start(_ name: String, _ body: @escaping () -> Void) -> Int32 {
    let number = SimulatedProcess.start(name, body)
    numbers[name] = number
    timeline.name(number, name)
    for fault in plan.faults where fault.process == name {
      let kind = sim_fault(fault.kind.number)
      if let at = fault.at {
        sim_fault_at(number, kind, at)
      } else if let oneOf = fault.oneOf {
        sim_fault_rate(number, kind, oneOf)
      }
    }
    return number
  }

  package func number(of name: String) -> Int32? { numbers[name] }

  private func activate(_ name: String) -> Bool {
    guard let manager, name == Daemon.busName else { return begin(name) != nil }
    manager.want()
    return true
  }

  private func begin(_ name: String, isSecond: Bool = false) -> Int32? {
    guard let (program, main) = activatable[name] else { return nil }
    let key = isSecond ? "second \(name)" : name
    let process =
      (isSecond ? "second " : "") + "\(program) \((services[key]?.count ?? 0) + 1)"
    timeline.add("starts \(process)")
    let manager = name == Daemon.busName ? manager : nil
    let number = start(process) {
      manager?.setEnvironment()
      main()
    }
    services[key, default: []].append(number)
    return number
  }

  /// Of what dragds have held: of another one nothing is left.
  package var generation: Int {
    manager?.generation
      ?? (services[Daemon.busName] ?? []).count { sim_is_dead($0) != 0 }
  }

  /// The process that serves a name now, if there is one.
  package func service(_ name: String) -> Int32? {
    services[name]?.last.flatMap { sim_is_dead($0) == 0 ? $0 : nil }
  }

  // MARK: The course of a run

  /// Does what the plan says to processes at its times.
  package func startFates() {
    let fates = plan.fates.sorted { $0.at < $1.at }
    guard !fates.isEmpty else { return }
    start("fate") { [unowned self] in
      for fate in fates {
        let due = fate.at * 1_000_000
        if due > VirtualTime.elapsed { sleep(nanoseconds: due - VirtualTime.elapsed) }
        guard !isCalm else { return }
        meet(fate)
      }
    }
  }

  private func meet(_ fate: Fate) {
    guard let number = numbers[fate.process], sim_is_dead(number) == 0 else { return }
    timeline.add("\(fate.process): \(fate.event.rawValue)")
    switch fate.event {
    case .freeze: sim_freeze(number, 1)
    case .thaw: sim_freeze(number, 0)
    case .kill: sim_kill(number)
    case .terminate, .restart:
      if number == service(Daemon.busName), let manager {
        manager.stop(isRestart: fate.event == .restart)
      } else {
        sim_signal(number, 15)
      }
    }
  }

  /// Runs for that long.
  package func run(_ nanoseconds: UInt64) {
    isAtRest = sim_run(VirtualTime.now + nanoseconds) == 0
    report = sim_report_now()
  }

  /// From now on nothing fails, and nobody stands still.
  package func endFaults() {
    timeline.add("from here on nothing fails")
    isCalm = true
    sim_end_faults()
    for number in numbers.values.sorted() where sim_is_dead(number) == 0 { sim_freeze(number, 0) }
  }

  package func end() { isOver = true }

  package func violate(_ text: String) { sim_violate(text) }

  package func sleep(nanoseconds: UInt64) {
    var time = timespec()
    time.tv_sec = Int(nanoseconds / VirtualTime.second)
    time.tv_nsec = Int(nanoseconds % VirtualTime.second)
    nanosleep(&time, nil)
  }

  /// The members that somebody has called of the owner of that name, and of which there is no answer.
  package func unansweredCalls(of name: String) -> [String] {
    guard let owner = bus.core.owners[name]?.name else { return [] }
    return bus.core.unansweredCalls.filter { $0.callee == owner }.map(\.member)
  }
  package var delivered: Int { bus.delivered }

  /// A dragd that ends by itself has answered everything.
  private func checkLeaving(_ process: UInt32, _ members: [String]) {
    let isOwnFault = plan.faults.contains {
      $0.process.hasPrefix("dragd") && ($0.kind.isKill || $0.kind.isOfDisk)
    }
    let daemons = services[Daemon.busName] ?? []
    guard let daemon = daemons.first(where: { UInt32(sim_number($0)) == process }),
      !isOwnFault, !isOver, !plan.fates.contains(where: { $0.process.hasPrefix("dragd") })
    else { return }
    // Its connection closes a moment before it has ended.
    timeline.add("dragd leaves without an answer (\(sim_status(daemon)))")
    violate("dragd leaves without an answer to \(members.sorted().joined(separator: ", "))")
  }

  /// When the n-th call of a member by a connection was answered.
  package func answer(to number: Int, of member: String, from caller: String) -> UInt64? {
    times.answer(to: number, of: member, from: caller)
  }

  /// The process that has a connection.
  package func program(of connection: String) -> String? {
    guard let process = bus.core.find(connection)?.process else { return nil }
    return numbers.first { UInt32(sim_number($0.value)) == process }?.key
  }

  /// Who owns dragd's name.
  package var daemonOwner: String? { bus.core.owners[Daemon.busName]?.name }

  // MARK: The story

  private func tell(_ message: WireMessage, _ receiver: String) {
    let isHousekeeping =
      message.sender == MessageBus.name || receiver.isEmpty || message.destination == nil
    guard !isHousekeeping || message.kind == .error else { return }
    let what =
      switch message.kind {
      case .call: "\(message.member ?? "")(\(message.path ?? ""))"
      case .reply: "answers \(message.replySerial ?? 0)"
      case .error: "\(message.errorName ?? ""): \(message.body.leadingTexts.first ?? "")"
      case .signal: "signals \(message.member ?? "")"
      }
    timeline.add("\(message.sender ?? "") → \(receiver) \(what)")
  }
}
