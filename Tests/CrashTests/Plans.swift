import Foundation
import Harness

/// Numbers that look random and come again from the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The runs of a campaign: every single kill; then, taking turns, the pairs, triples and races, each in an order that
/// looks random, so that a campaign that is cut short has seen something of everything. Ten thousand runs have all
/// pairs in them but those of one dragd and the next.
struct Plans {
  /// How many fail points each process passes in an undisturbed move.
  let steps: [Role: Int]
  /// And how many when it settles a crash: the later points of a longer way are reached by whatever comes to them.
  static let recoverySteps = 14

  private func count(_ role: Role) -> Int { steps[role] ?? 0 }

  func all(_ runs: Int) -> [Plan] {
    var numbers = SeededNumbers(1)
    var plans = singles(&numbers)
    let pairs = pairs().shuffled(using: &numbers) + dragdTwice().shuffled(using: &numbers)
    var next = pairs.startIndex
    while plans.count < runs {
      for _ in 0..<5 where next < pairs.endIndex {
        plans.append(scenery(pairs[next], &numbers))
        next += 1
      }
      plans.append(triple(&numbers))
      plans.append(race(&numbers))
    }
    return Array(plans.prefix(max(runs, singles(&numbers).count)))
  }

  /// The same for boards, which have none of the sceneries but the order in which they come back.
  func boards(_ runs: Int) -> [Plan] {
    var numbers = SeededNumbers(2)
    var plans = singles(&numbers)
    var pairs = pairs().shuffled(using: &numbers)[...]
    while plans.count < runs {
      for _ in 0..<4 { if let pair = pairs.popFirst() { plans.append(scenery(pair, &numbers)) } }
      plans.append(triple(&numbers))
    }
    return plans.map { plan in
      var plain = Plan()
      (plain.kills, plain.order) = (plan.kills, plan.order)
      return plain
    }
  }

  /// Everybody at every step, alternating between the sceneries.
  func singles(_ numbers: inout SeededNumbers) -> [Plan] {
    [Role.source, .dragd, .destination].flatMap { role in
      (0..<count(role)).map { step in
        var plan = Plan()
        plan.kills[role] = [step + 1]
        return scenery(plan, &numbers)
      }
    }
  }

  /// Two at any of their steps; a source and a destination twice, in the move, and again while that is settled.
  func pairs() -> [Plan] {
    var plans: [Plan] = []
    let roles: [Role] = [.source, .dragd, .destination]
    for (index, first) in roles.enumerated() {
      for step in 1...max(count(first), 1) {
        for second in roles[(index + 1)...] {
          for other in 1...max(count(second), 1) {
            var plan = Plan()
            plan.kills = [first: [step], second: [other]]
            plans.append(plan)
          }
        }
        guard first != .dragd else { continue }
        for again in 1...Self.recoverySteps {
          var plan = Plan()
          plan.kills = [first: [step, again]]
          plans.append(plan)
        }
      }
    }
    return plans
  }

  /// A dragd, and the one that is started after it.
  func dragdTwice() -> [Plan] {
    (0..<count(.dragd)).flatMap { step in
      (0..<count(.dragd)).map { again in
        var plan = Plan()
        plan.kills = [.dragd: [step + 1, again + 1]]
        return plan
      }
    }
  }

  /// All three, some of them again in their recovery.
  func triple(_ numbers: inout SeededNumbers) -> Plan {
    var plan = Plan()
    for role in [Role.source, .dragd, .destination] { plan.kills[role] = kills(role, &numbers) }
    return scenery(plan, &numbers)
  }

  /// Two destinations after the same items, and one to three processes killed.
  func race(_ numbers: inout SeededNumbers) -> Plan {
    var plan = Plan()
    plan.hasRival = true
    for role in Role.allCases.shuffled(using: &numbers).prefix(.random(in: 1...3, using: &numbers))
    {
      plan.kills[role] = kills(role, &numbers)
    }
    return scenery(plan, &numbers)
  }

  private func kills(_ role: Role, _ numbers: inout SeededNumbers) -> [Int] {
    let steps = max(count(role == .rival ? .destination : role), 1)
    var kills = [Int.random(in: 1...steps, using: &numbers)]
    while kills.count < 3, Bool.random(using: &numbers) {
      let again = role == .dragd ? steps : Self.recoverySteps
      kills.append(.random(in: 1...again, using: &numbers))
    }
    return kills
  }

  private func scenery(_ plan: Plan, _ numbers: inout SeededNumbers) -> Plan {
    var plan = plan
    plan.order = .random(in: 0..<Plan.orders, using: &numbers)
    plan.sharesHome = Int.random(in: 0..<4, using: &numbers) == 0
    plan.bus = Int.random(in: 0..<5, using: &numbers) == 0 ? .dbusBroker : .dbusDaemon
    plan.isManaged = Int.random(in: 0..<3, using: &numbers) == 0
    return plan
  }
}

extension [Plan] {
  /// Every third plan in `make test`; all of them in the longer runs, of which a campaign is one.
  var thinned: [Plan] {
    let isCampaign = ProcessInfo.processInfo.environment["DRAGD_CRASH_RUNS"] != nil
    guard Extent.current == .usual, !isCampaign else { return self }
    return stride(from: 0, to: count, by: 3).map { self[$0] }
  }
}
