import Harness
import Testing

/// A source's descriptors stay open as long as its offer, and a transfer's as long as the transfer. If dragd had no
/// descriptor left for the next message, the bus would disconnect it.
@Suite struct HeldDescriptorTests {
  /// Runs dragd with a limit on open descriptors.
  private static func withFewDescriptors(
    _ count: Int
  ) -> (Fixture, [String]) -> (executable: String, arguments: [String]) {
    { ("/bin/sh", ["-c", "ulimit -n \(count) && exec \"$@\"", "sh"] + $1) }
  }

  /// Regression: the copy was lost, and its transfer had succeeded.
  @Test(arguments: eitherBus())
  func `a file that dragd has no descriptor to pass by waits for one`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", [UInt8](repeating: 7, count: 200_000))
      let offer = try source.offer([Item(file("a/b", try source.open(path)))], ["uses": .u(1)])
      let transfer = try destination.acceptOne(offer, ["delivery": .s("file")]).transfer
      try destination.waitForState("delivered", of: transfer)
      let open = try service.daemon.facts.descriptors()
      let free = try #require((0...).first { open[$0] == nil })
      let process = "--pid=\(service.daemon.processIdentifier)"
      _ = try service.fixture.run("prlimit", [process, "--nofile=\(free):"])
      let receiving = try destination.startReceive(transfer, "a/b")
      // dragd answers this after it has tried.
      #expect(try destination.state(of: transfer) == "finished")
      _ = try service.fixture.run("prlimit", [process, "--nofile=1024:"])
      #expect(try receiving.reply()[0]["size"].inside.number == 200_000)
    }
  }

  @Test(arguments: everyBus)
  func `descriptors are kept for offers only while enough are left for messages`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, through: Self.withFewDescriptors(1_024)) { service in
      let source = try service.peer()
      let memory = try source.memory("x")
      let items = (0..<16).map { _ in Item(file("a/b", memory)) }
      let growing = try source.offer([], ["more": .b(true)])
      var offers: [String] = []
      let before = try service.daemon.facts.descriptorCount()
      // The descriptors of a message count until dragd has closed them, which it does beside its work.
      var filled = 0
      repeat {
        filled = offers.count
        try expectFailure("QuotaExceeded", saying: "768", "1024") {
          for _ in 0..<80 { offers.append(try source.offer(items)) }
          return offers.count
        }
        try eventually("dragd to have closed what only the messages had") {
          try service.daemon.facts.descriptorCount() <= before + 16 * offers.count
        }
      } while offers.count > filled
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

  @Test(arguments: eitherBus())
  func `transfers leave room for a message with as many descriptors as there can be`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true, through: Self.withFewDescriptors(2_048)) { service in
      let source = try service.peer()
      try source.serve(["*": [.close], "Ended": []])
      let lazy = try source.offer(
        (0..<16).map { _ in Item(lazily("a/b")) }, ["source": .o(Names.sourcePath)])
      let patiently: [String: Value] = [
        "delivery": .s("file"), "start_timeout": .t(0), "stall_timeout": .t(0),
      ]
      let destinations = [try service.peer(), try service.peer()]
      let before = try service.daemon.facts.descriptorCount()
      var gathering = 0
      try expectFailure("QuotaExceeded", saying: "descriptor") {
        for destination in destinations {
          for _ in 0..<63 {
            gathering += try destination.accept(lazy, patiently).count
            try eventually("the pipes to be closed, and a file for each") {
              try service.daemon.facts.descriptorCount() == before + gathering
            }
          }
        }
        return gathering
      }

      let sender = try service.peer()
      let memory = try sender.memory("x")
      func items(_ count: Int) -> [Item] { (0..<count).map { _ in Item(file("a/b", memory)) } }
      switch bus {
      case .dbusBroker:
        try expectFailure("TooManyItems", saying: "16") { try sender.offer(items(253)) }
      case .dbusDaemon:
        try expectFailure("QuotaExceeded", saying: "1536", "2048") { try sender.offer(items(16)) }
      }
      for destination in destinations { destination.kill() }
      try eventually("dragd to have closed what it gathered") {
        try service.daemon.facts.descriptorCount() < 256
      }
      let offer = try sender.offer(items(16))
      #expect(try service.observer.accept(offer).count == 16)
    }
  }
}
