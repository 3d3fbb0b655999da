internal import DragConnection
internal import DragProtocol
internal import Harness

extension Row {
  /// From the call of Accept to the first byte that the source writes. Two echoes are the least messages it can take:
  /// to dragd and from there to the source.
  static let firstByte = Row(
    name: "first-byte", title: "First byte of a lazy accept"
  ) { bench in
    try PrivateBus.Kind.allCases.flatMap { kind in
      try Stage.run(kind) { stage in
        let echoes = try Echoes(on: stage)
        let plain = try PlainAccept(on: stage)
        let reader = StreamReader()
        let offer = try LazyOffer(BigFile.kibibyte, on: stage)
        let count = 100
        let contest = try Contest(
          rounds: bench.rounds,
          ours: {
            var sum = 0.0
            for _ in 0..<count { sum += try offer.firstByte(with: stage.client, reader) }
            return sum / Double(count) * 1_000
          },
          peers: [
            { 2_000 / (try perSecond(count * 2) { try echoes.knock() }) },
            {
              var sum = 0.0
              for _ in 0..<count { sum += try plain.firstByte() }
              return sum / Double(count) * 1_000
            },
          ])
        return [
          Finding(
            "\(kind.rawValue), beside two echoes in C", .milliseconds, contest.comparison(0),
            wanted: .ratioAtMost(1.5)),
          Finding(
            "\(kind.rawValue), beside its own words and pipes in C", .milliseconds,
            contest.comparison(1), wanted: .nothing, note: "what libdbus and four processes take"),
        ]
      }
    }
  }
}
