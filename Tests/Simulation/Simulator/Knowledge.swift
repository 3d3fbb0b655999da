internal import CSimulation
internal import DragConnection
internal import DragModel
internal import Simulation

/// What the programs of a run know of offers and targets, and what must hold of it: the oracle.
final class Knowledge {
  /// An offer as its source knows it.
  struct Offer {
    let source: String
    /// The number of dragds before the one that has taken it.
    let daemon: Int
    /// That of `World.generation` then.
    let generation: Int
    /// By place: what a destination must get.
    var items: [(key: String, size: Int)]
    let uses: UInt32
    let isPrivate: Bool
    /// Whether it ends with its source.
    var isLazy: Bool
    /// Whether more items may come: until then nobody sees it.
    var isOpen = false
    /// Whether its source has sent more, of which no answer has come.
    var isUncertain = false
    /// How many items have a place that is known: those before the first of which no answer has
    /// told whether it is there.
    var placed = Int.max
    /// Whether an answer will never come.
    var hasLostAnswer: Bool { placed < .max }
    /// Whether its source was told that it is over, or has taken it back.
    var isOver = false
    var successes: [UInt32: Int] = [:]
  }

  /// What destinations have got, by offer and item.
  struct Copies {
    var complete = 0
    /// Of which no answer has told whether they count.
    var uncertain = 0
  }

  struct Use: Hashable {
    let offer: Identifier
    let item: UInt32
  }

  let world: World
  /// What sources hear of an offer before they know its number.
  var early: Set<Identifier> = []
  var told: [Identifier: [UInt32]] = [:]
  /// How many items a source has sent.
  var sent: [Identifier: Int] = [:]
  /// How many of its calls have no answer yet.
  var adding: [Identifier: Int] = [:]
  /// By program: how many AddItems it has sent.
  var calls: [String: Int] = [:]
  /// Requests that nobody answers.
  var silent: [ProvideRequest] = []
  var offers: [Identifier: Offer] = [:]
  var copies: [Use: Copies] = [:]
  /// The bytes that somebody has got, to be compared when the source has told what it offers.
  private var received: [(use: Use, bytes: [UInt8], by: String)] = []
  /// By the target's number: what its owner has heard.
  var heard: [Identifier: [(call: String, offer: Identifier)]] = [:]
  var targets: [Identifier: (owner: String, daemon: Int, label: String)] = [:]
  /// Sessions that listen to what has ended.
  var listening: Set<String> = []
  private(set) var arrived: Set<String> = []
  let moves = MoveStores()
  /// By program: the dragd of which it was told last, nil for none.
  var owners: [String: String?] = [:]

  /// Everybody who listens knows which dragd is there.
  func checkOwners() {
    for (program, owner) in owners.sorted(by: { $0.key < $1.key }) where owner != world.daemonOwner
    {
      let isDeaf = world.plan.programs.contains { deaf in
        deaf.name == program && deaf.steps.contains { $0.words.contains("deaf") }
      }
      guard let number = world.number(of: program), sim_is_dead(number) == 0, !isDeaf else {
        continue
      }
      violate(
        "\(program) was told of \(owner ?? "no dragd"), and \(world.daemonOwner ?? "none") is there"
      )
    }
  }

  init(_ world: World) { self.world = world }

  func violate(_ text: String) { world.violate(text) }

  /// The number of dragds that have ended so far, so that the present one can be told from its successors.
  var daemon: Int {
    (world.services[Daemon.busName] ?? []).count { sim_is_dead($0) != 0 }
  }

  func hasArrived(_ program: String) { arrived.insert(program) }

  func received(_ bytes: [UInt8], of use: Use, by program: String) {
    received.append((use, bytes, program))
  }

  // MARK: What must hold at rest

