internal import Harness

extension Row {
  /// Streams from the source's process to this one, from Accept to Finish.
  static let lazyStream = Row(
    name: "lazy-stream", title: "Lazy stream, 1 GiB, process to process"
  ) { bench in
    try BenchBus.run { bus in
      let size = BigFile.gibibyte
      let reader = BufferReader()
      let receiver = try Receiver(on: bus, reader)
      let offer = try LazyOffer(size, on: bus)
      let plain = try PlainPipe(size, capacity: 1 << 16)
      let wide = try PlainPipe(size, capacity: 1 << 20)
      let file = try BigFile.make("file", size, in: bus.fixture.folder)
      let cat = Command(["sh", "-c", "cat '\(file)' | cat"])
      func rate(_ work: @escaping () throws -> Void) -> PairedMeasurement.Work {
        return { Double(size) / 1e9 / (try seconds(work)) }
      }
      let measurement = try PairedMeasurement(
        rounds: bench.rounds, ours: rate { try receiver.receive(offer.id, size) },
        peers: [
          rate { try plain.read(reader) },
          rate { _ = try cat.time() },
          rate { try wide.read(reader) },
        ])
      return [
        Finding(
          "beside one plain pipe", .gigabytesPerSecond, measurement.comparison(0),
          wanted: .ratioAtLeast(1), note: "same writer, same reader, 64 KiB as a shell's pipe"),
        Finding(
          "beside cat FILE | cat > /dev/null", .gigabytesPerSecond, measurement.comparison(1),
          wanted: .ratioAtLeast(1)),
        Finding(
          "beside one pipe widened to 1 MiB", .gigabytesPerSecond, measurement.comparison(2),
          wanted: .nothing, note: "what one hop less would give"),
      ]
    }
  }
}

extension Row {
  /// Compares a transfer of dragd with its relay alone between two pipes of the same size. The difference is the cost
  /// of progress, completeness and the bus.
  static let checks = Row(
    name: "checks", title: "Progress and completeness checks, 1 GiB"
  ) { bench in
    try BenchBus.run { bus in
      let size = BigFile.gibibyte
      let reader = BufferReader()
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
