internal import DragConnection
internal import DragSystem
internal import Harness

extension Row {
  /// The time of ordinary calls during each attack of Tests/Tools/attacker.py.
  static let attacks = Row(
    name: "attacks", title: "Under attack: an accept's 99th percentile, and dragd's growth"
  ) { bench in
    let names = try Attacker.names().filter { bench.attacks.isEmpty || bench.attacks.contains($0) }
    var findings: [Finding] = []
    for kind in PrivateBus.Kind.allCases {
      for name in names {
        do {
          findings += try measure(name, on: kind, rounds: bench.rounds(atMost: 3))
        } catch {
          findings.append(.missing("\(kind.rawValue), \(name)", "\(error)"))
        }
      }
    }
    return findings
  }

  /// Measures one attack on dragd, and the same attack on an echo in C that answers Accept's messages and does nothing
  /// else.
  private static func measure(
    _ attack: String, on kind: PrivateBus.Kind, rounds: Int
  ) throws -> [Finding] {
    try BenchBus.run(kind) { bus in
      let echoes = try Echoes(on: bus)
      let offer = try bus.client.perform(try Offers.small())
      let before = try bus.dragd.facts.proportionalMemory()
      var growth = 0
      let measurement = try PairedMeasurement(rounds: rounds) {
        try Attacker.run(attack, on: bus, destination: "org.dragd.Broker1") {
          let time = try percentile { try bus.client.acceptSmall(offer) }
          growth = max(growth, try bus.dragd.facts.proportionalMemory() - before)
          return time
        }
      } peer: {
        try Attacker.run(attack, on: bus, destination: EchoService.name) {
          try percentile { try echoes.accept() }
        }
      }
      let times = measurement.comparison().milliseconds
      let title = "\(kind.rawValue), \(attack)"
      return [
        Finding("\(title), beside an echo in C", .milliseconds, times, wanted: .ratioAtMost(3)),
        Finding(title, .milliseconds, ours: times.ours, wanted: .atMost(50)),
        Finding(
          "\(title): dragd's growth (PSS)", .kibibytes,
          ours: Samples([Double(growth) / 1_024]), wanted: .atMost(65_536)),
      ]
    }
  }

  /// The 99th percentile of calls that are made every millisecond for three seconds, in seconds. Those that were due
  /// while an earlier one had no answer yet count as well, from when they were due: else a stall would be one bad call.
  private static func percentile(_ call: () throws -> Void) throws -> Double {
    let (interval, length) = (0.001, 3.0)
    var times: [Double] = []
    let began = ContinuousClock.now
    while ContinuousClock.now - began < .seconds(length) {
      let time = try seconds(call)
      times += stride(from: time, to: 0, by: -interval)
      Sleep.milliseconds(1)
    }
    return Samples(times).quantile(0.99)
  }
}
