internal import DragConnection
internal import DragModel
internal import Harness

extension Row {
  static let manyOffers = Row(
    name: "many-offers", title: "10,000 offers live"
  ) { bench in
    try BenchBus.run { few in
      try BenchBus.run { many in
        let lonely = try few.client.perform(try Offers.small())
        let before = try many.memory()
        let offers = try LiveOffers(10_000, on: many)
        let after = try many.memory()
        let count = 100
        let measurement = try PairedMeasurement(rounds: bench.rounds, turns: 20) {
          try secondsEach(count) { try many.client.acceptSmall(offers.middle) }
        } peer: {
          try secondsEach(count) { try few.client.acceptSmall(lonely) }
        }
        let each =
          Double(after - before) / Double(offers.offers.count) - Double(Offers.kibibyte.count)
        return [
          Finding(
            "time of an accept, beside 1 offer live", .milliseconds,
            measurement.comparison().milliseconds,
            wanted: .ratioAtMost(1.1)),
          Finding(
            "memory of an offer beside its payload", .kibibytes, ours: Samples([each / 1_024]),
            wanted: .atMost(2)),
        ]
      }
    }
  }
}
