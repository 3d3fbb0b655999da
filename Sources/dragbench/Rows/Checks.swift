internal import Harness

extension Row {
  /// Compares a transfer of dragd with its relay alone between two pipes of the same size. The difference is the cost
  /// of progress, completeness and the bus.
  static let checks = Row(
    name: "checks", title: "Progress and completeness checks, 1 GiB"
  ) { bench in
    try BenchBus.run { bus in
      let size = BigFile.gibibyte
      let reader = StreamReader()
      let receiver = try Receiver(on: bus, reader)
      let offer = try LazyOffer(size, on: bus)
      let relay = try PlainPipe(size, capacity: 1 << 20, isRelayed: true)
      let measurement = try PairedMeasurement(rounds: bench.rounds, turns: 3) {
        try seconds { try receiver.receive(offer.id, size) }
      } peer: {
        try seconds { try relay.read(reader) }
      }
      return [
        Finding(
          "beside the relay alone", .milliseconds, measurement.comparison().milliseconds,
          wanted: .ratioAtMost(1.02))
      ]
    }
  }
}
