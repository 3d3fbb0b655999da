internal import Harness

extension Row {
  static let idle = Row(name: "idle", title: "Idle dragd") { bench in
    let (dragd, bus, wakeUps) = try bench.idle.result()
    func compare(_ ours: Int, _ peer: Int) -> Comparison {
      Comparison(
        ours: Samples([Double(ours) / 1_024]), peer: Samples([Double(peer) / 1_024]))
    }
    let anonymous = compare(try dragd.anonymousMemory(), try bus.anonymousMemory())
    let proportional = compare(try dragd.proportionalMemory(), try bus.proportionalMemory())
    return [
      Finding(
        "anonymous memory, beside dbus-daemon", .kibibytes, anonymous, wanted: .atMost(1_024)),
      Finding(
        "its share of all memory (PSS), beside dbus-daemon", .kibibytes, proportional,
        wanted: .ratioAtMost(2.5)),
      Finding(
        "its share of all memory (PSS)", .kibibytes, ours: proportional.ours, wanted: .atMost(5_120)
      ),
      Finding("wake-ups a minute", .count, ours: Samples([wakeUps]), wanted: .atMost(0)),
    ]
  }
}
