internal import Simulation

/// Draws plans from seeds. Each seed first draws which kinds of things there are at all, then how many.
struct Swarm {
  private var random: Generator
  private let workload: Workload
  /// The most steps of a program, and the most programs of a kind: what is small is seen whole.
  private let mostSteps: Int, mostPrograms: Int

  private init(_ workload: Workload, seed: UInt64) {
    random = Generator(state: seed)
    self.workload = workload
    mostSteps = random.one(of: [1, 2, 3, 5, 5])
    mostPrograms = random.one(of: [1, 2, 3, 3])
  }

  enum Workload: String, CaseIterable {
    case copies, drops, commands, moves, sessions, transfers, clipboard, mixed
    /// Two sessions of one user: two buses with the same folders.
    case buses
  }

  /// SplitMix64: the same everywhere.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func one<Element>(of list: [Element]) -> Element { list[below(list.count)] }
    mutating func happens(oneOf count: Int) -> Bool { below(count) == 0 }
  }

  static func plan(_ workload: Workload, seed: UInt64) -> Plan {
    var swarm = Swarm(workload, seed: seed)
    return swarm.plan(seed)
  }

  private mutating func plan(_ seed: UInt64) -> Plan {
    var plan = Plan(workload: workload.rawValue, seed: seed)
    plan.programs = programs()
    plan.schedule = schedule(plan.programs.count)
    plan.endsUnseen = random.happens(oneOf: 3)
    plan.isManaged = workload != .buses && random.happens(oneOf: 3)
    if random.happens(oneOf: 3) {
      plan.bus.longestRead = random.one(of: [64, 500, 4096])
      plan.bus.delayedOneOf = UInt64(random.one(of: [2, 5, 20]))
      plan.bus.longestDelay = random.one(of: [10_000_000, 3_000_000_000])
    }
    // A third of the runs has no disturbance: there the strictest things must hold.
    if !random.happens(oneOf: 3) {
      let hasTwo = workload == .buses
      let names =
        ["dragd 1", hasTwo ? "second dragd 1" : "dragd 1", "dragd 2"] + processes(of: plan)
        + (workload == .clipboard ? ["dragclip 1", "dragclip 1"] : [])
      plan.faults = faults(names)
      plan.fates = fates(names)
    }
    return plan
  }

  /// The names of the processes that a plan starts.
  private func processes(of plan: Plan) -> [String] {
    plan.programs.flatMap { program in
      program.kind == "shell"
        ? program.steps.indices.map { "\(program.name).\($0 + 1)" } : [program.name]
    }
  }

  private mutating func schedule(_ programs: Int) -> Schedule {
    var schedule = Schedule()
    schedule.seed = random.next() >> 16
    schedule.policy = random.one(of: Schedule.Policy.allCases)
    switch schedule.policy {
    case .priorities: schedule.detail = UInt32(1 + random.below(4))
    // The bus is 0, the log 1.
    case .starve: schedule.detail = UInt32(random.below(programs + 4))
    default: break
    }
    if random.happens(oneOf: 4) {
      schedule.delayedOneOf = UInt32(random.one(of: [5, 50, 300]))
      schedule.longestDelay = random.one(of: [1_000_000, 10_000_000])
    }
    return schedule
  }

  private mutating func faults(_ names: [String]) -> [Fault] {
    var faults: [Fault] = []
    let kinds = Fault.Kind.allCases.filter { _ in random.happens(oneOf: 4) }
    // Often one process has all the trouble.
    let victim =
      random.happens(oneOf: 2) ? random.one(of: ["dragd 1", random.one(of: names)]) : nil
    for kind in kinds {
      let process = victim ?? random.one(of: names)
      if kind.isKill || kind == .frozen || kind == .frozenAtSend {
        let most =
          kind == .killed || kind == .frozen
          ? random.one(of: [60, 300, 1500])
          : kind == .killedAtSend || kind == .frozenAtSend ? random.one(of: [12, 60]) : 12
        faults.append(Fault(process, kind, at: UInt64(1 + random.below(most))))
      } else if random.happens(oneOf: 2) {
        // What a program does once, it does at its start.
        let most = random.one(of: [1, 2, 8, 60])
        faults.append(Fault(process, kind, at: UInt64(1 + random.below(most))))
      } else {
        faults.append(Fault(process, kind, oneOf: UInt32(random.one(of: [2, 3, 8, 20, 60]))))
      }
    }
    // A dragd that comes in another one's place is the one that matters then.
    if faults.contains(where: { $0.process == "dragd 1" && $0.kind.isKill }),
      random.happens(oneOf: 2)
    {
      let kind = random.one(of: [Fault.Kind.frozenAtSend, .killedAtSend, .frozen, .noDescriptor])
      let most = kind == .frozen ? 400 : 25
      faults.append(Fault("dragd 2", kind, at: UInt64(1 + random.below(most))))
    }
    return faults
  }

  private mutating func fates(_ names: [String]) -> [Fate] {
    guard random.happens(oneOf: 3) else { return [] }
    var fates: [Fate] = []
    for _ in 0...random.below(3) {
      let process = random.one(of: names)
      // Most happens in the first moments.
      let at = UInt64(random.below(random.one(of: [30, 300, 3_000, 20_000])))
      switch random.below(5) {
      case 0: fates.append(Fate(process, .kill, at: at))
      case 1: fates.append(Fate(process, .terminate, at: at))
      case 2: fates.append(Fate(process, .restart, at: at))
      default:
        fates.append(Fate(process, .freeze, at: at))
        fates.append(
          Fate(process, .thaw, at: at + UInt64(random.below(random.one(of: [30, 3_000, 40_000])))))
      }
    }
    return fates
  }

  // MARK: Programs

  private mutating func programs() -> [Program] {
    switch workload {
    case .copies:
      return many("source", 1...3) { $0.sourceSteps() }
        + many("destination", 0...3) { $0.destinationSteps() }
    case .drops:
      return many("target", 1...2) { $0.targetSteps() }
        + many("dropper", 0...3) { $0.dropperSteps() }
    case .commands:
      var shells = many("shell", 1...3) { $0.commandSteps() }
      // Without something on offer most lines have little to do.
      if random.happens(oneOf: 2) {
        shells[0].steps.insert(Step("run", words: ["offer", "{small}"]), at: 0)
      }
      return shells
    case .moves: return many("shell", 2...3) { $0.moveSteps() }
    case .buses:
      return many("shell", 1...3) { $0.moveSteps() }
        + many("second shell", 1...3) { $0.moveSteps() }.map {
          Program(name: $0.name, kind: "shell", steps: $0.steps, hasSecondBus: true)
        }
    case .sessions:
      return many("session", 1...2) { $0.sessionSteps() }
        + many("destination", 0...1) { $0.destinationSteps() }
    case .transfers: return many("session", 2...3) { $0.transferSteps() }
    case .clipboard:
      return many("application", 1...2) { $0.applicationSteps() }
        + many("shell", 1...2) { $0.clipboardSteps() }
    case .mixed: return mixture()
    }
  }

  /// Programs of any kinds together.
  private mutating func mixture() -> [Program] {
    let kinds: [(String, (inout Swarm) -> [Step])] = [
      ("source", { $0.sourceSteps() }), ("destination", { $0.destinationSteps() }),
      ("target", { $0.targetSteps() }), ("dropper", { $0.dropperSteps() }),
      ("shell", { $0.commandSteps() }), ("session", { $0.sessionSteps() }),
    ]
    var programs: [Program] = []
    for (kind, steps) in kinds where random.happens(oneOf: 2) {
      programs += many(kind, 1...2, steps)
    }
    return programs
  }

  private mutating func many(
    _ kind: String, _ range: ClosedRange<Int>, _ steps: (inout Swarm) -> [Step]
  ) -> [Program] {
    let most = max(range.lowerBound, min(range.upperBound, mostPrograms))
    let count = range.lowerBound + random.below(most - range.lowerBound + 1)
    return (0..<count).map { $0 + 1 }.map {
      Program(name: "\(kind) \($0)", kind: kind, steps: steps(&self))
    }
  }

  private mutating func after() -> UInt64 { UInt64(random.one(of: [0, 0, 0, 3, 50, 400, 2_000])) }
  private mutating func size() -> Int { random.one(of: [0, 1, 700, 5_000, 70_000, 300_000]) }

  private mutating func sourceSteps() -> [Step] {
    var steps: [Step] = []
    for _ in 0...random.below(min(3, mostSteps)) {
      var words = [random.one(of: ["data", "memory", "lazy", "data", "memory", "lazy", "pipe"])]
      for (word, rarity) in [("once", 5), ("twice", 5), ("private", 5), ("more", 3)]
      where random.happens(oneOf: rarity) {
        words.append(word)
      }
      if random.happens(oneOf: 6) { words.append(random.one(of: ["silent", "failing", "short"])) }
      steps.append(
        Step("offer", after: after(), size: size(), count: 1 + random.below(3), words: words))
      let isOpen = words.contains("more")
      for _ in 0..<random.below(isOpen ? 4 : 1) {
        steps.append(
          Step(
            "add", after: after(), size: size(), count: 1 + random.below(3),
            words: [random.one(of: ["data", "memory"])]
              + (random.happens(oneOf: 3) ? ["hasty"] : [])))
      }
      if isOpen, !random.happens(oneOf: 4) {
        steps.append(Step("close", after: after(), size: size(), words: ["data"]))
      }
      if random.happens(oneOf: 4) { steps.append(Step("withdraw", after: after())) }
    }
    if random.happens(oneOf: 3) { steps.append(Step("leave", after: after())) }
    return steps
  }

  private mutating func destinationSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      var words = [random.one(of: ["any", "file", "stream"])]
      if random.happens(oneOf: 5) { words.append("slow") }
      words.append(random.one(of: ["finish", "finish", "finish", "cancel", "drop", "leave"]))
      return Step("accept", after: after(), size: random.below(12), words: words)
    }
  }

  private mutating func targetSteps() -> [Step] {
    var words: [String] = []
    if random.happens(oneOf: 5) { words.append(random.one(of: ["refusing", "silent", "deaf"])) }
    var steps = [Step("register", after: after(), words: words)]
    for _ in 0..<random.below(5) { steps.append(Step("update", after: after())) }
    if random.happens(oneOf: 3) {
      steps.append(
        Step("unregister", after: after(), words: random.happens(oneOf: 2) ? ["late"] : []))
    }
    return steps
  }

  private mutating func dropperSteps() -> [Step] {
    var steps: [Step] = []
    for _ in 0...random.below(mostSteps) {
      steps.append(
        Step(
          random.one(of: ["propose", "propose", "leave", "drop"]), after: after(),
          size: random.below(3)))
    }
    if random.happens(oneOf: 2) { steps[0].words.append("stranger") }
    return steps
  }

  private mutating func sessionSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      let act = random.one(of: [
        "offer", "offer", "withdraw", "register", "update", "update", "load", "watch", "give",
        "take",
      ])
      var words: [String] = []
      if act == "offer" { words.append(random.one(of: ["data", "lazy"])) }
      if act == "load", random.happens(oneOf: 3) { words.append("cancelled") }
      return Step(
        act, after: after(), size: random.one(of: [0, 1, 30]), count: random.one(of: [1, 60]),
        words: words)
    }
  }

  private mutating func transferSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      var words: [String] = []
      let act = random.one(of: ["give", "take", "take", "recover"])
      if random.happens(oneOf: 4) { words.append(random.one(of: ["cancelled", "late"])) }
      return Step(act, after: after(), size: random.one(of: [0, 1, 30]), words: words)
    }
  }

  private mutating func applicationSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      Step(random.one(of: ["copy", "copy", "go"]), after: after())
    }
  }

  private mutating func clipboardSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      let lines = [
        ["copy", "--text", "words"], ["copy", "{small}"], ["copy", "{large}", "{small}"],
        ["copy", "--once", "--text", "once"], ["copy", "--clear"],
        ["paste", "--timeout", "10s", "--output", "{out}"],
        ["paste", "--timeout", "10s", "--list-types"], ["clipboard", "history"],
        ["paste", "--timeout", "5s", "--history", "1"], ["list"],
      ]
      return Step(random.one(of: ["run", "wait"]), after: after(), words: random.one(of: lines))
    }
  }

  private mutating func moveSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      let words =
        random.happens(oneOf: 2)
        ? ["offer", "--operations", "move", "{move}"]
        : ["accept", "--wait", "--timeout", "30s", "--move", "-o", "{out}"]
      return Step(random.one(of: ["run", "run", "wait"]), after: after(), words: words)
    }
  }

  private mutating func commandSteps() -> [Step] {
    (0...random.below(mostSteps)).map { _ in
      Step(random.one(of: ["run", "wait"]), after: after(), words: CommandLines.draw(&random))
    }
  }
}
