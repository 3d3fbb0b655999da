import Harness
import Testing

/// Calls that dragd answers later, made by a peer that wants dragd to hold much for them.
@Suite struct WaitingCallTests {
  private static func receive(_ transfer: String, _ more: [String: Value]) -> [String: Value] {
    [
      "kind": "call", "destination": .string(Names.broker), "path": .string(transfer),
      "interface": .string(Names.transfer), "member": "Receive", "signature": "sa{sv}",
    ].merging(more) { $1 }
  }

  /// Starts a transfer of a file that its source never makes.
  private static func endless(_ service: Service, to destination: Peer) throws -> String {
    let source = try service.peer()
    let offer = try source.offerLazily("a/lazy", steps: [.gate("never")])
    return try destination.acceptOne(offer, ["delivery": .s("file"), "start_timeout": .t(0)])
      .transfer
  }

  @Test(arguments: eitherBus())
  func `a waiting call keeps nothing of its arguments`(bus: PrivateBus.Kind) throws {
    try Service.run(
      bus, ["--limit", "waiting_calls_per_part=1000"], isQuiet: true
    ) { service in
      let greedy = try service.peer()
      let transfer = try Self.endless(service, to: greedy)
      let before = try service.daemon.facts.proportionalMemory()
      try greedy.perform(
        "send",
        Self.receive(
          transfer,
          [
            "arguments": ["a/lazy", ["padding": .bytes(.pattern(1 << 20))]], "repeat": 300,
          ]))
      // All messages of this peer come before this call in dragd's queue.
      try greedy.settle()
      _ = try service.observer.statistics()
      let grown = try service.daemon.facts.proportionalMemory() - before
      #expect(grown < Remains.memory(64 << 20))
    }
  }

  @Test(arguments: eitherBus())
  func `so many calls wait for one representation, and the next is refused`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "waiting_calls_per_part=2"]) { service in
      let destination = try service.peer()
      let transfer = try Self.endless(service, to: destination)
      let waiting = try (0..<2).map { _ in try destination.startReceive(transfer, "a/lazy") }
      try expectFailure("QuotaExceeded", saying: "waiting_calls_per_part", "2") {
        try destination.receive(transfer, "a/lazy")
      }
      try destination.cancel(transfer)
      for call in waiting { try expectFailure("Cancelled") { try call.reply() } }
    }
  }

  @Test(arguments: eitherBus())
  func `a connection has so many calls that wait, and another has its own`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "waiting_calls_per_connection=3"]) { service in
      let (greedy, honest) = (try service.peer(), try service.peer())
      let transfers = try (0..<4).map { _ in try Self.endless(service, to: greedy) }
      let waiting = try transfers.prefix(3).map { try greedy.startReceive($0, "a/lazy") }
      try expectFailure("QuotaExceeded", saying: "waiting_calls_per_connection", "3") {
        try greedy.receive(transfers[3], "a/lazy")
      }
      let other = try Self.endless(service, to: honest)
      let received = try honest.startReceive(other, "a/lazy")
      try honest.cancel(other)
      try expectFailure("Cancelled") { try received.reply() }
      // An answered call does not count any more.
      try greedy.cancel(transfers[0])
      try expectFailure("Cancelled") { try waiting[0].reply() }
      let again = try greedy.startReceive(transfers[3], "a/lazy")
      try greedy.settle()
      for transfer in transfers.dropFirst() { try greedy.cancel(transfer) }
      for call in waiting.dropFirst() + [again] {
        try expectFailure("Cancelled") { try call.reply() }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a call that nobody waits for does not wait`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "waiting_calls_per_part=1"]) { service in
      let destination = try service.peer()
      let transfer = try Self.endless(service, to: destination)
      try destination.perform(
        "send",
        Self.receive(transfer, ["arguments": ["a/lazy", [:]], "no_reply": true, "repeat": 5]))
      // This call still has room.
      let received = try destination.startReceive(transfer, "a/lazy")
      try destination.settle()
      try destination.cancel(transfer)
      try expectFailure("Cancelled") { try received.reply() }
    }
  }
}
