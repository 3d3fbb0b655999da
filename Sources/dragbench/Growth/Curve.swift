internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Harness

/// A measured curve. It has no required value; its slope shows whether a cost grows with the number of offers or
/// streams.
struct Curve: Sendable {
  let measure: @Sendable () throws -> Growth

  static let all = [acceptsByOffers, memoryByOffers, streams, lazyPayload, heldPayload]

  private static let offerLimits = ["offers_per_user=200000", "items_per_user=200000"]
  private static let offerCounts = [1, 10, 100, 1_000, 10_000, 100_000]
  private static let payloads = [10, 14, 18, 20, 24, 26, 28, 30, 32, 33].map { 1 << $0 }

  private static let acceptsByOffers = Curve {
    try BenchBus.run(limits: offerLimits) { bus in
      let offers = try LiveOffers(0, on: bus)
      let points = try offerCounts.map { count in
        try offers.grow(to: count, on: bus)
        let times = try (0..<15).map { _ in
          1e6 * (try secondsEach(200) { try bus.client.acceptSmall(offers.middle) })
        }
        return Growth.Point(x: Double(count), y: Samples(times).median)
      }
      return Growth(
        name: "accepts-by-offers", title: "Time of an accept by offers live", xLabel: "offers",
        yLabel: "microseconds", points: points)
    }
  }

  private static let memoryByOffers = Curve {
    try BenchBus.run(limits: offerLimits) { bus in
      let offers = try LiveOffers(0, on: bus)
      let points = try offerCounts.map { count in
        try offers.grow(to: count, on: bus)
        return Growth.Point(x: Double(count), y: Double(try bus.memory()) / 1_048_576)
      }
      return Growth(
        name: "memory-by-offers", title: "dragd's memory by offers of 1 KiB live",
        xLabel: "offers", yLabel: "MiB", points: points)
    }
  }

  private static let streams = Curve {
    try BenchBus.run { bus in
      let size = BigFile.gibibyte
      let points = try [1, 3, 10, 30, 100, 300, 1_000].map { count in
        let streams = try ConcurrentStreams(count, of: size / count, on: bus)
        let rates = try (0..<5).map { _ in Double(size) / 1e9 / (try streams.run().whole) }
        return Growth.Point(x: Double(count), y: Samples(rates).median)
      }
      return Growth(
        name: "throughput-by-streams", title: "Throughput by streams at once",
        xLabel: "streams", yLabel: "GB/s", points: points)
    }
  }

  private static let lazyPayload = Curve {
    try BenchBus.run { bus in
      let receiver = try Receiver(on: bus, BufferReader())
      let points = try payloads.map { size in
        let offer = try LazyOffer(size, on: bus)
        let times = try (0..<5).map { _ in
          try seconds { try receiver.receive(offer.id, size) } * 1_000
        }
        return Growth.Point(x: Double(size), y: Samples(times).median)
      }
      return Growth(
        name: "lazy-by-size", title: "Time of a lazy stream by its size", xLabel: "bytes",
        yLabel: "milliseconds", points: points)
    }
  }

  private static let heldPayload = Curve {
    try BenchBus.run { bus in
      let receiver = try Receiver(on: bus, BufferReader())
      let points = try payloads.map { size in
        let offer = try bus.client.perform(
          try .offer([Offers.item(.file(try Offers.memory(size)))], OfferOptions()))
        let times = try (0..<5).map { _ in
          try seconds { try receiver.receive(offer, size) } * 1_000
        }
        try bus.client.perform(.withdraw(offer))
        return Growth.Point(x: Double(size), y: Samples(times).median)
      }
      return Growth(
        name: "held-by-size", title: "Time of a held stream by its size", xLabel: "bytes",
        yLabel: "milliseconds", points: points)
    }
  }
}
