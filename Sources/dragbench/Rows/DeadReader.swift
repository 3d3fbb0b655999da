internal import Harness

extension Row {
  /// One destination of a hundred accepts and never reads.
  static let deadReader = Row(
    name: "dead-reader", title: "One dead reader among 100 streams"
  ) { bench in
    try Stage.run { stage in
      let size = 16 * BigFile.mebibyte
      let hundred = try StreamCrowd(100, of: size, on: stage)
      let others = try StreamCrowd(99, of: size, on: stage)
      let total = Double(99 * size) / 1e9
      let contest = try Contest(rounds: bench.rounds, turns: 3) {
        total / (try hundred.run(dead: 1).whole)
      } peer: {
        total / (try others.run().whole)
      }
      return [
        Finding(
          "the other 99, beside 99 without it", .gigabytesPerSecond, contest.comparison(),
          wanted: .ratioAtLeast(0.98))
      ]
    }
  }
}
