import Harness
import Testing

/// dragd's calls on a source.
@Suite struct SourceCallTests {
  @Test(arguments: eitherBus())
  func `Provide says which representation of which item it wants, and gives a blocking pipe`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["*": [.gate("go"), .write("x"), .close, .reply()]])
      let offer = try source.offer(
        [Item(data("a/b", "x")), Item(lazily("Text/PLAIN;charset=UTF-8"))],
        ["source": .o(Names.sourcePath)])
      for (index, delivery) in ["stream", "file"].enumerated() {
        let result = try destination.accept(offer, items: [1], ["delivery": .s(delivery)])[0]
        let body = Value.array(try source.waitForCall("Provide", count: index + 1))
        #expect(body[0].string == offer)
        #expect(body[1] == 1)
        #expect(body[2] == "text/plain;charset=UTF-8")
        #expect(body[4].string == result.transfer)
        #expect(body[5] == [:])
        let facts = try source.examine(try #require(body[3].int))
        #expect(facts["kind"] == "pipe" && facts["access"] == "write" && facts["blocking"] == true)
      }
      let call = try #require(source.calls("Provide").first)
      #expect(call["interface"].string == Names.source)
      #expect(call["path"].string == Names.sourcePath)
      #expect(call["signature"].string == "oushoa{sv}")
    }
  }

  @Test(arguments: eitherBus())
  func `Ended comes once for each transfer, with what became of it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["a/lazy": Step.all("lazy bytes")])
      let offer = try source.offer(
        [
          Item(key: "first", data("a/data", "data")),
          Item(lazily("a/lazy")),
          Item(key: "third", file("a/file", try source.memory(.pattern(100_000)))),
        ],
        ["source": .o(Names.sourcePath), "operations": .strings(["copy", "link"])])
      var wanted: [String: (item: Int, key: String, operation: String, bytes: Int)] = [:]

      _ = try destination.accept(offer, items: [0])
      wanted["/"] = (0, "first", "copy", 4)
      let stream = try destination.accept(offer, items: [1], ["delivery": .s("stream")])[0]
      _ = try destination.read(try #require(stream.fd))
      try destination.finish(stream.transfer)
      wanted[stream.transfer] = (1, "", "copy", 10)
      let file = try destination.accept(offer, items: [1], ["operation": .s("link")])[0]
      _ = try destination.receive(file.transfer, "a/lazy")
      wanted[file.transfer] = (1, "", "link", 10)
      let held = try destination.accept(offer, items: [2])[0]
      if held.fd == nil { _ = try destination.receive(held.transfer, "a/file") }
      wanted[held.transfer] = (2, "third", "copy", 100_000)

      try source.waitForCall("Ended", count: 4)
      for transfer in [stream.transfer, file.transfer, held.transfer] {
        try destination.finish(transfer)
      }
      try source.settle()
      let endings = source.calls("Ended").map { Ending($0["body"].array) }
      #expect(endings.count == 4, "once each, whatever is called later")
      for ending in endings {
        let transfer = try #require(ending.transfer)
        let expected = try #require(wanted[transfer], "\(ending)")
        #expect(ending.offer == offer)
        #expect(ending.item == expected.item && ending.key == expected.key)
        #expect(ending.operation == expected.operation && ending.bytes == expected.bytes)
        #expect(ending.details["error"] == nil && ending.details["message"] == nil)
      }
      #expect(Set(endings.compactMap(\.transfer)) == Set(wanted.keys))
    }
  }

  @Test(arguments: eitherBus())
  func `Ended says none, with the error, where a transfer was cancelled`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.write("four"), .gate("go"), .close, .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 4)
      try destination.waitForState("running", of: transfer)
      try destination.cancel(transfer, "changed my mind")
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none" && ending.transfer == transfer)
      #expect(ending.bytes == 4)
      expect(ending.error, "Cancelled", saying: ["changed my mind"])
      // The source's pipe breaks, so the source can stop writing.
      try source.openGate("go")
    }
  }

  @Test(arguments: eitherBus())
  func `Released says why an offer is over`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      try source.serve([:])
      func offer(_ options: [String: Value] = [:]) throws -> String {
        try source.offer(
          [Item(data("text/plain", "a"))],
          options.merging(["source": .o(Names.sourcePath)]) { own, _ in own })
      }
      let withdrawn = try offer()
      try source.withdraw(withdrawn)
      let used = try offer(["uses": .u(1)])
      _ = try service.observer.accept(used)
      let replaced = try offer()
      let last = try offer(["replaces": .o(replaced)])
      let expired = try offer(["expires_in": .t(1)])
      try source.waitForCall("Released", count: 4)
      try source.settle()
      let calls = source.calls("Released")
      #expect(
        Dictionary(
          calls.map { ($0["body"][0].string ?? "", $0["body"][1].string ?? "") },
          uniquingKeysWith: { "\($0) and \($1)" })
          == [
            withdrawn: "withdrawn", used: "used", replaced: "replaced", expired: "expired",
          ])
      _ = last
    }
  }

  @Test(arguments: eitherBus())
  func `each offer is told to the object that it named, and without one to none`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      for path in ["/one", "/two"] { try source.serve(["text/plain": Step.all("x")], at: path) }
      let one = try source.offer([Item(lazily("text/plain"))], ["source": .o("/one")])
      let two = try source.offer([Item(lazily("text/plain"))], ["source": .o("/two")])
      let silent = try source.offer([Item(data("text/plain", "x"))])
      for offer in [one, two] {
        let result = try service.observer.acceptOne(offer)
        _ = try service.observer.receive(result.transfer, "text/plain")
      }
      _ = try service.observer.acceptOne(silent)
      for offer in [one, two, silent] { try source.withdraw(offer) }
      try source.settle()
      for member in ["Provide", "Ended", "Released"] {
        #expect(
          source.calls(member).map { [$0["path"].string, $0["body"][0].string] }
            == [["/one", one], ["/two", two]], "\(member)")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a source that errs in what it was told loses nothing by it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([
        "text/plain": Step.all("x"), "Ended": [.error("org.example.Error.No", "no")],
        "Released": [],
      ])
      let offer = try source.offer(
        [Item(lazily("text/plain"))], ["source": .o(Names.sourcePath)])
      for _ in 0..<3 {
        let result = try destination.acceptOne(offer)
        _ = try destination.receive(result.transfer, "text/plain")
      }
      try source.waitForCall("Ended", count: 3)
      try source.withdraw(offer)
      try source.settle()
      #expect(source.calls("Ended").count == 3)
    }
  }

  @Test(arguments: eitherBus())
  func `one connection may be source and destination at once`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = try service.peer()
      let offer = try peer.offerLazily(steps: Step.all("to myself"))
      let (transfer, pipe) = try peer.stream(offer)
      #expect(try peer.read(pipe).text == "to myself")
      try peer.finish(transfer)
      #expect(try peer.expectEndedOnce().operation == "copy")
      try peer.settle()
      let ends = peer.signals("PropertiesChanged", at: transfer)
        .filter { $0["body"][1]["State"] == .s("finished") }
      #expect(ends.count == 1, "told once, not once for each part it plays")
    }
  }
}
