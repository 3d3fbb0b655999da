internal import Harness

extension Row {
  /// A transfer of dragd's with all that is around its relay, and the same relay alone between two pipes of the same
  /// size: what progress, completeness and the bus cost.
  static let checks = Row(
    name: "checks", title: "Progress and completeness checks, 1 GiB"
  ) { bench in
    try Stage.run { stage in
      let size = BigFile.gibibyte
      let reader = StreamReader()
      let receiver = try Receiver(on: stage, reader)
      let offer = try LazyOffer(size, on: stage)
      let relay = try PlainPipe(size, capacity: 1 << 20, isRelayed: true)
      let contest = try Contest(rounds: bench.rounds, turns: 3) {
        try seconds { try receiver.receive(offer.id, size) }
      } peer: {
        try seconds { try relay.read(reader) }
      }
      return [
        Finding(
          "beside the relay alone", .milliseconds, contest.comparison().milliseconds,
          wanted: .ratioAtMost(1.02))
      ]
    }
  }
}
