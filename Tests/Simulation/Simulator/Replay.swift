internal import Simulation

/// Runs kept plans: each as it is, and with other schedules.
struct Replay {
  let schedules: Int
  let isLive: Bool
  let mother: Int32

  func run(_ paths: [String]) -> Int32 {
    let runner = Runner(slot: 9, mother)
    runner.isLive = isLive
    var failures = 0
    for path in paths {
      guard let plan = PlanFile.read(path) else {
        print("simulator: \(path) is no plan")
        return 2
      }
      for variant in [plan] + others(of: plan) {
        let outcome = runner.run(variant)
        guard let violation = outcome.violations.first else { continue }
        failures += 1
        let number = variant.schedule.seed == plan.schedule.seed ? "" : ", with another schedule"
        print("\(path)\(number): \(violation)")
        for line in outcome.story { print("  \(line)") }
        break
      }
    }
    return failures == 0 ? 0 : 1
  }

  private func others(of plan: Plan) -> [Plan] {
    (0..<schedules).map { index in
      var other = plan
      other.schedule.seed = UInt64(index) &* 0x9E37_79B9 &+ 17
      other.schedule.policy = Schedule.Policy.allCases[index % Schedule.Policy.allCases.count]
      other.schedule.detail = UInt32(1 + index / 4 % 6)
      return other
    }
  }
}
