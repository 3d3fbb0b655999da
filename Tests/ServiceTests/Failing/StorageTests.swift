import Harness
import Testing

@Suite(.enabled(if: SmallDisk.unavailable == nil, "no private mounts here"))
struct StorageTests {
  @Test(arguments: eitherBus(with: Shortage.allCases))
  func `content that finds no room is not offered`(
    bus: PrivateBus.Kind, shortage: Shortage
  ) throws {
    try Service.run(bus, with: shortage) { service in
      let source = try service.peer()
      let memory = try source.memory(.pattern(3_000_000), seals: [])
      try expectFailure("StorageFull") { try source.offer([Item(file("a/b", memory))]) }
      let growing = try source.offer([Item(data("text/plain", "a"))], ["more": .b(true)])
      try expectFailure("StorageFull") {
        try source.addItems(to: growing, [Item(data("a/b", "x")), Item(file("a/b", memory))])
      }
      #expect(try service.observer.property("ItemCount", of: growing, Names.offer) == 1)
      let fits = try source.memory(.pattern(300_000), seals: [])
      let offer = try source.offer([Item(file("a/b", fits))])
      let (transfer, pipe) = try service.observer.stream(offer)
      #expect(try service.observer.read(pipe).length == 300_000)
      try service.observer.finish(transfer)
    }
  }

  @Test(arguments: eitherBus(with: Shortage.allCases))
  func `a file that finds no room fails its transfer, and a stream still works`(
    bus: PrivateBus.Kind, shortage: Shortage
  ) throws {
    try Service.run(bus, with: shortage) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all(.pattern(3_000_000)))
      let transfer = try destination.acceptOne(offer).transfer
      try expectFailure("StorageFull") { try destination.receive(transfer, "text/plain") }
      #expect(try destination.state(of: transfer) == "failed")
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none")
      expect(ending.error, "StorageFull")
      let (stream, pipe) = try destination.stream(offer)
      #expect(try destination.read(pipe) == destination.digest(.pattern(3_000_000)))
      try destination.finish(stream)
    }
  }

  @Test(arguments: eitherBus(with: Shortage.allCases))
  func `a snapshot that finds no room fails, by Accept or by Receive`(
    bus: PrivateBus.Kind, shortage: Shortage
  ) throws {
    try Service.run(bus, with: shortage) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", [UInt8](repeating: 65, count: 3_000_000))
      let offer = try source.offer([Item(file("a/b", try source.open(path)))])
      try expectFailure("StorageFull") {
        let result = try destination.acceptOne(offer, ["delivery": .s("file")])
        return try destination.receive(result.transfer, "a/b")
      }
    }
  }
}

/// Why bytes find no room on a disk.
enum Shortage: CaseIterable {
  case smallDisk
  /// RLIMIT_FSIZE, whose signal would end dragd.
  case fileSizeLimit

  /// - Parameters:
  ///   - bytes: for which there is room.
  ///   - folder: where.
  func command(
    _ command: [String], _ bytes: Int, at folder: String
  ) -> (executable: String, arguments: [String]) {
    switch self {
    case .smallDisk:
      SmallDisk(bytes: bytes, at: folder).command(command[0], Array(command.dropFirst()))
    case .fileSizeLimit: ("/usr/bin/prlimit", ["--fsize=\(bytes)"] + command)
    }
  }
}

extension Service {
  /// Runs dragd with little memory for content, and little room on a disk.
  static func run(
    _ kind: PrivateBus.Kind, with shortage: Shortage, _ body: (Service) throws -> Void
  ) throws {
    try run(
      kind, ["--limit", "held_memory=100000"],
      through: { fixture, command in
        shortage.command(command, 1 << 20, at: fixture.folder.path("cache"))
      },
      { service in
        try body(service)
        try service.withdrawOwn()
      })
  }
}
