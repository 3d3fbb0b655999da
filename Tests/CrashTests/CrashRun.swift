import CLinux
import Harness

/// One run: a source with two items, dragd and one or two destinations, killed as planned. Then all are started again
/// and settle, and the items are counted.
final class CrashRun {
  struct Outcome: Sendable {
    let plan: Plan
    var faults: Set<Fault> = []
    /// The fail points at which processes were killed.
    var kills: [String] = []
    var duration: Duration = .zero
    /// The protocol of a run that failed, for people.
    var log = ""
  }

  private let plan: Plan
  private let stores: Stores
  private let bus: PrivateBus
  private var starts: [Role: Int] = [:]
  private var log: [String] = []
  private var source: Program?
  private var manager: Manager?

  private init(_ plan: Plan, _ stores: Stores, _ bus: PrivateBus) {
    self.plan = plan
    self.stores = stores
    self.bus = bus
  }

  static func perform(_ plan: Plan, on stage: Stage) throws -> Outcome {
    let bus = try stage.bus(plan.bus, isManaged: plan.isManaged)
    let stores = try stage.stores(plan)
    defer { stores.remove() }
    return CrashRun(plan, stores, bus).perform()
  }

  /// The fail points that each role passes in a move without kills.
  static func steps(on stage: Stage) throws -> [Role: Int] {
    let stores = try stage.stores(Plan())
    defer { stores.remove() }
    let outcome = CrashRun(Plan(), stores, try stage.bus(.dbusDaemon, isManaged: false)).perform()
    guard outcome.faults.isEmpty, stores.names("to") == Stores.items.keys.sorted() else {
      throw HarnessFailure("the undisturbed move failed:\n\(outcome.log)\n\(stores.description)")
    }
    return [Role.source, .dragd, .destination].reduce(into: [:]) { steps, role in
      steps[role] = stores.steps(role, start: 0).count
    }
  }

  private func perform() -> Outcome {
    var outcome = Outcome(plan: plan)
    let clock = ContinuousClock()
    let begin = clock.now
    do {
      defer { source?.close() }
      if plan.isManaged { try manage() }
      try move()
      try settle()
      if plan.isManaged { try lookForOffers(&outcome) }
    } catch {
      outcome.faults.insert(.locked)
      log.append("\(error)")
    }
    if !stores.endDragds(within: Stage.limit) {
      outcome.faults.insert(.locked)
      log.append("dragd does not end")
    }
    if let wrong = manager?.close(), !wrong.isEmpty {
      outcome.faults.insert(.left)
      log += wrong
    }
    outcome.duration = clock.now - begin
    outcome.faults.formUnion(stores.faults())
    outcome.kills = kills()
    if !outcome.faults.isEmpty { outcome.log = describe(outcome) }
    return outcome
  }

  // MARK: A manager

  private func manage() throws {
    let (plan, root, address) = (plan, stores.root, bus.address)
    manager = try Manager { start in
      var environment = [
        "DBUS_SESSION_BUS_ADDRESS": address, "HOME": root, "XDG_STATE_HOME": root + "/dragd-home",
        "XDG_RUNTIME_DIR": root + "/runtime", "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
        "DRAGD_FAIL_COUNT": "\(root)/steps/dragd.\(start)",
      ]
      if let number = plan.kill(.dragd, atStart: start) {
        environment["DRAGD_FAIL_AT"] = "\(number)"
      }
      return environment
    }
    try waitForDragd()
  }

  /// Waits for a managed dragd, which no call starts.
  private func waitForDragd() throws {
    guard plan.isManaged else { return }
    try eventually(within: Stage.limit, "dragd serves") { try look("status").exit == .success }
  }

  /// Checks that restored offers have ended once their source has settled.
  private func lookForOffers(_ outcome: inout Outcome) throws {
    try waitForDragd()
    let list = try look("list", "-q")
    guard list.exit != .success || !list.output.isEmpty else { return }
    outcome.faults.insert(.left)
    log.append("still on offer: \(list.output) \(list.error)")
  }

  /// Runs dragctl as a program that takes no part in the moves.
  private func look(_ arguments: String...) throws -> Program.Result {
    let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": stores.root]
    return try Program.run(
      Built.dragctl, arguments, environment: environment, within: Stage.limit)
  }

  // MARK: The move

