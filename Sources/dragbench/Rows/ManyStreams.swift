internal import Harness

extension Row {
  /// The time from the moment at which the source starts to write all streams.
  static let manyStreams = Row(
    name: "many-streams", title: "1,000 lazy streams at once, 2 GiB together"
  ) { bench in
    try BenchBus.run { bus in
      let size = 2 * BigFile.gibibyte
      let streams = try ConcurrentStreams(1_000, of: size / 1_000, on: bus)
      let single = try ConcurrentStreams(1, of: size / 1_000 * 1_000, on: bus)
      var fairness: [Double] = []
      let measurement = try PairedMeasurement(rounds: bench.rounds, turns: 2) {
        let result = try streams.run()
        fairness.append(result.fairness)
        return Double(size) / 1e9 / result.whole
      } peer: {
        Double(size) / 1e9 / (try single.run().whole)
      }
      return [
        Finding(
          "all together, beside one stream", .gigabytesPerSecond, measurement.comparison(),
          wanted: .ratioAtLeast(0.8)),
        Finding(
          "the slowest, beside the fastest", .count,
          Comparison(
            ours: Samples(fairness), peer: Samples(fairness.map { _ in 1 })),
          wanted: .ratioAtLeast(0.8)),
      ]
    }
  }
}

extension Row {
  /// One destination of a hundred accepts and never reads.
  static let deadReader = Row(
    name: "dead-reader", title: "One dead reader among 100 streams"
  ) { bench in
    try BenchBus.run { bus in
      let size = 16 * BigFile.mebibyte
      let hundred = try ConcurrentStreams(100, of: size, on: bus)
      let others = try ConcurrentStreams(99, of: size, on: bus)
      let total = Double(99 * size) / 1e9
      let measurement = try PairedMeasurement(rounds: bench.rounds, turns: 3) {
        total / (try hundred.run(dead: 1).whole)
      } peer: {
        total / (try others.run().whole)
      }
      return [
        Finding(
          "the other 99, beside 99 without it", .gigabytesPerSecond, measurement.comparison(),
          wanted: .ratioAtLeast(0.98))
      ]
    }
  }
}
