internal import Harness

extension Row {
  /// From the moment that the source begins to write all of them.
  static let manyStreams = Row(
    name: "many-streams", title: "1,000 lazy streams at once, 2 GiB together"
  ) { bench in
    try Stage.run { stage in
      let size = 2 * BigFile.gibibyte
      let crowd = try StreamCrowd(1_000, of: size / 1_000, on: stage)
      let single = try StreamCrowd(1, of: size / 1_000 * 1_000, on: stage)
      var fairness: [Double] = []
      let contest = try Contest(rounds: bench.rounds, turns: 2) {
        let result = try crowd.run()
        fairness.append(result.fairness)
        return Double(size) / 1e9 / result.whole
      } peer: {
        Double(size) / 1e9 / (try single.run().whole)
      }
      return [
        Finding(
          "all together, beside one stream", .gigabytesPerSecond, contest.comparison(),
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
