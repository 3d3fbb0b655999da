import Harness
import Testing

/// The bus queues signals for every subscriber, including those that do not read, and charges the bytes to dragd.
@Suite struct BroadcastTests {
  private static let limits = [
    "--limit", "unread_bytes_per_connection=262144", "--limit", "unread_bytes_per_user=16777216",
  ]

  private static func types(_ number: Int) -> [Item] {
    let types = (0..<64).map { data("a/\($0)-\(number)-" + String(repeating: "x", count: 180), "") }
    return [Item(attributes: [:], representations: types)]
  }

  /// Offers and withdraws until dragd refuses; returns the number of rounds.
  private static func flood(_ attacker: Peer, rounds: Int) throws -> Int {
    for round in 0..<rounds {
      do {
        try attacker.withdraw(try attacker.offer(types(round)))
      } catch let failure as BusFailure {
        #expect(failure.name.hasSuffix(".QuotaExceeded") && failure.message.contains(attacker.name))
        return round
      }
    }
    return rounds
  }

  @Test(arguments: everyBus)
  func `nobody causes more signals than a subscriber that does not read may cost`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, Self.limits, isQuiet: true) { service in
      let (attacker, honest) = (try service.peer(), try service.peer())
      let silent = try service.peer()
      try silent.watch("type='signal',sender='\(Names.broker)'")
      try silent.perform("deaf")
      let rounds = try Self.flood(attacker, rounds: 1_000)
      #expect(rounds >= 10 && rounds < 200, "\(rounds)")
      // dragd still serves the attacker and all other peers.
      #expect(try attacker.statistics()["offers"] == 0)
      let offer = try honest.offer([Item(data("a/b", "x"))])
      #expect(try attacker.acceptOne(offer).data != nil)
      try honest.withdraw(offer)
      // Once the subscriber has read everything, the attacker may go on.
      try silent.perform("deaf", ["deaf": false])
      try eventually("the attacker to be heard again") {
        try Self.flood(attacker, rounds: 1) == 1
      }
    }
  }

  @Test(arguments: eitherBus())
  func `who offers much while everybody reads is never refused`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, Self.limits, isQuiet: true) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      try watcher.watch("type='signal',sender='\(Names.broker)'")
      for round in 0..<300 {
        try source.withdraw(try source.offer(Self.types(round)))
        // The watcher reads everything before more signals come.
        if round % 8 == 7 { try watcher.settle() }
      }
      try watcher.settle()
      #expect(watcher.signals("InterfacesAdded").count == 300)
    }
  }
}
