internal import DragConnection
internal import DragModel
internal import Harness

extension Row {
  /// Calls Offer again and again; the offers are withdrawn outside the measured time.
  static let offers = Row(name: "offers", title: "Offers per second, 1 KiB") { bench in
    try PrivateBus.Kind.allCases.flatMap { kind in
      try BenchBus.run(kind) { bus in
        let echoes = try Echoes(on: bus)
        let count = 50
        let measurement = try PairedMeasurement(
          rounds: bench.rounds, turns: 10,
          ours: {
            var made: [Identifier] = []
            let time = try secondsEach(count) {
              made.append(try bus.client.perform(try Offers.small()))
            }
            for offer in made { try bus.client.perform(.withdraw(offer)) }
            return time
          },
          peers: [
            { try secondsEach(count) { try echoes.callTool() } },
            { try secondsEach(count) { try echoes.send() } },
            { try secondsEach(count) { try echoes.offer() } },
          ])
        return [
          Finding(
            "\(kind.rawValue), beside dbus-test-tool echo", .perSecond,
            measurement.comparison(0).rates,
            wanted: .nothing),
          Finding(
            "\(kind.rawValue), beside an echo in C", .perSecond, measurement.comparison(1).rates,
            wanted: .nothing),
          Finding(
            "\(kind.rawValue), beside Offer's own words in C", .perSecond,
            measurement.comparison(2).rates,
            wanted: .ratioAtLeast(0.9),
            note:
              "the cost of libdbus for these calls and for the signals to all, with nothing kept"),
        ]
      }
    }
  }
}