  private func move() throws {
    let source = try start(.source, ["offer", "--operations", "move", "from/large", "from/small"])
    self.source = source
    // The source has died or could not offer if it prints no line.
    _ = try? source.firstLine(within: Stage.limit)
    var waiting: [(Role, Program)] = []
    defer { for (_, program) in waiting { program.close() } }
    for role in destinations { waiting.append((role, try accept(role))) }
    for (role, program) in waiting {
      let result = try end(role, program)
      // A destination that was too late for one item may get the other.
      guard plan.hasRival, result.exit != .success, result.exit != .signalled(SIGKILL),
        source.isRunning, !stores.isSourceEmpty
      else { continue }
      let again = try accept(role)
      waiting.append((role, again))
      try end(role, again)
    }
  }

  private var destinations: [Role] { plan.hasRival ? [.destination, .rival] : [.destination] }

  private func accept(_ role: Role) throws -> Program {
    try start(role, ["accept", "--move", "--all", "-o", role == .rival ? "other" : "to"])
  }

  // MARK: Coming back

  private func settle() throws {
    for _ in 0..<max(plan.rounds, 1) {
      for role in plan.returning { try comeBack(role) }
    }
    try waitForSource()
    // Only a dragd that was to be killed at many starts may still be killed.
    for _ in 0...plan.rounds {
      for role in plan.returning { try recover(role, isLast: true) }
    }
  }

  private func comeBack(_ role: Role) throws {
    if role == .source, let source, source.isRunning {
      // A source without items ends by itself, perhaps only when dragd runs again.
      guard !stores.isSourceEmpty else { return }
      source.send(SIGTERM)
      try end(.source, source)
    }
    try recover(role, isLast: false)
  }

  private func waitForSource() throws {
    guard let source, source.isRunning else { return }
    if !stores.isSourceEmpty { source.send(SIGTERM) }
    try end(.source, source)
  }

  /// Runs `dragctl recover`, if there are notes: without them it has nothing to do.
  private func recover(_ role: Role, isLast: Bool) throws {
    guard stores.hasNotes(home(role)) else { return }
    try waitForDragd()
    let program = try start(role, ["recover"], isKilled: !isLast)
    defer { program.close() }
    try end(role, program)
  }

  // MARK: Processes

  private func start(
    _ role: Role, _ arguments: [String], isKilled: Bool = true
  ) throws -> Program {
    let start = starts[role, default: 0]
    starts[role] = start + 1
    var environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": stores.root,
      "XDG_STATE_HOME": "\(stores.root)/\(home(role))",
      "XDG_RUNTIME_DIR": "\(stores.root)/runtime",
      "DRAGD_FAIL_COUNT": "\(stores.root)/steps/\(role.rawValue).\(start)",
    ]
    if isKilled, let number = plan.kill(role, atStart: start) {
      environment["DRAGD_FAIL_AT"] = "\(number)"
    }
    return try Program(
      Built.dragctl, arguments, environment: environment, workingFolder: stores.root)
  }

  private func home(_ role: Role) -> String {
    switch role {
    case .source, .dragd: "source-home"
    case .destination: plan.sharesHome ? "source-home" : "destination-home"
    case .rival: plan.sharesHome ? "source-home" : "rival-home"
    }
  }

  @discardableResult
  private func end(_ role: Role, _ program: Program) throws -> Program.Result {
    let result = try program.wait(within: Stage.limit)
    log.append("\(role.rawValue): \(program.name): \(result.exit)")
    for line in (result.output + result.error).split(separator: "\n") { log.append("  \(line)") }
    return result
  }

  // MARK: Afterwards

  /// The last steps of the killed processes.
  private func kills() -> [String] {
    plan.kills.sorted { $0.key < $1.key }.flatMap { role, kills in
      kills.enumerated().compactMap { start, number -> String? in
        let steps = stores.steps(role, start: start)
        guard number > 0, steps.count >= number else { return nil }
        return steps[number - 1]
      }
    }
  }

  private func describe(_ outcome: Outcome) -> String {
    let faults = outcome.faults.map(\.rawValue).sorted().joined(separator: ", ")
    return """
      \(faults): DRAGD_CRASH_SEED='\(plan)'
      killed at: \(outcome.kills.joined(separator: "; "))
      \(log.joined(separator: "\n"))
      \(stores.description)
      """
  }
}
