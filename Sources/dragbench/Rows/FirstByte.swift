internal import DragConnection
internal import DragProtocol
internal import Harness

extension Row {
  /// From the call of Accept to the first byte that the source writes. Two echoes are the least messages it can take:
  /// to dragd and from there to the source.
  static let firstByte = Row(
    name: "first-byte", title: "First byte of a lazy accept"
  ) { bench in
    try PrivateBus.Kind.allCases.map { kind in
      try Stage.run(kind) { stage in
        let echoes = try Echoes(on: stage)
        let reader = StreamReader()
        let offer = try LazyOffer(BigFile.kibibyte, on: stage)
        let count = 100
        let contest = try Contest(rounds: bench.rounds) {
          var sum = 0.0
          for _ in 0..<count {
            var stream: AcceptedStream?
            sum += try seconds {
              stream = try stage.client.acceptStream(offer.id)
              _ = try stream.map { try reader.read($0.pipe.descriptor, upTo: 1) }
            }
            guard let stream else { continue }
            _ = try reader.drain(stream.pipe.descriptor)
            _ = try stage.client.perform(.finish(stream.transfer))
          }
          return sum / Double(count) * 1_000
        } peer: {
          2_000 / (try perSecond(count * 2) { try echoes.knock() })
        }
        return Finding(
          "\(kind.rawValue), beside two echoes in C", .milliseconds, contest.comparison(),
          wanted: .ratioAtMost(1.5))
      }
    }
  }
}
