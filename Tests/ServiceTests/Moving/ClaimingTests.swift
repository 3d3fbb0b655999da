import Harness
import Testing

/// A source may offer items for moving only while it holds its cookie, and after it has deleted what moved away.
@Suite struct ClaimingTests {
  @Test(arguments: eitherBus())
  func `Offer says what to call before it, and changes nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serve([:])
      try expectFailure("Busy", saying: "UnacknowledgedMoves") {
        try source.offerMove("k", cookie)
      }
      #expect(try service.observer.statistics()["offers"] == 0)
      #expect(try source.unacknowledgedMoves(cookie) == [])
      _ = try source.offerMove("k", cookie)
      #expect(try source.unacknowledgedMoves(cookie) == [], "as often as it likes")
      _ = try source.offerMove("k", cookie)
    }
  }

  @Test(arguments: eitherBus())
  func `a successor that ends many offers keeps nobody else waiting`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, successor, honest) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      let cookie = newCookie()
      try source.serveMoves(cookie)
      for key in 0..<100 { _ = try source.offerMove("\(key)", cookie) }
      try successor.serve([:])
      try successor.settle()
      // While dragd is stopped, the calls line up.
      service.daemon.send(19)
      let claimed = try successor.startUnacknowledgedMoves(cookie)
      _ = try successor.callBus("GetId")
      let asked = try honest.startCall(
        "Get", on: Names.properties, at: Names.root, "ss",
        [.string(Names.broker), .string("Statistics")])
      // The bus has taken what was sent before.
      _ = try honest.callBus("GetId")
      service.daemon.send(18)
      #expect(try asked.reply()[0].inside["offers"].number ?? 0 > 0)
      _ = try claimed.reply()
      #expect(try honest.statistics()["offers"] == 0)
      _ = try successor.offerMove("0", cookie)
      try expectFailure("Busy") { try source.offerMove("1", cookie) }
    }
  }

  @Test(arguments: eitherBus())
  func `a move needs a cookie, a source object, and a key of its own for each item`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let complete = Peer.moving(cookie)
      for (missing, word) in [("cookie", "cookie"), ("source", "source")] {
        try expectFailure(Names.invalidArguments, saying: word) {
          try source.offer(
            [Item(key: "k", data("a/b", "x"))], complete.filter { $0.key != missing })
        }
      }
      try expectFailure(Names.invalidArguments, saying: "key") {
        try source.offer([Item(key: "k", data("a/b", "x")), Item(data("a/b", "x"))], complete)
      }
      try expectFailure(Names.invalidArguments, saying: "key") {
        try source.offer((0..<2).map { _ in Item(key: "k", data("a/b", "x")) }, complete)
      }
      try expectFailure(Names.invalidArguments, saying: "sensitive") {
        try source.offerMove("k", cookie, "x", ["sensitive": .b(true)])
      }
      #expect(try service.observer.statistics()["offers"] == 0)
    }
  }

  @Test(arguments: eitherBus())
  func `a cookie has 22 characters at least and 1,024 bytes at most, wherever it is told`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      try source.serve([:])
      for cookie in ["", String(repeating: "s", count: 21), String(repeating: "s", count: 1_025)] {
        try expectFailure(Names.invalidArguments) { try source.unacknowledgedMoves(cookie) }
        try expectFailure(Names.invalidArguments) { try source.offerMove("k", cookie) }
        try expectFailure(Names.invalidArguments) {
          try source.acknowledgeMove(ErrorCase.nobody, cookie)
        }
      }
      for cookie in [String(repeating: "s", count: 22), String(repeating: "s", count: 1_024)] {
        #expect(try source.unacknowledgedMoves(cookie) == [])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `who takes a cookie over ends what others have under it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let (cookie, other) = (newCookie(), newCookie())
      try first.serveMoves(cookie)
      try first.serveMoves(other)
      let offer = try first.offerMove("k", cookie)
      let growing = try first.offerMove("g", cookie, "g", ["more": .b(true)])
      let untouched = try first.offerMove("k", other)
      let moving = try service.observer.move(offer).transfer
      let copying = try service.observer.stream(offer)

      try second.serveMoves(cookie)
      for ended in [offer, growing] {
        try expectFailure("NoSuchOffer") { try service.observer.items(of: ended) }
      }
      try first.waitForCall("Released", count: 2)
      #expect(
        Set(first.calls("Released").map { $0["body"] }) == [
          [.string(offer), "replaced"], [.string(growing), "replaced"],
        ])
      try expectFailure("SourceFailed", saying: "cookie") { try service.observer.finish(moving) }
      #expect(try service.observer.state(of: moving) == "failed")
      #expect(try service.observer.outcome(moving) == "aborted")
      #expect(try service.observer.read(copying.pipe).text == "moving", "copies go on")
      try service.observer.finish(copying.transfer)
      try first.waitForCall("Ended", count: 2)
      #expect(
        try first.endings().first { $0.transfer == moving }?.operation == "none",
        "the first keeps its item")

      try expectFailure("Busy", saying: "UnacknowledgedMoves") {
        try first.offerMove("k", cookie)
      }
      #expect(try service.observer.moveAway(untouched).isEmpty == false)
      let again = try second.offerMove("k", cookie)
      try service.observer.moveAway(again)
      #expect(try second.endings().map(\.operation) == ["move"])
    }
  }

  @Test(arguments: eitherBus())
  func `who has lost a cookie adds nothing to it, and may take it back`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try first.serveMoves(cookie)
      let growing = try first.offerMove("a", cookie, "a", ["more": .b(true)])
      try first.addItems(
        to: growing, [Item(key: "b", data("text/plain", "b"))], ["more": .b(true)])
      try second.serveMoves(cookie)
      try expectFailure("NoSuchOffer") {
        try first.addItems(to: growing, [Item(key: "c", data("text/plain", "c"))])
      }
      let theirs = try second.offerMove("a", cookie)
      #expect(try first.unacknowledgedMoves(cookie) == [])
      try second.waitForCall("Released")
      try expectFailure("NoSuchOffer") { try service.observer.items(of: theirs) }
      try service.observer.moveAway(try first.offerMove("a", cookie))
    }
  }

  @Test(arguments: eitherBus())
  func `a successor ends what lingers of its predecessor`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try first.serveMoves(cookie)
      let offer = try first.offerMove("k", cookie)
      first.kill()
      try eventually("the offer to linger") {
        try service.observer.property("Operations", of: offer, Names.offer) == ["copy"]
      }
      try second.serveMoves(cookie)
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `a connection holds so many cookies, and those of its past are free again`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "cookies_per_connection=2"]) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let cookies = (0..<3).map { _ in newCookie() }
      try first.serveMoves(cookies[0])
      try first.serveMoves(cookies[1])
      try expectFailure("QuotaExceeded", saying: "cookies_per_connection", "2") {
        try first.serveMoves(cookies[2])
      }
      try first.serveMoves(cookies[1])
      try second.serveMoves(cookies[0])
      try first.serveMoves(cookies[2])
      _ = try first.offerMove("k", cookies[2])
    }
  }
}
