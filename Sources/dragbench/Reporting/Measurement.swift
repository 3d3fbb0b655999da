internal import DragSystem
internal import Harness

/// One run: measures every chosen row and writes the report.
struct Measurement {
  private let choice: BenchArguments.Choice

  init(_ choice: BenchArguments.Choice) {
    self.choice = choice
  }

  func run() throws {
    _ = ProcessLimits.raiseDescriptors()
    let bench = Bench(rounds: choice.rounds, attacks: choice.attacks)
    let conditions = Conditions.now
    Console.say(conditions.lines.joined(separator: "\n"))
    var report = Report(conditions: conditions, rounds: choice.rounds)
    for row in choice.rows {
      Console.say("\n\(row.title)")
      let findings = measure(row, bench)
      for finding in findings { Console.say("  \(FindingText(finding).line)") }
      report.sections.append(Report.Section(name: row.name, title: row.title, findings: findings))
    }
    if choice.isGrowing {
      Console.say("\nGrowth")
      for curve in Curve.all {
        let measured = try curve.measure()
        Console.say("  \(measured.title): \(measured.slopeText)")
        report.curves.append(measured)
      }
    }
    try report.write(to: choice.folder)
  }

  /// A row that fails is reported; the other rows are measured nevertheless.
  private func measure(_ row: Row, _ bench: Bench) -> [Finding] {
    do {
      return try row.measure(bench)
    } catch {
      return [.missing("not measured", "\(error)")]
    }
  }
}
