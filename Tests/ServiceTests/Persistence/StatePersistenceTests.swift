import CLinux
import Harness
import Testing

/// Held content and its offers survive a crash and a restart of dragd.
@Suite struct StatePersistenceTests {
  /// Makes one offer of each kind of content; the only item of the last one may be accepted six times.
  private func offerEverything(_ service: PersistentService, _ source: Peer) throws -> [String] {
    let path = try service.fixture.folder.write("referenced", text: "by reference")
    let memory = try source.memory(.pattern(3_000_000, seed: 1))
    let open = try source.memory(.pattern(100_000, seed: 2), seals: [])
    let spooled = try source.memory(.pattern(9_000_000, seed: 3), seals: [])
    return [
      try source.offer(
        [
          Item(
            name: "a", key: "k", local: "mine", data("text/html", "<b>"), data("text/plain", "b")),
          Item(data("image/png", .pattern(200_000, seed: 4))),
        ],
        ["label": .s("small"), "operations": .strings(["copy", "link"])]),
      // The same open file description twice.
      try source.offer(
        [Item(file("image/tiff", memory), file("image/x-raw", memory))],
        ["expires_in": .t(3_600_000)]),
      try source.offer([Item(file("application/x-open", open))]),
      try source.offer([Item(file("video/ogg", spooled))]),
      try source.offer([Item(file("application/pdf", try source.open(path)))]),
      try source.offer(
        [
          Item(
            data("text/plain", "secret"),
            data("text/html", "x").merging(["visibility": .s("connection")]) { $1 })
        ],
        ["private": .b(true), "uses": .u(6)]),
    ]
  }

  @Test(arguments: eitherBus())
  func `after a kill, and after a restart, every offer is as before`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus, ["--limit", "held_memory=8000000"]) { service in
      let source = try service.peer()
      let offers = try offerEverything(service, source)
      try service.manager.waitUntilHolding(6)
      let before = try offers.map { try service.view($0) }
      let statistics = try service.observer.statistics()
      for way in [SIGKILL, SIGTERM, SIGHUP, SIGKILL] {
        if way == SIGKILL { try service.crash() } else { try service.restart(after: way) }
        #expect(try offers.map { try service.view($0) } == before, "signal \(way)")
        let now = try service.observer.statistics()
        for key in ["offers", "items", "bytes_held", "memory_held", "peers"] {
          #expect(now[key] == statistics[key], "\(key) after signal \(way)")
        }
        #expect(try service.observer.find(["application/pdf"]) == offers[4])
      }
      // The item was accepted five times; the source still sees the representation for its own connection.
      #expect(try service.content(of: offers[5], "text/html", to: source).text == "x")
      try expectFailure("NoSuchOffer") { try service.view(offers[5]) }
      for offer in offers.dropLast() { try source.withdraw(offer) }
      try service.manager.waitUntilHolding(0)
      try eventually("nothing to be left") {
        let left = try service.observer.statistics()
        return left["memory_held"] == 0 && left["bytes_held"] == 0 && left["offers"] == 0
      }
      #expect(try service.daemon.terminate() == .success)
    }
  }

  @Test(arguments: eitherBus())
  func `sealed memory comes back sealed and a changed file is still noticed`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let path = try service.fixture.folder.write("referenced", text: "as it was offered")
      let memory = try source.offer([Item(file("image/png", try source.memory("sealed")))])
      let reference = try source.offer([Item(file("text/plain", try source.open(path)))])
      try service.crash()
      let delivered = try service.observer.acceptOne(
        memory, ["delivery": .s("file")])
      let seals = try service.observer.examine(try #require(delivered.fd))["seals"]
      #expect(seals.strings == ["grow", "seal", "shrink", "write"])
      try service.fixture.folder.write("referenced", text: "as it is now")
      try expectFailure("Changed") { try service.observer.acceptOne(reference) }
    }
  }

  @Test(arguments: eitherBus())
  func `without a service manager no state is written`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let offer = try service.observer.offer([Item(data("text/plain", "a"))])
      let files = try service.fixture.run("find", [service.fixture.folder.path("runtime")]).output
      #expect(files == service.fixture.folder.path("runtime") + "\n")
      try service.observer.withdraw(offer)
    }
  }

  @Test(arguments: eitherBus())
  func `the state file and its folder are for their user only`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      let id = try #require(try service.observer.callBus("GetId").first?.string)
      // dragd may still be renaming its first state file.
      try eventually("the state file to have its name") {
        try service.stateFile?.hasSuffix("/\(id).state") == true
      }
      let state = try #require(try service.stateFile)
      let modes = try service.fixture.run(
        "stat", ["-c", "%a", state, service.fixture.folder.path("runtime/dragd")])
      #expect(modes.output == "600\n700\n")
    }
  }
}
