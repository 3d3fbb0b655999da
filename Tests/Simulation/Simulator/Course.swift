internal import BusConversation
internal import CSimulation
internal import DragBroker
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import MessageBus
internal import Simulation

/// The course of every run: the programs act while things fail, then nothing fails any more, then everybody is still,
/// then all leave. What must hold is looked at on the way.
struct Course {
  let world: World
  private let known: Knowledge
  private let files: Files
  private let display = DisplayServer()

  init(_ plan: Plan, folder: String) {
    world = World(plan, folder: folder)
    known = Knowledge(world)
    files = Files(world)
    let (world, files, display) = (world, files, display)
    world.activatable[BusName.clipboard] = (
      "dragclip",
      {
        files.setStreams(of: sim_current())
        ClipboardService.serve(display, world)
      }
    )
    world.activatable[Daemon.busName] = (
      "dragd",
      {
        if Culprit.isDaemon(plan) { return Culprit.serve() }
        files.setStreams(of: sim_current())
        let status = BrokerService.run(Configuration())
        world.timeline.add("could not serve (\(status))")
      }
    )
    world.start("log") {}
    world.onDelivery = { message, receiver in
      display.oracle.see(message, to: receiver) { world.program(of: message.sender ?? "") }
    }
  }

  func run() {
    CommandProgram.begin(world)
    // Before there is any task.
    sim_hook_tasks()
    for program in world.plan.programs { start(program) }
    world.startFates()
    world.run(40 * VirtualTime.second)
    world.endFaults()
    world.run(1000 * VirtualTime.second)
    checkArrivals()
    files.checkCommands()
    let isUsedUp = world.plan.programs.contains { program in
      program.steps.contains { $0.words.contains("--once") || $0.words.contains("--clear-after") }
    }
    if world.plan.onlyWaits, !isUsedUp {
      display.oracle.check(display, known)
      checkCopied()
    }
    files.endCommands()
    if world.plan.endsUnseen {
      known.checkCopies()
      leave()
    }
    settle()
    checkClipboard()
    beStill()
    checkPresent()
    leave()
  }

  private func leave() {
    endSession()
    world.end()
    world.run(100 * VirtualTime.hour)
    checkEnd()
  }

  private func start(_ program: Program) {
    let (world, known, files, display) = (world, known, files, display)
    let number = world.start(program.name) {
      files.setStreams(of: sim_current())
      switch program.kind {
      case "shell": return ShellProgram.run(program, world, files)
      case "session": return SessionProgram.run(program, world, known)
      case "application": return Application.run(program, world, known, display)
      case "conversation": return converse(program, known)
      case "culprit": return Culprit.run(program, world, known, files)
      default: break
      }
      guard let client = Client(program, world, known) else { return }
      switch program.kind {
      case "source": SourceProgram.run(client)
      case "destination": DestinationProgram.run(client)
      case "target": TargetProgram.run(client)
      case "dropper": DropperProgram.run(client)
      default: known.violate("there is no kind of program “\(program.kind)”")
      }
      known.hasArrived(program.name)
    }
    if program.hasSecondBus { sim_use_second_bus(number) }
  }

  /// The bus says what real ones say.
  private func converse(_ program: Program, _ known: Knowledge) {
    do {
      let lines = try BusConversation.lines(at: "unix:path=/sim/bus")
      if let mistake = BusConversation.mistake(in: lines) {
        known.violate("the simulated bus is wrong: \(mistake)")
      }
    } catch {
      known.violate("the conversation fails: \(error)")
    }
    known.hasArrived(program.name)
  }

  /// Everybody has had enough time for its steps.
  private func checkArrivals() {
    for program in world.plan.programs where !known.arrived.contains(program.name) {
      guard let number = world.number(of: program.name), sim_is_dead(number) == 0 else { continue }
      world.violate("\(program.name) does not come to the end of its steps")
    }
  }

  /// What dead programs have left behind is settled by the next ones.
  private func settle() {
    settleMoves()
    guard world.plan.programs.contains(where: { $0.kind == "shell" }) else { return }
    let hasSecond = world.plan.programs.contains(where: \.hasSecondBus)
    for time in 1...2 {
      for isSecond in hasSecond ? [false, true] : [false] {
        let name = "recover \(time)\(isSecond ? " on the second bus" : "")"
        let number = ShellProgram.start(name, ["recover"], world, files)
        if isSecond { sim_use_second_bus(number) }
        world.run(200 * VirtualTime.second)
      }
    }
    files.check()
  }

  /// Programs that have died start again, and finish their moves.
  private func settleMoves() {
    let dead = known.moves.programs.filter { name in
      world.number(of: name).map { sim_is_dead($0) != 0 } ?? true
    }
    for name in dead {
      let again = Program(name: name, kind: "session", steps: [Step("recover")])
      let (world, known, files) = (world, known, files)
      world.start("\(name) again") {
        files.setStreams(of: sim_current())
        SessionProgram.run(again, world, known)
      }
    }
    guard !known.moves.programs.isEmpty else { return }
    world.run(300 * VirtualTime.second)
    known.moves.check(world)
  }

