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
        let count = 10
        let contest = try Contest(
          rounds: bench.rounds, turns: 10,
          ours: {
            let receiver = try Receiver(on: stage, reader)
            // Who it is is found out once.
            try receiver.receive(offer.id, BigFile.kibibyte)
            return try mean(of: count) { try receiver.firstByte(of: offer.id) }
          },
          peers: [
            { try secondsEach(count * 2) { try echoes.knock() } * 2 },
            { try mean(of: count) { try plain.firstByte() } },
          ])
        return [
          Finding(
            "\(kind.rawValue), beside two echoes in C", .milliseconds,
            contest.comparison(0).milliseconds,
            wanted: .ratioAtMost(1.5)),
          Finding(
            "\(kind.rawValue), beside its own words and pipes in C", .milliseconds,
            contest.comparison(1).milliseconds, wanted: .nothing,
            note: "what libdbus and four processes take"),
        ]
      }
    }
  }
}
