internal import CLinux
internal import CSimulation
internal import Foundation
internal import Simulation

/// What a run's process is asked for.
struct Order: Codable {
  let folder: String
  let isLive: Bool
  /// Where each step is written to, for whoever compares two runs.
  let steps: String?
  /// The mended fault that the code has.
  let putBack: String?
  let plan: Plan
}

/// A run, in a process of its own.
enum Run {
  /// Does once what each run would do again.
  static func warmUp() {
    var plan = Plan(workload: "", seed: 1)
    plan.programs = [Program(name: "", kind: "", steps: [Step("", words: [""])])]
    plan.faults = [Fault("", .killed, at: 1)]
    plan.fates = [Fate("", .kill, at: 1)]
    let order = Order(folder: "", isLive: false, steps: nil, putBack: nil, plan: plan)
    let data = try? JSONEncoder().encode(order)
    _ = data.flatMap { try? JSONDecoder().decode(Order.self, from: $0) }
  }

  static func perform() -> Never {
    let (file, pipe, memory) = (
      sim_run_descriptor(0), sim_run_descriptor(1), sim_run_descriptor(2)
    )
    lseek(file, 0, SEEK_SET)
    guard let order = try? JSONDecoder().decode(Order.self, from: Data(Files.all(of: file))) else {
      _exit(1)
    }
    let progress = mmap(
      nil, MemoryLayout<sim_progress>.size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
    sim_show(progress?.bindMemory(to: sim_progress.self, capacity: 1))
    close(file)
    close(memory)
    perform(order, pipe)
  }

  private static func perform(_ order: Order, _ pipe: Int32) -> Never {
    makeFolders(order.folder, isManaged: order.plan.isManaged)
    if let path = order.steps {
      sim_write_steps(linux_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644))
    }
    if let name = order.putBack { sim_put_back(name) }
    let course = Course(order.plan, folder: order.folder)
    course.world.timeline.isLive = order.isLive
    course.run()
    let report = course.world.report
    var lines = [
      "T \(order.plan.workload) \(order.plan.seed): \(report.steps) steps, \(report.switches) switches,"
        + " \(report.threads) threads, \(course.world.delivered) messages,"
        + " trace \(String(report.trace, radix: 16))",
      "N \(report.steps)",
    ]
    let violations = (0..<sim_violations()).map { String(cString: sim_violation($0)) }
    lines += violations.map { "V \($0)" }
    if !violations.isEmpty { lines += course.world.timeline.story().map { "S \($0)" } }
    lines.append("E")
    Files.write(Array(lines.joined(separator: "\n").utf8), into: pipe)
    _exit(0)
  }

  private static func makeFolders(_ folder: String, isManaged: Bool) {
    mkdir(folder, 0o700)
    if isManaged { setenv("NOTIFY_SOCKET", "/sim/manager", 1) }
    let folders = [
      "XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
      "HOME": "home", "TMPDIR": "temporary",
    ]
    for (variable, name) in folders {
      mkdir("\(folder)/\(name)", 0o700)
      setenv(variable, "\(folder)/\(name)", 1)
    }
  }
}
