import Harness
import Testing

/// Programs that call and read nothing. The bus queues their replies and charges the bytes to dragd.
@Suite struct UnreadReplyTests {
  /// The memory that such a program may cost dragd.
  private static let most = Remains.memory(64 << 20)

  private static func attack(_ service: Service, _ arguments: String...) throws -> Program {
    let program = try service.fixture.start(
      "/usr/bin/python3", [Built.tool("unreading.py")] + arguments, on: service.bus, input: .pipe)
    try program.waitForOutput("flooded")
    return program
  }

  /// dragd stays within its memory limit, and serves another peer, while `attack` goes on.
  ///
  /// - Parameter returnsMemory: whether to wait until dragd has returned that memory, though calls still come.
  private static func expectHarmless(
    _ service: Service, returnsMemory: Bool = false, _ attack: (Service) throws -> Program
  ) throws {
    let honest = try service.peer()
    let offer = try honest.offer([Item(data("a/b", .pattern(1_024)))])
    let before = try service.daemon.facts.proportionalMemory()
    let program = try attack(service)
    for _ in 0..<50 {
      #expect(try honest.acceptOne(offer).data?.length == 1_024)
      let grown = try service.daemon.facts.proportionalMemory() - before
      #expect(grown < most)
    }
    program.kill()
    if returnsMemory {
      try eventually("the memory to be given back") {
        #expect(try honest.acceptOne(offer).data?.length == 1_024)
        return try service.daemon.facts.proportionalMemory() < before + Remains.memory(8 << 20)
      }
    }
    try honest.withdraw(offer)
  }

  @Test(
    arguments: eitherBus(with: [
      ["accept-2", "600"], ["accept-15", "300"], ["receive-long", "300"], ["receive", "20000"],
    ]))
  func `what nobody reads costs little, and others are served`(
    bus: PrivateBus.Kind, arguments: [String]
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      try Self.expectHarmless(service) { try Self.attack($0, arguments[0], arguments[1]) }
    }
  }

  @Test(arguments: everyBus)
  func `listings that nobody reads cost little, and others are served`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let source = try service.peer()
      let long = String(repeating: "x", count: 200)
      for offer in 0..<8 {
        _ = try source.offer(
          (0..<8).map { item in
            Item(
              attributes: [:],
              representations: (0..<64).map { data("a/\(long)\(offer)-\(item)-\($0)", "") })
          })
      }
      try Self.expectHarmless(service, returnsMemory: true) {
        try Self.attack($0, "list", "1000")
      }
    }
  }

  @Test(arguments: everyBus)
  func `dragd ends when it is told to, whoever reads nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, isQuiet: true) { service in
      _ = try Self.attack(service, "accept-2", "600")
      _ = try service.observer.statistics()
      #expect(try service.daemon.terminate() == .success)
      service.hasEnded = true
    }
  }

  @Test(arguments: everyBus)
  func `who reads nothing gets descriptors in place of bytes, and bytes again when it reads`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer([Item(data("a/b", .pattern(1 << 20)))])
      func finished() throws -> UInt64 {
        try #require(try service.observer.statistics()["transfers_finished"])
      }
      let before = try finished()
      try destination.perform("deaf")
      let options: Value = ["inline_max": .t(1 << 20)]
      // All calls at once: dragd trusts a caller that calls after every answer to have read it.
      try destination.perform(
        "send",
        [
          "kind": "call", "destination": .string(Names.broker), "path": .string(offer),
          "interface": .string(Names.offer), "member": "Accept", "signature": "auasa{sv}",
          "arguments": [[], [], options], "repeat": 8,
        ])
      try eventually("dragd to have answered all") { try finished() == before + 8 }
      try destination.perform("deaf", ["deaf": false])
      func delivered() -> [Delivered] {
        destination.told.filter { $0["event"] == "stray" }
          .compactMap { $0["body"][0].array.first.map(Delivered.init) }
      }
      _ = try destination.wait("hear all answers") { delivered().count >= 8 ? true : nil }
      let results = delivered()
      #expect(results.first?.data?.length == 1 << 20)
      let files = results.compactMap(\.fd)
      #expect(!files.isEmpty)
      #expect(files.count + results.count { $0.data != nil } == results.count)
      for file in files {
        #expect(try destination.read(file) == destination.digest(.pattern(1 << 20)))
      }
      // The answer to dragd's Ping arrives before this call.
      try eventually("bytes to come again") {
        try destination.acceptOne(offer, ["inline_max": .t(1 << 20)]).data != nil
      }
    }
  }
}
