import Harness
import Testing

/// No single program can use up what all programs of a user share.
@Suite struct SharedQuotaTests {
  @Test(arguments: everyBus)
  func `a connection whose calls all wait leaves room for those of others`(
    bus: PrivateBus.Kind
  ) throws {
    let limits = ["waiting_calls_per_user=64", "waiting_calls_per_part=64"]
    try Service.run(bus, limits.flatMap { ["--limit", $0] }) { service in
      let (greedy, honest) = (try service.peer(), try service.peer())
      let transfer = try acceptSilently(service, greedy, count: 1)[0]
      for _ in 0..<48 { _ = try greedy.startReceive(transfer, "a/b") }
      try expectFailure("QuotaExceeded", saying: "waiting_calls_per_user", "64", "48") {
        try greedy.receive(transfer, "a/b")
      }
      let own = try acceptSilently(service, honest, count: 1)[0]
      let call = try honest.startReceive(own, "a/b")
      try honest.cancel(own)
      try expectFailure("Cancelled") { try call.reply() }
    }
  }

  @Test(arguments: everyBus)
  func `a program that leaves offers behind leaves no more than one connection may have`(
    bus: PrivateBus.Kind
  ) throws {
    let limits = ["offers_per_connection=4", "offers_per_user=64"]
    try Service.run(bus, limits.flatMap { ["--limit", $0] }) { service in
      for round in 1...4 {
        let greedy = try service.peer()
        for _ in 0..<4 {
          _ = try greedy.offer(
            [Item(data("a/b", "held"))], ["private": .b(true), "linger": .t(.max)])
        }
        #expect(try service.observer.statistics()["offers"] == (round == 1 ? 4 : 8))
        greedy.kill()
        try eventually("what is too many to have ended") {
          try service.observer.statistics()["offers"] == 4
        }
      }
    }
  }
}
