/// Finds a smaller plan that shows the same.
package struct Shrinker {
  /// Whether a plan still shows it.
  private let shows: (Plan) -> Bool
  private var left: Int
  private(set) package var runs = 0

  /// - Parameter most: how often a plan may be run.
  package init(most: Int, _ shows: @escaping (Plan) -> Bool) {
    left = most
    self.shows = shows
  }

  /// Leaves out programs, then fates and faults, then steps, then makes times and sizes small, as long as something
  /// helps.
  package mutating func shrink(_ plan: Plan) -> Plan {
    var best = plan
    var before: Plan?
    while before != best, left > 0 {
      before = best
      drop(from: &best, \.programs)
      drop(from: &best, \.fates)
      drop(from: &best, \.faults)
      for index in best.programs.indices { dropSteps(of: index, from: &best) }
      for index in best.programs.indices { simplifySteps(of: index, in: &best) }
      simplifySurroundings(&best)
    }
    return best
  }

  private mutating func accept(_ candidate: Plan, as best: inout Plan) -> Bool {
    guard left > 0, candidate != best else { return false }
    left -= 1
    runs += 1
    // Another schedule may be needed when something is missing.
    var candidate = candidate
    for attempt in 0..<4 as Range<UInt64> {
      if attempt > 0 { candidate.schedule.seed = best.schedule.seed &+ attempt &* 7919 }
      if shows(candidate) {
        best = candidate
        return true
      }
    }
    return false
  }

  /// Halves first, then one after another.
  private mutating func drop<Element>(
    from best: inout Plan, _ list: WritableKeyPath<Plan, [Element]>
  ) {
    var size = max(1, best[keyPath: list].count / 2)
    while size >= 1 {
      var start = 0
      while start < best[keyPath: list].count {
        var candidate = best
        let end = min(start + size, candidate[keyPath: list].count)
        candidate[keyPath: list].removeSubrange(start..<end)
        if !accept(candidate, as: &best) { start += size }
      }
      size = size == 1 ? 0 : size / 2
    }
  }

  private mutating func dropSteps(of program: Int, from best: inout Plan) {
    var step = best.programs[program].steps.count - 1
    while step >= 0 {
      var candidate = best
      candidate.programs[program].steps.remove(at: step)
      _ = accept(candidate, as: &best)
      step -= 1
    }
  }

  private mutating func simplifySteps(of program: Int, in best: inout Plan) {
    for step in best.programs[program].steps.indices {
      for (field, small) in [(\Step.size, 1), (\Step.count, 1)]
      where best.programs[program].steps[step][keyPath: field] > small {
        var candidate = best
        candidate.programs[program].steps[step][keyPath: field] = small
        _ = accept(candidate, as: &best)
      }
      guard best.programs[program].steps[step].after > 0 else { continue }
      var candidate = best
      candidate.programs[program].steps[step].after = 0
      _ = accept(candidate, as: &best)
    }
  }

  private mutating func simplifySurroundings(_ best: inout Plan) {
    var candidate = best
    candidate.bus = BusRules()
    _ = accept(candidate, as: &best)
    candidate = best
    candidate.schedule.delayedOneOf = 0
    _ = accept(candidate, as: &best)
    candidate = best
    candidate.schedule.policy = .sticky
    _ = accept(candidate, as: &best)
  }
}
