internal import CSimulation
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Simulation

/// A program with a drop target. Its steps: `register [refusing|silent|deaf]`, `update`, `unregister
/// [late]`.
enum TargetProgram {
  static func run(_ client: Client) {
    var target: Identifier?
    var label = 0
    client.run { step in
      switch step.act {
      case "register":
        guard target == nil else { break }
        serve(client, step)
        var options = TargetOptions(target: "/target")
        options.label = "0"
        let daemon = client.known.daemon
        target = client.ask("RegisterTarget") { try .registerTarget("here", types: [], options) }
        if let target {
          client.known.targets[target] = (client.program.name, daemon, "0")
        }
      case "update":
        guard let target else { break }
        label += 1
        let wanted = "\(label)"
        if client.ask("Update", { try .update(target, TargetChanges(label: wanted)) }) != nil {
          client.known.targets[target]?.label = wanted
        } else {
          client.known.targets[target] = nil
        }
      case "unregister":
        guard let id = target else { break }
        // Meanwhile it handles nothing: proposals wait when it goes.
        if step.words.contains("late") { client.world.sleep(nanoseconds: 2 * VirtualTime.second) }
        _ = client.ask("Unregister") { try .unregister(id) }
        client.known.targets[id] = nil
        target = nil
      default: break
      }
    }
    if client.program.steps.contains(where: { $0.words.contains("deaf") }) { beDeaf(client) }
    client.stay()
  }

  /// Handles nothing until everybody is to leave.
  private static func beDeaf(_ client: Client) {
    client.known.hasArrived(client.program.name)
    while !client.world.isOver { client.world.sleep(nanoseconds: 60 * VirtualTime.second) }
  }

  private static func serve(_ client: Client, _ step: Step) {
    let known = client.known
    let isRefusing = step.words.contains("refusing")
    var open: [PerformRequest] = []
    client.connection.serveTarget(
      at: "/target",
      TargetHandlers(
        propose: { call in
          known.heard[call.target, default: []].append(("propose", call.offer))
          return ProposalReply(isRefusing ? .cancel : .copy)
        },
        leave: { call in known.heard[call.target, default: []].append(("leave", call.offer)) },
        perform: { request in
          known.heard[request.call.target, default: []].append(("perform", request.call.offer))
          if step.words.contains("silent") { return open.append(request) }
          store(client, request)
        }))
  }

  /// Accepts, finishes and replies, each when the one before is done.
  private static func store(_ client: Client, _ request: PerformRequest) {
    var options = AcceptOptions()
    options.delivery = .file
    let offer = request.call.offer
    guard
      let call = try? BrokerCall.accept(
        offer, AcceptCall(items: [0], types: ["*/*"], options: options))
    else { return request.reply.fail(.sourceFailed, "no call") }
    client.connection.perform(call, timeout: 60_000) { result in
      switch result {
      case .failure(let error):
        client.failed("a drop's Accept", error)
        request.reply.fail(.sourceFailed, "it cannot be accepted")
      case .success(let parts):
        guard let transfer = parts.first?.transfer,
          let finish = try? BrokerCall<FinishResult>.finish(transfer)
        else { return request.reply.succeed() }
        client.connection.perform(finish, timeout: 60_000) { result in
          switch result {
          case .failure: request.reply.fail(.sourceFailed, "it cannot be finished")
          case .success: request.reply.succeed()
          }
        }
      }
    }
  }
}

/// A program that drags over targets. Its steps: `propose`, `leave`, `drop`, each without waiting for the one before.
enum DropperProgram {
  static func run(_ client: Client) {
    var offer: Identifier?
    var target: Identifier?
    // dragd has not heard of a connection of its own before the first proposal.
    let isStranger = client.program.steps.first?.words.contains("stranger") == true
    let voice = isStranger ? (try? BrokerConnection.session()) : client.connection
    guard let voice else { return client.known.hasArrived(client.program.name) }
    if isStranger { voice.attach(to: client.loop) }
    var open = 0
    var drops = 0
    var sent: [String] = []
    /// Those that dragd has answered with a success.
    var done: Set<Int> = []
    client.run { step in
      if offer == nil {
        let item = SourceItem(
          attributes: ItemAttributes(name: "dragged"),
          representations: [Representation(type: octets, content: .data(content(40, "dragged")))])
        var options = OfferOptions()
        options.isPrivate = true
        offer = client.ask("Offer") { try .offer([item], options) }
      }
      for _ in 0..<8 where target == nil {
        let found = client.ask("FindTargets") { try .findTargets("here") } ?? []
        target = found.isEmpty ? nil : found[step.size % found.count].target
        if target == nil { client.pause(milliseconds: 200) }
      }
      guard let offer, let target else { return }
      if step.act == "drop" { drops += 1 } else { open += 1 }
      sent.append(step.act)
      switch step.act {
      case "propose":
        send(client, voice, "Propose", { open -= 1 }) {
          try .propose(offer, on: target, DropContext())
        }
      case "leave":
        let number = sent.count
        send(client, voice, "Leave", { open -= 1 }, { done.insert(number) }) {
          try .leave(target, offer: offer)
        }
      default:
        // A drop takes as long as its target.
        send(client, voice, "Drop", within: nil, { drops -= 1 }) {
          try .drop(offer, on: target, DropContext())
        }
      }
    }
    let areTargetsAwake = !client.world.plan.programs.contains { program in
      program.steps.contains { $0.words.contains("silent") || $0.words.contains("deaf") }
    }
    let isAnswered = client.turn(seconds: 200) { open == 0 && (drops == 0 || !areTargetsAwake) }
    if !isAnswered, !client.world.plan.disturbs("dragd"),
      !client.world.plan.disturbs(client.program.name)
    {
      client.known.violate("\(client.program.name): \(sent) have no answer")
    }
    client.turn(seconds: 3) { false }
    if let offer, let target, done.contains(sent.count) { check(client, sent, offer, target) }
    client.stay()
  }

  private static func send<Reply>(
    _ client: Client, _ voice: BrokerConnection, _ what: String, within milliseconds: Int? = 25_000,
    _ done: @escaping () -> Void, _ succeeded: @escaping () -> Void = {},
    _ request: () throws -> BrokerCall<Reply>
  ) {
    guard let request = try? request() else { return done() }
    voice.perform(request, timeout: milliseconds) { result in
      done()
      switch result {
      case .failure(let error): client.failed(what, error)
      case .success: succeeded()
      }
    }
  }

  /// The target heard no proposal after the drag had left for good.
  private static func check(
    _ client: Client, _ sent: [String], _ offer: Identifier, _ target: Identifier
  ) {
    // A dragd may end between its answer and what it has promised.
    guard let (owner, daemon, _) = client.known.targets[target], daemon == client.known.daemon,
      client.world.number(of: owner).map({ sim_is_dead($0) == 0 }) == true,
      !client.world.plan.pauses(owner)
    else { return }
    let heard = (client.known.heard[target] ?? []).filter { $0.offer == offer }.map(\.call)
    if sent.last == "leave", heard.last == "propose" {
      client.known.violate("\(client.program.name) sent \(sent), and the target heard \(heard)")
    }
  }
}
