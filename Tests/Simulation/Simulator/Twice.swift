internal import CSimulation
internal import Simulation

/// Runs each seed twice, in two folders, and says where the traces differ.
struct Twice {
  let seeds: ClosedRange<UInt64>
  let workloads: [Swarm.Workload]
  let mother: Int32

  func run() -> Int32 {
    let (first, second) = (Runner(slot: 1, mother), Runner(slot: 2, sim_sister(mother)))
    var differ = 0
    for seed in seeds {
      let plan = Swarm.plan(workloads[Int(seed % UInt64(workloads.count))], seed: seed)
      let summaries = [first.run(plan).summary, second.run(plan).summary]
      guard summaries[0] != summaries[1] else { continue }
      differ += 1
      print("\(summaries[0])\n\(summaries[1])\n")
    }
    print("\(seeds.count) seeds, \(differ) with two traces")
    return differ == 0 ? 0 : 1
  }
}
