/// A world that changes step by step.
protocol Searchable {
  associatedtype Action: CustomStringConvertible
  associatedtype Violation

  /// The possible next steps, in a fixed order.
  var actions: [Action] { get }
  mutating func perform(_ action: Action)
  /// Whether a step may never happen: a crash, or a call that a party may omit.
  func isOptional(_ action: Action) -> Bool
  var fingerprint: Fingerprint { get }
  /// What is wrong, whatever follows.
  var violation: Violation? { get }
  /// What is wrong if no further step is mandatory.
  var violationAtRest: Violation? { get }
}

/// Visits every state once.
struct Search<World: Searchable> {
  struct Result {
    var states = 0
    var transitions = 0
    /// States without a mandatory next step.
    var rests = 0
    var duration = Duration.zero
    /// Whether every state was visited.
    var isComplete = false
    var found: (violation: World.Violation, actions: [World.Action], trace: [String])?

    var summary: String {
      "\(states) states, \(transitions) transitions, \(rests) at rest, "
        + "\(duration.formattedSeconds) s\(isComplete ? "" : ", not complete")"
    }
  }

  enum Order {
    /// The first trace to a violation is a shortest one.
    case breadthFirst
    /// Only the states of one path are in memory, and the fingerprints of all visited ones.
    case depthFirst
  }

  let start: World
  var order = Order.breadthFirst
  var limit = Duration.seconds(600)
  /// Which violations count.
  var matters: (World.Violation) -> Bool = { _ in true }

  private struct Link {
    let parent: UInt32
    let action: UInt16
  }

  func run() -> Result {
    let clock = ContinuousClock()
    let began = clock.now
    var result = Result()
    var seen = FingerprintSet()
    var links: [Link] = [Link(parent: 0, action: 0)]
    var frontier: [(world: World, place: UInt32)] = [(start, 0)]
    _ = seen.insert(start.fingerprint)
    while !frontier.isEmpty {
      var next: [(world: World, place: UInt32)] = []
      for (world, place) in removeSome(of: &frontier) {
        if result.states & 1023 == 0, clock.now - began > limit {
          result.duration = clock.now - began
          return result
        }
        result.states += 1
        if let violation = world.violation, matters(violation) {
          return found(violation, at: place, links, &result, clock.now - began)
        }
        let own = world.fingerprint
        var rests = true
        for (index, action) in world.actions.enumerated() {
          var after = world
          after.perform(action)
          result.transitions += 1
          let fingerprint = after.fingerprint
          if rests, fingerprint != own, !world.isOptional(action) { rests = false }
          guard seen.insert(fingerprint) else { continue }
          next.append((after, UInt32(links.count)))
          links.append(Link(parent: place, action: UInt16(index)))
        }
        guard rests else { continue }
        result.rests += 1
        if let violation = world.violationAtRest, matters(violation) {
          return found(violation, at: place, links, &result, clock.now - began)
        }
      }
      frontier += next
    }
    result.isComplete = true
    result.duration = clock.now - began
    return result
  }

  /// The next states to expand: all at the same distance, or the last one.
  private func removeSome(
    of frontier: inout [(world: World, place: UInt32)]
  ) -> [(world: World, place: UInt32)] {
    switch order {
    case .breadthFirst:
      defer { frontier = [] }
      return frontier
    case .depthFirst:
      return frontier.popLast().map { [$0] } ?? []
    }
  }

  private func found(
    _ violation: World.Violation, at place: UInt32, _ links: [Link], _ result: inout Result,
    _ duration: Duration
  ) -> Result {
    var steps: [Int] = []
    var place = Int(place)
    while place != 0 {
      steps.append(Int(links[place].action))
      place = Int(links[place].parent)
    }
    var world = start
    var actions: [World.Action] = []
    for step in steps.reversed() {
      let action = world.actions[step]
      actions.append(action)
      world.perform(action)
    }
    result.duration = duration
    result.found = (violation, actions, actions.map(\.description))
    return result
  }
}

extension Duration {
  var formattedSeconds: String {
    let tenths = (components.seconds * 10) + components.attoseconds / 100_000_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
