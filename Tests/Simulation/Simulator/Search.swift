internal import CLinux
internal import CSimulation
internal import Simulation

/// Runs one seed after another, and shrinks what it finds.
struct Search {
  let mother: Int32
  var seconds = 10
  /// Nil for new ones, as long as there is time.
  var seeds: ClosedRange<UInt64>?
  var workloads = Swarm.Workload.allCases
  var jobs = 1
  var showsTraces = false
  var isLive = false
  var stepsFile: String?
  var putBack: String?
  /// Whether the first finding is enough, as it is.
  var endsAtFirst = false

  func run() -> Int32 {
    // Once the clock has told which seeds are new, nothing depends on it.
    let first = seeds?.lowerBound ?? Self.now / 1_000_000
    var children: [(pid: pid_t, reader: Int32)] = []
    for job in 0..<jobs {
      var ends: [Int32] = [-1, -1]
      guard pipe2(&ends, O_CLOEXEC) == 0 else { return 2 }
      let sister = sim_sister(mother)
      let child = linux_fork()
      if child == 0 {
        close(ends[0])
        sim_use_processor(Int32(job % max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        let (runs, steps, findings) = work(job, first, sister)
        Files.write(Array("\(runs) \(steps) \(findings)".utf8), into: ends[1])
        _exit(0)
      }
      close(ends[1])
      close(sister)
      children.append((child, ends[0]))
    }
    return report(children)
  }

  private func report(_ children: [(pid: pid_t, reader: Int32)]) -> Int32 {
    var sums = [0, 0, 0]
    for (child, reader) in children {
      let numbers = String(decoding: Files.all(of: reader), as: UTF8.self)
        .split(separator: " ").compactMap { Int($0) }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      guard numbers.count == 3 else { return 2 }
      for index in 0..<3 { sums[index] += numbers[index] }
    }
    if !showsTraces {
      print("\(sums[0]) runs, \(sums[1]) steps, \(sums[2]) findings")
    }
    return sums[2] == 0 ? 0 : 1
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private func work(
    _ job: Int, _ first: UInt64, _ mother: Int32
  ) -> (runs: Int, steps: Int, findings: Int) {
    let end = Self.now + UInt64(seconds) * 1_000_000_000
    let runner = Runner(slot: job, mother)
    runner.isLive = isLive
    runner.steps = stepsFile
    runner.putBack = putBack
    var seed = first + UInt64(job)
    var (runs, steps, findings) = (0, 0, 0)
    var known: Set<String> = []
    while seeds?.contains(seed) ?? (Self.now < end) {
      let plan = Swarm.plan(workloads[Int(seed % UInt64(workloads.count))], seed: seed)
      let outcome = runner.run(plan)
      runs += 1
      steps += outcome.steps
      if showsTraces { write("\(outcome.summary)\n") }
      if let violation = outcome.violations.first {
        findings += 1
        if endsAtFirst {
          write("found after \(runs) runs (\(plan.workload) \(seed)): \(violation)\n")
          break
        }
        // Of one fault one story is enough.
        if known.insert(Self.kind(of: violation)).inserted { tell(plan, outcome, runner) }
      }
      seed += UInt64(jobs)
    }
    return (runs, steps, findings)
  }

  /// A violation without its numbers.
  static func kind(of violation: String) -> String {
    String(violation.map { $0.isNumber ? "#" : $0 })
  }

  private func tell(_ plan: Plan, _ outcome: Outcome, _ runner: Runner) {
    let kinds = outcome.violations.map { Self.kind(of: $0) }
    write(
      "seed \(plan.seed) (\(plan.workload)): \(outcome.violations.joined(separator: "; "))\n")
    guard !isLive else { return }
    var shrinker = Shrinker(most: 250) { candidate in
      runner.run(candidate).violations.contains { kinds.contains(Self.kind(of: $0)) }
    }
    var smallest = shrinker.shrink(plan)
    let last = runner.run(smallest)
    smallest.finding = last.violations.first
    let path = "\(Self.folder)/\(plan.workload)-\(plan.seed).json"
    let isKept = PlanFile.write(smallest, to: path)
    let story = last.story.map { "  \($0)\n" }.joined()
    write(
      """
      after \(shrinker.runs) smaller plans:
      \(story)\(last.violations.map { "  → \($0)\n" }.joined())\
      again: make simulate REPLAY=\(isKept ? path : "?") or SEED=\(plan.seed) WORKLOAD=\(plan.workload)

      """)
  }

  /// Where plans that have found something are written to.
  static let folder = ".build/simulation"

  /// In one piece, because several processes write.
  private func write(_ text: String) { Files.write(Array(text.utf8), into: 1) }
}
