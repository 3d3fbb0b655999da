import Harness
import Testing

@Suite struct TransferTests {
  @Test(arguments: eitherBus())
  func `a transfer shows how it stands from the first byte to the end`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([
        "text/plain": [
          .gate("begin"), .write("12345"), .gate("go on"), .write("67890"), .close, .reply(),
        ]
      ])
      let offer = try source.offer(
        [Item(data("a/b", "x")), Item(lazily("text/plain", size: 10))],
        ["source": .o(Names.sourcePath), "operations": .strings(["link", "copy"])])
      let results = try destination.accept(
        offer, items: [1], ["delivery": .s("stream"), "operation": .s("link")])
      let (transfer, pipe) = (results[0].transfer, try #require(results[0].fd))
      func shown() throws -> [String: Value] {
        try destination.properties(of: transfer, Names.transfer)
      }
      #expect(
        try shown() == [
          "Offer": .string(offer), "Item": 1, "Types": ["text/plain"], "Operation": "link",
          "Size": 10, "BytesTransferred": 0, "State": "pending", "Error": ["", ""],
        ])
      #expect(try source.properties(of: transfer, Names.transfer) == shown(), "for both parties")
      try source.openGate("begin")
      #expect(try destination.read(pipe, count: 5).text == "12345")
      try destination.waitForState("running", of: transfer)
      try eventually("the bytes to be counted") { try shown()["BytesTransferred"] == 5 }
      try source.openGate("go on")
      #expect(try destination.read(pipe).text == "67890")
      try destination.waitForState("delivered", of: transfer)
      #expect(try shown()["BytesTransferred"] == 10)
      #expect(try destination.finish(transfer)["operation"] == .s("link"))
      #expect(try shown()["State"] == "finished", "the object stays")
      #expect(try shown()["Error"] == ["", ""])
    }
  }

  @Test(arguments: eitherBus())
  func `a size that nobody knows is all ones until the end`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.gate("go"), .write("123"), .close, .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      #expect(try destination.property("Size", of: transfer, Names.transfer) == .unsigned(.max))
      try source.openGate("go")
      _ = try destination.read(pipe)
      try destination.waitForState("delivered", of: transfer)
      #expect(try destination.property("Size", of: transfer, Names.transfer) == 3)
    }
  }

  @Test(arguments: eitherBus())
  func `progress is told to the two parties only, not before the reply, and not too often`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let stranger = try service.peer()
      for peer in [source, destination, stranger] {
        try peer.watch("type='signal',interface='\(Names.properties)'")
        try peer.watch("type='signal',sender='\(Names.broker)'")
      }
      let chunk = Step.write(.pattern(40_000))
      let offer = try source.offerLazily(
        steps: Array(repeating: chunk, count: 50) + [
          .gate("rest"), .write("end"), .close, .reply(),
        ])
      let begin = ContinuousClock.now
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 2_000_000)
      // Waits for the first signals: without them the test could not check the interval of 100 ms.
      for peer in [source, destination] {
        _ = try peer.event("hear of the first byte") {
          $0["member"] == "PropertiesChanged" && $0["path"].string == transfer
        }
      }
      try source.openGate("rest")
      _ = try destination.read(pipe)
      try destination.finish(transfer)
      let elapsed = begin.duration(to: .now)
      for peer in [source, destination, stranger] { try peer.settle() }

      for peer in [source, destination] {
        let signals = peer.signals("PropertiesChanged", at: transfer)
        for signal in signals {
          #expect(signal["destination"].string == peer.name, "unicast: \(signal)")
        }
        #expect(signals.allSatisfy { $0["body"][0].string == Names.transfer })
        let states = signals.compactMap { $0["body"][1]["State"].inside.string }
        #expect(states.first == "running" && states.last == "finished", "\(states)")
        #expect(
          signals.contains { $0["body"][1]["BytesTransferred"] == .t(2_000_003) })
        // At most: the first, one for each 100 ms, and those for “delivered” and “finished”.
        #expect(signals.count <= 3 + Int(elapsed / .milliseconds(100)))
        #expect(signals.count >= 2)
      }
      #expect(stranger.signals("PropertiesChanged", at: transfer).isEmpty)
      let order = destination.told
      let reply = try #require(
        order.firstIndex { $0["reply"][0][0][0].string == transfer })
      let signal = try #require(
        order.firstIndex { $0["event"] == "signal" && $0["path"].string == transfer })
      #expect(reply < signal)
    }
  }

  /// Regression: Ended had the bytes of up to 50 ms before.
  @Test(arguments: eitherBus())
  func `whoever cancels, the source learns how many bytes had come`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let chunk = Step.write(.pattern(40_000))
      let offer = try source.offerLazily(steps: Array(repeating: chunk, count: 500))
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 8_000_000)
      try destination.cancel(transfer)
      // What one call transfers may not be counted yet while its thread waits for a processor.
      #expect(try source.expectEndedOnce().bytes ?? 0 >= 8_000_000 - 1_048_576)
    }
  }

  @Test(arguments: eitherBus())
  func `no signal about a transfer precedes the reply, however fast the source is`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all("x"))
      var transfers: [String] = []
      for _ in 0..<40 { transfers.append(try destination.acceptOne(offer).transfer) }
      for transfer in transfers { try destination.waitForState("delivered", of: transfer) }
      try destination.settle()
      for transfer in transfers {
        let reply = try #require(
          destination.told.firstIndex { $0["reply"][0][0][0].string == transfer })
        let signal = try #require(
          destination.told.firstIndex {
            $0["event"] == "signal" && $0["path"].string == transfer
          })
        #expect(reply < signal)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a transfer does not exist for anybody else`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let stranger = service.observer
      let offer = try source.offerLazily(steps: [.write("x"), .gate("go"), .close, .reply()])
      let (transfer, _) = try destination.stream(offer)
      let id = transfer.suffix(26).description
      try expectFailure("NoSuchTransfer", saying: id) { try stranger.finish(transfer) }
      try expectFailure("NoSuchTransfer", saying: id) { try stranger.cancel(transfer) }
      try expectFailure("NoSuchTransfer", saying: id) { try stranger.state(of: transfer) }
      try expectFailure("NoSuchTransfer", saying: id) {
        try stranger.properties(of: transfer, Names.transfer)
      }
      try expectFailure("NoSuchTransfer", saying: id) {
        try stranger.receive(transfer, "text/plain")
      }
      try expectFailure("NoSuchTransfer", saying: id) {
        try stranger.call("Introspect", on: Names.introspectable, at: transfer)
      }
      let nodes = try destination.call(
        "Introspect", on: Names.introspectable, at: "\(Names.root)/transfer")[0].string
      #expect(nodes?.contains(id) == false, "no introspection leads to it")
    }
  }

  @Test(arguments: eitherBus())
  func `only the destination receives and finishes`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.write("x"), .gate("go"), .close, .reply()])
      let (transfer, _) = try destination.stream(offer)
      let file = try destination.acceptOne(offer).transfer
      try expectFailure("AccessDenied", saying: "destination") { try source.finish(transfer) }
      try expectFailure("AccessDenied", saying: "destination") {
        try source.receive(file, "text/plain")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `Finish before the end of the stream is Busy and changes nothing`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.write("half"), .gate("go"), .write("half"), .close, .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      try expectFailure("Busy", saying: "read", "Finish") { try destination.finish(transfer) }
      _ = try destination.read(pipe, count: 4)
      try expectFailure("Busy") { try destination.finish(transfer) }
      try source.openGate("go")
      try destination.waitForState("delivered", of: transfer)
      try expectFailure("Busy", saying: "bytes left") { try destination.finish(transfer) }
      _ = try destination.read(pipe)
      #expect(try destination.finish(transfer)["bytes"] == .t(8))
    }
  }

  @Test(arguments: eitherBus())
  func `Finish right after the end of file is never Busy`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", text: "content")
      let lazy = try source.offerLazily(steps: Step.all("content"))
      let held = try source.offer([Item(data("text/plain", "content"))])
      let file = try source.offer([Item(file("text/plain", try source.open(path)))])
      for offer in Array(repeating: [lazy, held, file], count: 20).flatMap(\.self) {
        let (transfer, pipe) = try destination.stream(offer)
        #expect(try destination.read(pipe).length == 7)
        #expect(try destination.finish(transfer)["bytes"] == .t(7))
      }
    }
  }

  @Test(arguments: eitherBus())
  func `Finish waits for the source's word after the end of the stream`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.write("x"), .close, .gate("go"), .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe)
      let finish = try destination.startFinish(transfer)
      try destination.settle()
      #expect(!destination.told.contains { $0["id"].int == finish.command })
      #expect(try destination.state(of: transfer) == "running")
      try source.openGate("go")
      #expect(try finish.reply()[0]["bytes"] == .t(1))
    }
  }

  @Test(arguments: eitherBus())
  func `a source may reply before it writes`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.reply(bytes: 5), .gate("go"), .write("after"), .close])
      let (transfer, pipe) = try destination.stream(offer)
      try source.openGate("go")
      #expect(try destination.read(pipe).text == "after")
      #expect(try destination.finish(transfer)["bytes"] == .t(5))
    }
  }

  @Test(arguments: eitherBus())
  func `either party cancels, and the other hears why`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.write("x"), .gate("go"), .close, .reply()])
      for (canceller, other) in [(source, destination), (destination, source)] {
        let result = try destination.acceptOne(offer)
        let transfer = result.transfer
        let receiving = try destination.startReceive(transfer, "text/plain")
        try canceller.cancel(transfer, "no longer wanted")
        try expectFailure("Cancelled", saying: "no longer wanted") { try receiving.reply() }
        for peer in [canceller, other] {
          #expect(try peer.state(of: transfer) == "cancelled")
          expect(try peer.error(of: transfer), "Cancelled", saying: ["no longer wanted"])
        }
        _ = try other.event("hear that it is cancelled") {
          $0["path"].string == transfer && $0["body"][1]["State"] == .s("cancelled")
        }
        try canceller.cancel(transfer, "again")
        expect(try other.error(of: transfer), "Cancelled", saying: ["no longer wanted"])
        try expectFailure("Cancelled", saying: "no longer wanted") {
          try destination.finish(transfer)
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `what has finished cannot be cancelled`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all("x"))
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe)
      try destination.finish(transfer)
      for peer in [source, destination] {
        try expectFailure("OperationNotAllowed", saying: transfer.suffix(26).description) {
          try peer.cancel(transfer)
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `Receive is for files that did not come with the reply`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["a/lazy": [.write("x"), .gate("go"), .close, .reply()]])
      let offer = try source.offer(
        [Item(lazily("a/lazy"), data("a/data", "d"))], ["source": .o(Names.sourcePath)])
      let results = try destination.accept(
        offer, types: ["a/lazy"], ["also": .strings(["a/data"])])
      let transfer = results[0].transfer
      try expectFailure("OperationNotAllowed", saying: "a/data") {
        try destination.receive(transfer, "a/data")
      }
      try expectFailure("NoSuchItem", saying: "a/other", "a/lazy", "a/data") {
        try destination.receive(transfer, "a/other")
      }
      try expectFailure("InvalidType", saying: "nonsense") {
        try destination.receive(transfer, "nonsense")
      }
      let (stream, _) = try destination.stream(offer, types: ["a/lazy"])
      try expectFailure("OperationNotAllowed", saying: "a/lazy") {
        try destination.receive(stream, "a/lazy")
      }
    }
  }
}
