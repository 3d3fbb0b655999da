import Foundation
import Harness

/// The runs of a campaign: every single kill; then, in turn, pairs, triples and races, each shuffled, so that a
/// campaign that is cut short has covered a part of each. Ten thousand runs have all pairs except those of two dragds.
struct Plans {
  /// The number of fail points that each process passes in a move without kills.
  let steps: [Role: Int]
  /// The number of fail points in a recovery. Further points of a longer recovery are killed only by chance.
  static let recoverySteps = 14

  private func count(_ role: Role) -> Int { steps[role] ?? 0 }

  func all(_ runs: Int) -> [Plan] {
    var generator = SeededGenerator(seed: 1)
    var plans = singleKills(&generator)
    let pairs =
      killPairs().shuffled(using: &generator) + repeatedDragdKills().shuffled(using: &generator)
    var next = pairs.startIndex
    while plans.count < runs {
      for _ in 0..<5 where next < pairs.endIndex {
        plans.append(withRandomConditions(pairs[next], &generator))
        next += 1
      }
      plans.append(tripleKill(&generator))
      plans.append(race(&generator))
    }
    return Array(plans.prefix(max(runs, singleKills(&generator).count)))
  }

  /// The same for boards, with none of the random conditions but the order.
  func boards(_ runs: Int) -> [Plan] {
    var generator = SeededGenerator(seed: 2)
    var plans = singleKills(&generator)
    var pairs = killPairs().shuffled(using: &generator)[...]
    while plans.count < runs {
      for _ in 0..<4 {
        if let pair = pairs.popFirst() { plans.append(withRandomConditions(pair, &generator)) }
      }
      plans.append(tripleKill(&generator))
    }
    return plans.map { plan in
      var plain = Plan()
      (plain.kills, plain.order) = (plan.kills, plan.order)
      return plain
    }
  }

  /// One kill of each role at each step, with random conditions.
  func singleKills(_ generator: inout SeededGenerator) -> [Plan] {
    [Role.source, .dragd, .destination].flatMap { role in
      (0..<count(role)).map { step in
        var plan = Plan()
        plan.kills[role] = [step + 1]
        return withRandomConditions(plan, &generator)
      }
    }
  }

  /// Kills of two roles at any of their steps; of a source or destination twice, in the move and in its recovery.
  func killPairs() -> [Plan] {
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

  /// Kills of dragd and of the dragd that is started after it.
  func repeatedDragdKills() -> [Plan] {
    (0..<count(.dragd)).flatMap { step in
      (0..<count(.dragd)).map { again in
        var plan = Plan()
        plan.kills = [.dragd: [step + 1, again + 1]]
        return plan
      }
    }
  }

  /// A kill of each role, some of them again in their recovery.
  func tripleKill(_ generator: inout SeededGenerator) -> Plan {
    var plan = Plan()
    for role in [Role.source, .dragd, .destination] { plan.kills[role] = kills(role, &generator) }
    return withRandomConditions(plan, &generator)
  }

  /// Two destinations for the same items, and one to three kills.
  func race(_ generator: inout SeededGenerator) -> Plan {
    var plan = Plan()
    plan.hasRival = true
    for role in Role.allCases.shuffled(using: &generator).prefix(
      .random(in: 1...3, using: &generator))
    {
      plan.kills[role] = kills(role, &generator)
    }
    return withRandomConditions(plan, &generator)
  }

  private func kills(_ role: Role, _ generator: inout SeededGenerator) -> [Int] {
    let steps = max(count(role == .rival ? .destination : role), 1)
    var kills = [Int.random(in: 1...steps, using: &generator)]
    while kills.count < 3, Bool.random(using: &generator) {
      let again = role == .dragd ? steps : Self.recoverySteps
      kills.append(.random(in: 1...again, using: &generator))
    }
    return kills
  }

  private func withRandomConditions(_ plan: Plan, _ generator: inout SeededGenerator) -> Plan {
    var plan = plan
    plan.order = .random(in: 0..<Plan.orders, using: &generator)
    plan.sharesHome = Int.random(in: 0..<4, using: &generator) == 0
    plan.bus = Int.random(in: 0..<5, using: &generator) == 0 ? .dbusBroker : .dbusDaemon
    plan.isManaged = Int.random(in: 0..<3, using: &generator) == 0
    return plan
  }
}

extension [Plan] {
  /// Every sixth plan in `make test`; all of them in longer runs, such as a campaign.
  var thinned: [Plan] {
    let isCampaign = ProcessInfo.processInfo.environment["DRAGD_CRASH_RUNS"] != nil
    guard Extent.current == .usual, !isCampaign else { return self }
    return stride(from: 0, to: count, by: 6).map { self[$0] }
  }
}