  /// What is copied last is pasted, whatever was copied and has died before.
  private func checkClipboard() {
    // On a slow bus a paste may take longer than dragclip waits for dragd.
    guard world.plan.programs.contains(where: { $0.kind == "application" }),
      world.plan.bus.longestDelay < VirtualTime.second
    else { return }
    let last = Array("what was copied last".utf8)
    display.set(([Application.text], last))
    world.run(30 * VirtualTime.second)
    let pasted = paste("pasted.txt")
    if pasted != last {
      let text = pasted.map { String(decoding: $0, as: UTF8.self) }
      world.violate("the last copy is pasted as “\(text ?? "nothing")”")
    }
  }

  /// What a dragctl has copied can be pasted as long as it is the last.
  private func checkCopied() {
    guard display.oracle.isCopied, world.plan.bus.longestDelay < VirtualTime.second,
      let copier = display.oracle.copier,
      files.words(of: copier) == ["copy", "--text", "words"]
    else { return }
    let text = paste("first-pasted.txt").map { String(decoding: $0, as: UTF8.self) }
    if text != "words" { world.violate("“words” are pasted as “\(text ?? "nothing")”") }
  }

  private func paste(_ name: String) -> [UInt8]? {
    let path = "\(world.folder)/\(name)"
    let words = ["paste", "--timeout", "20s", "--output", path]
    ShellProgram.start("paster of \(name)", words, world, files)
    world.run(60 * VirtualTime.second)
    return Files.bytes(of: path)
  }

  /// dragclip stays until its session ends.
  private func endSession() {
    guard let clipboard = world.service(BusName.clipboard) else { return }
    sim_signal(clipboard, 15)
    world.run(60 * VirtualTime.second)
  }

  /// A minute in which nobody does anything: dragd sleeps.
  private func beStill() {
    // dragclip and the sessions have timers of their own.
    let sleepers: Set = ["source", "destination", "target", "dropper", "shell"]
    guard world.plan.programs.allSatisfy({ sleepers.contains($0.kind) }),
      let daemon = world.service(Daemon.busName)
    else { return }
    let before = sim_wakeups(daemon)
    world.run(60 * VirtualTime.second)
    let wakeups = sim_wakeups(daemon) - before
    if wakeups > 4 { world.violate("dragd wakes up \(wakeups) times in an idle minute") }
  }

  private func checkPresent() {
    guard !world.plan.endsUnseen else { return }
    let (known, files) = (known, files)
    // A copy that nobody finishes has no time limit.
    let mayRun = world.plan.programs.contains { program in
      program.kind == "shell" || program.kind == "session"
        || program.steps.contains { $0.words.contains("drop") || $0.words.contains("leave") }
    }
    var hasLooked = false
    world.start("observer") {
      files.setStreams(of: sim_current())
      do {
        let connection = try BrokerConnection.session()
        let offers = try connection.perform(try .offers(), timeout: 25_000)
        let targets = try connection.perform(try .targets(), timeout: 25_000)
        known.checkList(Set(offers.map(\.id)))
        for offer in offers where known.offers[offer.id] != nil {
          let items = try connection.perform(try .items(of: offer.id), timeout: 25_000)
          known.checkItems(items.map { $0.attributes.name ?? "" }, of: offer.id)
        }
        known.checkTargets(
          Dictionary(uniqueKeysWithValues: targets.map { ($0.id, $0.properties.label) }))
        let running = try connection.perform(try .status(), timeout: 25_000)
          .statistics["transfers_running"]
        if let running, running > 0, !mayRun {
          known.violate("\(running) transfers run after all time limits")
        }
        hasLooked = true
      } catch {
        known.violate("dragd does not answer an observer: \(error)")
      }
    }
    world.run(60 * VirtualTime.second)
    if !hasLooked { world.violate("dragd does not answer an observer") }
    known.checkOwners()
    known.checkCopies()
    // A drop takes as long as its target.
    let mayWait = world.plan.programs.contains { program in
      program.steps.contains { $0.words.contains("silent") || $0.words.contains("deaf") }
    }
    for call in world.unansweredCalls(of: Daemon.busName) where !(mayWait && call == "Drop") {
      world.violate("dragd never answers \(call)")
    }
  }

  private func checkEnd() {
    for program in known.listening.sorted() { world.violate("\(program) listens for ever") }
    if !world.isAtRest { world.violate("something still waits after four days") }
    for (name, processes) in world.services.sorted(by: { $0.key < $1.key }) {
      for (index, process) in processes.enumerated() {
        if sim_is_dead(process) == 0 {
          world.violate("\(name) is still there, with \(sim_descriptors(process)) descriptors")
        } else if index == processes.count - 1, sim_status(process) != 0,
          world.plan.isUndisturbed
        {
          world.violate("\(name) has ended with \(sim_status(process))")
        }
      }
    }
    checkStateFile()
    let open = world.report.open_descriptors
    if open > 0 { world.violate("\(open) descriptors are left open") }
    let left = Files.names(in: "\(world.folder)/run")
    if world.plan.isUndisturbed, left != ["dragd"], left != [] {
      world.violate("the runtime folder has \(left)")
    }
  }

  /// A dragd that has ended by itself leaves no unfinished file.
  private func checkStateFile() {
    guard
      world.plan.faults.allSatisfy({
        ![.diskError, .diskReadOnly].contains($0.kind) && !$0.kind.isKill
      }),
      world.plan.fates.allSatisfy({ $0.event != .kill })
    else { return }
    for name in Files.names(in: "\(world.folder)/run/dragd") where name.hasSuffix(".new") {
      world.violate("dragd leaves an unfinished file: \(name)")
    }
  }
}
