import Harness
import Testing

/// What a source passes stays open as long as its offer. Without a descriptor left for the next message dragd would be
/// cut off the bus.
@Suite struct HeldDescriptorTests {
  /// dragd may open 1,024 of them.
  private static func withFewDescriptors(
    _ fixture: Fixture, _ command: [String]
  ) -> (executable: String, arguments: [String]) {
    ("/bin/sh", ["-c", "ulimit -n 1024 && exec \"$@\"", "sh"] + command)
  }

  @Test(arguments: everyBus)
  func `descriptors are kept for offers only while enough are left for messages`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, through: Self.withFewDescriptors) { service in
      let source = try service.peer()
      let memory = try source.memory("x")
      let items = (0..<16).map { _ in Item(file("a/b", memory)) }
      let growing = try source.offer([], ["more": .b(true)])
      var offers: [String] = []
      try expectFailure("QuotaExceeded", saying: "768", "1024") {
        for _ in 0..<80 { offers.append(try source.offer(items)) }
        return offers.count
      }
      #expect(offers.count > 30)
      try expectFailure("QuotaExceeded", saying: "768", "1024") {
        try source.addItems(to: growing, items)
      }
      let results = try service.observer.accept(try #require(offers.first))
      #expect(results.compactMap { $0.data?.text } == Array(repeating: "x", count: 16))

      for offer in offers.dropFirst() { try source.withdraw(offer) }
      try eventually("dragd to have closed what it held") {
        try service.daemon.facts.descriptorCount() < 256
      }
      try source.addItems(to: growing, items)
      #expect(try service.observer.accept(growing).count == 16)
    }
  }
}
