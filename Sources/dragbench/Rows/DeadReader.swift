internal import Harness

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
