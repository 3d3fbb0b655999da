internal import DragConnection
internal import DragProtocol
internal import Harness

extension Row {
  /// The time from the call of Accept to the first byte that the source writes. Two echoes are its lower bound: one
  /// message to dragd, and one from there to the source.
  static let firstByte = Row(
    name: "first-byte", title: "First byte of a lazy accept"
  ) { bench in
    try PrivateBus.Kind.allCases.flatMap { kind in
      try BenchBus.run(kind) { bus in
        let echoes = try Echoes(on: bus)
        let plain = try PlainAccept(on: bus)
        let reader = BufferReader()
        let offer = try LazyOffer(BigFile.kibibyte, on: bus)
        let count = 10
        let measurement = try PairedMeasurement(
          rounds: bench.rounds, turns: 10,
          ours: {
            let receiver = try Receiver(on: bus, reader)
            // dragd looks up a caller's application once; this call does it before the measurement.
            try receiver.receive(offer.id, BigFile.kibibyte)
            return try mean(of: count) { try receiver.firstByte(of: offer.id) }
          },
          peers: [
            { try secondsEach(count * 2) { try echoes.callWithoutPayload() } * 2 },
            { try mean(of: count) { try plain.firstByte() } },
          ])
        return [
          Finding(
            "\(kind.rawValue), beside two echoes in C", .milliseconds,
            measurement.comparison(0).milliseconds, wanted: .nothing),
          Finding(
            "\(kind.rawValue), beside its own words and pipes in C", .milliseconds,
            measurement.comparison(1).milliseconds, wanted: .ratioAtMost(1.2),
            note: "what libdbus and four processes take"),
        ]
      }
    }
  }
}
