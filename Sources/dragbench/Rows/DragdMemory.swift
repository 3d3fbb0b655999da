internal import DragConnection
internal import Harness

extension Row {
  /// No other dragd may run beside it: programs of one file share its pages.
  static let idle = Row(name: "idle", title: "Idle dragd") { _ in
    try BenchBus.run { bench in
      let (dragd, bus) = (bench.dragd.facts, ProcessFacts(bench.server.processIdentifier))
      let wakeUps = try IdleWatch.wakeUpsPerMinute(of: dragd)
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
          "its share of all memory (PSS)", .kibibytes, ours: proportional.ours,
          wanted: .atMost(5_120)),
        Finding("wake-ups a minute", .count, ours: Samples([wakeUps]), wanted: .atMost(0)),
      ]
    }
  }
}

extension Row {
  /// The growth of dragd's memory from the thousandth accept to the millionth.
  static let million = Row(
    name: "million", title: "dragd after 1,000,000 accepts"
  ) { bench in
    try BenchBus.run { bus in
      let offer = try bus.client.perform(try Offers.small())
      for _ in 0..<1_000 { try bus.client.acceptSmall(offer) }
      let before = (try bus.memory(), try bus.dragd.facts.descriptorCount())
      for _ in 1_000..<1_000_000 { try bus.client.acceptSmall(offer) }
      let after = (try bus.memory(), try bus.dragd.facts.descriptorCount())
      return [
        Finding(
          "memory, beside after 1,000", .kibibytes,
          Comparison(
            ours: Samples([Double(after.0) / 1_024]), peer: Samples([Double(before.0) / 1_024])),
          wanted: .ratioAtMost(1)),
        Finding(
          "descriptors, beside after 1,000", .count,
          Comparison(ours: Samples([Double(after.1)]), peer: Samples([Double(before.1)])),
          wanted: .ratioAtMost(1)),
      ]
    }
  }
}
