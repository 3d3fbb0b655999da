internal import CLinux
internal import Simulation

/// The command line.
enum Command {
  private static let usage = """
    Usage: simulator [--seconds N | --seed N[-M]] [--workload NAME] [--jobs N] [--traces] [--first] [--live]
           simulator --replay PLAN… [--schedules N] [--live]
           simulator --twice --seed N-M [--workload NAME]

    Runs new seeds for so many seconds (10), or these ones, and prints a story of each that shows a fault. --twice says
    which seeds have two traces.
    """

  static func run(_ words: [String], _ mother: Int32) -> Int32 {
    var search = Search(mother: mother)
    var isTwice = false
    var plans: [String] = []
    var schedules = 0
    var rest = words[...]
    while let word = rest.popFirst() {
      let value = rest.first ?? ""
      switch word {
      case "--seconds": search.seconds = Int(value) ?? 10
      case "--seed":
        let ends = value.split(separator: "-").compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last else { return fail("no seed: \(value)") }
        search.seeds = first...max(first, last)
      case "--workload":
        guard let workload = Swarm.Workload(rawValue: value) else {
          let names = Swarm.Workload.allCases.map(\.rawValue).joined(separator: ", ")
          return fail("there is no workload “\(value)”; there are \(names)")
        }
        search.workloads = [workload]
      case "--jobs": search.jobs = max(1, Int(value) ?? 1)
      case "--schedules": schedules = Int(value) ?? 0
      case "--replay": plans.append(value)
      case "--traces":
        search.showsTraces = true
        continue
      case "--first":
        search.endsAtFirst = true
        continue
      case "--live":
        search.isLive = true
        continue
      case "--twice":
        isTwice = true
        continue
      case "--put-back": search.putBack = value
      case "--steps": search.stepsFile = value
      case "--help":
        print(usage)
        return 0
      default:
        if plans.isEmpty { return fail("what is “\(word)”?\n\(usage)") }
        plans.append(word)
        continue
      }
      rest = rest.dropFirst()
    }
    if isTwice, let seeds = search.seeds {
      return Twice(seeds: seeds, workloads: search.workloads, mother: mother).run()
    }
    return plans.isEmpty
      ? search.run()
      : Replay(schedules: schedules, isLive: search.isLive, mother: mother).run(plans)
  }

  private static func fail(_ message: String) -> Int32 {
    print("simulator: \(message)")
    return 2
  }
}
