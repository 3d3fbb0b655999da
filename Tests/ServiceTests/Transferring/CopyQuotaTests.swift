import Harness
import Testing

/// dragd charges the files that it writes for a destination to that destination, and removes them in the end.
@Suite struct CopyQuotaTests {
  /// The unlinked files below the cache folder that dragd has open.
  private func spooled(_ service: Service) throws -> [String] {
    let cache = service.fixture.folder.path("cache")
    return try service.daemon.facts.descriptors().values.filter { $0.hasPrefix(cache) }
  }

  @Test(arguments: eitherBus())
  func `a sparse file costs its data only, and a full one no more than the quota`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "held_bytes_per_connection=1048576"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let sparse = service.fixture.folder.path("sparse")
      _ = try service.fixture.run("truncate", ["-s", "200M", sparse])
      let holes = try source.offer([Item(file("a/b", try source.open(sparse)))])
      let transfer = try destination.acceptOne(holes, ["delivery": .s("file")]).transfer
      let (fd, size) = try destination.receive(transfer, "a/b")
      #expect(size == 200 << 20)
      #expect(try #require(destination.examine(fd)["allocated"].int) < 1 << 20)
      try destination.close(fd)

      let full = try service.fixture.folder.write("full", [UInt8](repeating: 7, count: 9_000_000))
      let offer = try source.offer([Item(file("a/b", try source.open(full)))])
      let copy = try destination.acceptOne(offer, ["delivery": .s("file")]).transfer
      try expectFailure("QuotaExceeded", saying: "held_bytes_per_connection", "1048576") {
        try destination.receive(copy, "a/b")
      }
      try eventually("the copy to be gone") {
        try spooled(service) == [] && service.observer.statistics()["bytes_held"] == 0
      }
      // The copy costs no other peer, and a stream is no copy.
      #expect(try destination.read(destination.stream(offer).pipe).length == 9_000_000)
    }
  }

  @Test(arguments: eitherBus())
  func `an endless source ends with the quota of its destination`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "held_bytes_per_user=3000000"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all(.pattern(50_000_000)))
      let transfer = try destination.acceptOne(offer).transfer
      try expectFailure("QuotaExceeded", saying: "held_bytes_per_user", "3000000") {
        try destination.receive(transfer, "text/plain")
      }
      #expect(try destination.state(of: transfer) == "failed")
      expect(try source.expectEndedOnce().error, "QuotaExceeded")
      try eventually("nothing to be held") {
        try spooled(service) == [] && service.observer.statistics()["bytes_held"] == 0
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a promise that has no room is refused by Accept`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "held_bytes_per_connection=1000000"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        size: 2_000_000, steps: Step.all(.pattern(2_000_000)))
      try expectFailure("QuotaExceeded", saying: "held_bytes_per_connection", "2000000") {
        try destination.acceptOne(offer)
      }
      let (transfer, pipe) = try destination.stream(offer)
      #expect(try destination.read(pipe).length == 2_000_000)
      try destination.finish(transfer)
    }
  }

  @Test(arguments: eitherBus())
  func `a complete copy that nobody receives goes, and Receive says why`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "receive_timeout=300"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all(.pattern(100_000)))
      let transfer = try destination.acceptOne(offer).transfer
      expect(try source.expectEndedOnce().error, "Stalled")
      #expect(try destination.state(of: transfer) == "failed")
      try expectFailure("Stalled", saying: "300") {
        try destination.receive(transfer, "text/plain")
      }
      #expect(try service.observer.statistics()["bytes_held"] == 0)
    }
  }

  @Test(arguments: eitherBus())
  func `a connection that takes its share of memory leaves room for another's sensitive content`(
    bus: PrivateBus.Kind
  ) throws {
    let limits = ["held_memory=8000000", "held_memory_per_connection=3000000"]
    try Service.run(bus, limits.flatMap { ["--limit", $0] }) { service in
      let other = try service.peer()
      let sensitive: [String: Value] = ["sensitive": .b(true)]
      func expectRoom() throws {
        let secret = try other.offer([Item(data("a/b", .pattern(400_000)))], sensitive)
        try other.withdraw(secret)
      }
      // Content that can also go to a disk, from several connections, some of which leave it behind.
      for _ in 0..<4 {
        let hog = try service.peer()
        for _ in 0..<4 { _ = try hog.offer([Item(data("a/b", .pattern(1_000_000)))]) }
      }
      #expect(try service.observer.statistics()["bytes_held"] == 16_000_000)
      #expect(try #require(service.observer.statistics()["memory_held"]) <= 6_000_000)
      try expectRoom()
      // Sensitive content, which cannot, until the share of its application is used up.
      let secretive = try service.peer()
      try expectFailure("QuotaExceeded", saying: "held_memory_per_connection", "3000000") {
        for _ in 0..<4 {
          _ = try secretive.offer([Item(data("a/b", .pattern(400_000)))], sensitive)
        }
        return 4
      }
      secretive.kill()
      try eventually("its sensitive content to be gone") {
        try #require(service.observer.statistics()["memory_held"]) <= 6_000_000
      }
      try expectRoom()
    }
  }
}
