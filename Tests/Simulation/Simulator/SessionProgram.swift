internal import CSimulation
internal import DragClient
internal import DragModel
internal import Simulation

/// A program on DragClient. Its steps: `offer data|lazy`, `withdraw`, `register`, `update`, `load`, `watch`, `give` (an
/// item to be moved), `take` (moves one) and `recover`; with the word
/// `cancelled` the step's task is cancelled after `size` milliseconds. DragClient renews offers and targets at every
/// dragd, so at the end each one that was not withdrawn is there once.
enum SessionProgram {
  /// What the program has; its tasks run one at a time.
  private final class Own: @unchecked Sendable {
    let world: World
    let known: Knowledge
    let program: Program
    let moves: SessionMoves
    var offers: [(label: String, offering: Offering?)] = []
    var given: [Offering] = []
    var target: DropTarget?
    /// The target's last label, and those that it may have instead.
    var labels: Set<String> = []
    var number = 0
    var isListening: Bool {
      get { known.listening.contains(program.name) }
      set {
        if newValue {
          known.listening.insert(program.name)
        } else {
          known.listening.remove(program.name)
        }
      }
    }

    init(_ program: Program, _ world: World, _ known: Knowledge) {
      self.program = program
      self.world = world
      self.known = known
      moves = SessionMoves(stores: known.moves, program: program.name, world: world)
    }

    func note(_ text: String) { world.timeline.add(text) }
  }

  static func run(_ program: Program, _ world: World, _ known: Knowledge) {
    let own = Own(program, world, known)
    SimulatedProcess.runTasks {
      do throws(DragError) {
        let client = try await DragClient.connect()
        for step in program.steps {
          await SimulatedProcess.pause(milliseconds: step.after)
          own.note("\(step.act) \(step.words.joined(separator: " "))")
          await perform(step, client, own)
        }
        own.known.hasArrived(program.name)
        // Until nothing fails any more, and everything has been renewed.
        while !own.world.isCalm { await SimulatedProcess.pause(milliseconds: 5_000) }
        _ = try? await client.targets(named: "")
        await SimulatedProcess.pause(milliseconds: 120_000)
        if own.known.moves.programs.contains(program.name) {
          await own.moves.recover(client, isStart: false)
        }
        await check(client, own)
        while !own.world.isOver { await SimulatedProcess.pause(milliseconds: 60_000) }
        client.close()
        // Whoever asks for the list then hears at once that there is none any more.
        own.isListening = true
        for await _ in client.offers {}
        own.isListening = false
      } catch {
        own.note("has no connection: \(error)")
        own.known.hasArrived(program.name)
      }
    }
  }

  private static func perform(_ step: Step, _ client: DragClient, _ own: Own) async {
    guard step.words.contains("cancelled") else { return await act(step, client, own) }
    let task = Task.detached { await act(step, client, own) }
    await SimulatedProcess.pause(milliseconds: UInt64(step.size))
    task.cancel()
    await task.value
  }

  private static func act(_ step: Step, _ client: DragClient, _ own: Own) async {
    do throws(DragError) {
      switch step.act {
      case "offer": try await offer(step, client, own)
      case "withdraw":
        guard !own.offers.isEmpty else { return }
        let offering = own.offers.removeFirst().offering
        try await offering?.withdraw()
      case "register":
        guard own.target == nil else { return }
        own.labels = ["0"]
        own.target = try await client.registerTarget(
          own.program.name, label: "0", propose: { _ in DropProposal(.copy) }, perform: { _ in })
      case "update":
        guard let target = own.target else { return }
        own.number += 1
        let label = "\(own.number)"
        own.labels.insert(label)
        try await target.update(label: label)
        own.labels = [label]
      case "give": own.given.append(try await own.moves.offer(client))
      case "take": try await own.moves.take(client, isLate: step.words.contains("late"))
      case "recover": await own.moves.recover(client, isStart: true)
      case "watch":
        // Until the client is closed.
        Task.detached {
          for await list in client.offers { own.note("sees \(list.count) offers") }
        }
      default: try await load(client, own)
      }
    } catch {
      own.note("\(step.act) fails: \(error)")
      if own.world.plan.isUndisturbed, error.code == .noReply || error.code == .noBroker {
        own.known.violate("\(own.program.name): \(step.act) fails with nothing wrong: \(error)")
      }
    }
  }

  private static func offer(_ step: Step, _ client: DragClient, _ own: Own) async throws(DragError)
  {
    own.number += 1
    let label = "\(own.program.name)-\(own.number)"
    let bytes = content(1 + step.count * 1_000, label)
    var item = ItemProvider(suggestedName: label)
    if step.words.contains("lazy") {
      item.register("application/octet-stream") { writer in try await writer.write(bytes) }
    } else {
      item.register("application/octet-stream", bytes: bytes)
    }
    var options = OfferingOptions()
    options.label = label
    let offering = try await client.offer([item], options: options)
    own.offers.append((label, offering))
  }

  private static func load(_ client: DragClient, _ own: Own) async throws(DragError) {
    let offered = try await client.find()
    let item = try await offered.firstItem()
    let bytes = try await item.bytes()
    own.note("has \(bytes.count) bytes of \(item.suggestedName ?? "")")
    // A name of another program's item is only its number.
    if let name = item.suggestedName, name.hasPrefix("session"), bytes != content(bytes.count, name)
    {
      own.known.violate("\(own.program.name) has loaded other bytes of \(name)")
    }
  }

  /// Each offer and target is there once, as it was last set, and can be loaded.
  private static func check(_ client: DragClient, _ own: Own) async {
    for (label, offering) in own.offers {
      guard let offering else { continue }
      do throws(DragError) {
        let offered = try await client.offered(at: offering.path)
        if offered.label != label {
          own.known.violate("\(own.program.name)'s offer is “\(offered.label)”, not “\(label)”")
        }
        let bytes = try await offered.firstItem().bytes()
        if bytes != content(bytes.count, label) || bytes.isEmpty {
          own.known.violate("\(own.program.name)'s offer has other bytes")
        }
      } catch {
        own.known.violate("\(own.program.name)'s offer cannot be loaded: \(error)")
      }
    }
    guard own.target != nil else { return }
    do throws(DragError) {
      let labels = try await client.targets(named: own.program.name).map(\.label)
      if labels.count != 1 || !own.labels.contains(labels[0]) {
        own.known.violate("\(own.program.name)'s target is shown as \(labels), not \(own.labels)")
      }
    } catch {
      own.known.violate("\(own.program.name)'s target cannot be found: \(error)")
    }
  }
}
