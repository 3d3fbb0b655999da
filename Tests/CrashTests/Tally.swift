/// The results of the runs of a campaign.
struct Tally: Sendable {
  struct Row: Sendable {
    var runs = 0
    var faults: [Fault: Int] = [:]
    var slowest: Duration = .zero

    mutating func add(_ outcome: CrashRun.Outcome) {
      runs += 1
      for fault in outcome.faults { faults[fault, default: 0] += 1 }
      slowest = max(slowest, outcome.duration)
    }
  }

  private(set) var total = Row()
  /// The number of runs with all planned kills.
  private(set) var complete = 0
  private var groups: [String: Row] = [:]
  private var points: [String: Row] = [:]
  /// The logs of failed runs; only the first ones.
  private(set) var failureLogs: [String] = []

  mutating func add(_ outcome: CrashRun.Outcome) {
    total.add(outcome)
    groups[outcome.plan.group, default: Row()].add(outcome)
    for point in Set(outcome.kills) { points[point, default: Row()].add(outcome) }
    let planned = outcome.plan.kills.values.joined().count { $0 > 0 }
    if outcome.kills.count == planned { complete += 1 }
    if !outcome.faults.isEmpty, failureLogs.count < 20 { failureLogs.append(outcome.log) }
  }

  /// A table of the kills by role and fail point, with the number of faults.
  var table: String {
    let header = ["", "runs"] + Fault.allCases.map(\.rawValue) + ["slowest"]
    var lines = [header]
    lines += groups.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
    lines.append(["killed at"])
    lines += points.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
    lines.append(Self.line("all", total))
    let width = lines.map { $0[0].count }.max() ?? 0
    return lines.map { line in
      let name = line[0] + String(repeating: " ", count: width - line[0].count)
      let rest = line.dropFirst().map { String(repeating: " ", count: max(9 - $0.count, 1)) + $0 }
      return name + rest.joined()
    }.joined(separator: "\n") + "\nIn \(complete) runs everybody was killed who was to be."
  }

  private static func line(_ name: String, _ row: Row) -> [String] {
    let milliseconds = Int(row.slowest / .milliseconds(1))
    return [name, "\(row.runs)"] + Fault.allCases.map { "\(row.faults[$0] ?? 0)" }
      + ["\(milliseconds) ms"]
  }
}