  /// - Parameter listed: the offers that dragd lists.
  func checkList(_ listed: Set<Identifier>) {
    let present = offers.filter {
      $0.value.generation == world.generation && !$0.value.isUncertain
        && ($0.value.daemon == daemon || !$0.value.isLazy && world.plan.onlyEnds)
    }
    for (id, offer) in present.sorted(by: { $0.key < $1.key }) {
      let isThere = world.number(of: offer.source).map { sim_is_dead($0) == 0 } ?? false
      let uses = (0..<offer.items.count).map {
        copies[Use(offer: id, item: UInt32($0))] ?? Copies()
      }
      let isUsedUp = offer.uses > 0 && uses.allSatisfy { $0.complete >= Int(offer.uses) }
      let mayBeUsedUp =
        offer.uses > 0 && uses.allSatisfy { $0.complete + $0.uncertain >= Int(offer.uses) }
      if listed.contains(id) {
        if offer.isOver { violate("\(offer.source)'s offer is listed, though it is over") }
        if offer.isOpen { violate("\(offer.source)'s offer is listed before it is whole") }
        if offer.isPrivate { violate("\(offer.source)'s private offer is listed") }
        if isUsedUp { violate("\(offer.source)'s offer is listed, though it is used up") }
        if !isThere, offer.isLazy { violate("\(offer.source)'s lazy offer is listed without it") }
      } else if isThere, !offer.isOver, !offer.isOpen, !offer.isPrivate, !mayBeUsedUp {
        violate("\(offer.source)'s offer is not listed")
      }
    }
    let isKnown =
      world.plan.isUndisturbed
      && world.plan.programs.allSatisfy { $0.kind == "source" || $0.kind == "destination" }
    for id in listed.sorted() where offers[id] == nil && isKnown {
      violate("an offer is listed that nobody knows: \(id)")
    }
  }

  /// The items are in the order of the calls that brought them. Each is named by its number.
  func checkItems(_ names: [String], of id: Identifier) {
    guard let offer = offers[id] else { return }
    let numbers = names.compactMap { Int($0) }
    if numbers != numbers.sorted() || !offer.isUncertain && numbers.count != offer.items.count {
      violate("\(offer.source)'s \(offer.items.count) items are listed as \(numbers)")
    }
  }

  func checkCopies() {
    for (use, bytes, program) in received {
      guard let offer = offers[use.offer], use.item < min(offer.items.count, offer.placed) else {
        continue
      }
      let (key, size) = offer.items[Int(use.item)]
      if bytes != content(size, key) {
        violate(
          "\(program) has got \(bytes.count) other bytes instead of \(size) of \(offer.source)")
      }
    }
    for (id, offer) in offers.sorted(by: { $0.key < $1.key }) {
      for item in offer.items.indices {
        let use = Use(offer: id, item: UInt32(item))
        let copies = copies[use] ?? Copies()
        if offer.uses > 0, copies.complete > Int(offer.uses) {
          violate(
            "\(offer.source)'s item was copied \(copies.complete) times instead of \(offer.uses)")
        }
        checkTold(offer, offer.successes[use.item] ?? 0, copies)
      }
    }
  }

  /// A source that is still there, at the same dragd, was told of each copy.
  private func checkTold(_ offer: Offer, _ told: Int, _ copies: Copies) {
    guard offer.daemon == daemon, let number = world.number(of: offer.source),
      sim_is_dead(number) == 0
    else { return }
    if told < copies.complete {
      violate("\(offer.source) was told of \(told) copies, and there are \(copies.complete)")
    }
    // Only sources and destinations write down what they have got.
    let areAllCounted = world.plan.programs.allSatisfy {
      $0.kind == "source" || $0.kind == "destination"
    }
    if areAllCounted, told > copies.complete + copies.uncertain {
      violate("\(offer.source) was told of \(told) copies, and there are only \(copies.complete)")
    }
  }

  func checkTargets(_ listed: [Identifier: String]) {
    for (id, target) in targets.sorted(by: { $0.key < $1.key }) where target.daemon == daemon {
      guard let number = world.number(of: target.owner) else { continue }
      if sim_is_dead(number) != 0 {
        if listed[id] != nil { violate("\(target.owner)'s target is listed without it") }
      } else if listed[id] != target.label {
        violate(
          "\(target.owner)'s target is shown as \(listed[id] ?? "nothing"), not \(target.label)")
      }
    }
  }
}
