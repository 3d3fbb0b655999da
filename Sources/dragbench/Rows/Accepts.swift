internal import DragConnection
internal import Harness

extension Row {
  /// Calls Accept again and again with the library; the data is in the reply.
  static let accepts = Row(
    name: "accepts", title: "Accepts per second, 1 KiB held, one client"
  ) { bench in
    try PrivateBus.Kind.allCases.flatMap { kind in
      try BenchBus.run(kind) { bus in
        let echoes = try Echoes(on: bus)
        let offer = try bus.client.perform(try Offers.small())
        let count = 50
        let measurement = try PairedMeasurement(
          rounds: bench.rounds, turns: 20,
          ours: { try secondsEach(count) { try bus.client.acceptSmall(offer) } },
          peers: [
            { try secondsEach(count) { try echoes.callTool() } },
            { try secondsEach(count) { try echoes.fetch() } },
            { try secondsEach(count) { try echoes.accept() } },
          ])
        return [
          Finding(
            "\(kind.rawValue), beside dbus-test-tool echo", .perSecond,
            measurement.comparison(0).rates,
            wanted: .nothing, note: "its 1 KiB travels in the call"),
          Finding(
            "\(kind.rawValue), beside an echo in C", .perSecond, measurement.comparison(1).rates,
            wanted: .nothing),
          Finding(
            "\(kind.rawValue), beside Accept's own words in C", .perSecond,
            measurement.comparison(2).rates,
            wanted: .ratioAtLeast(0.95),
            note: "what libdbus takes for them, with nothing behind them"),
        ]
      }
    }
  }
}
