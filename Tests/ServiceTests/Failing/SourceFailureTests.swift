import Harness
import Testing

@Suite struct SourceFailureTests {
  @Test(arguments: eitherBus(with: SourceFailure.allCases))
  func `a stream fails on both sides as its source has failed`(
    bus: PrivateBus.Kind, failure: SourceFailure
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(size: failure.promised, steps: failure.steps)
      let (transfer, pipe) = try destination.stream(offer, failure.options)
      // Reads everything first, so that all bytes have arrived, and are counted, when the source leaves.
      if failure.goes {
        _ = try destination.read(pipe, count: 400)
        try expectCounted(transfer, by: destination)
      }
      try failure.happen(to: source)
      #expect(try destination.read(pipe).length <= 400, "whatever happens, the pipe ends")
      try check(failure, transfer, source, destination)
    }
  }

  @Test(arguments: eitherBus(with: SourceFailure.allCases))
  func `a file fails on both sides as its source has failed`(
    bus: PrivateBus.Kind, failure: SourceFailure
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(size: failure.promised, steps: failure.steps)
      let transfer = try destination.acceptOne(offer, failure.options).transfer
      if failure.goes { try expectCounted(transfer, by: destination) }
      let receiving = try destination.startReceive(transfer, "text/plain")
      try failure.happen(to: source)
      try expectFailure(failure.error.name) { try receiving.reply() }
      try check(failure, transfer, source, destination)
      try expectFailure(failure.error.name) { try destination.receive(transfer, "text/plain") }
    }
  }

  private func expectCounted(_ transfer: String, by destination: Peer) throws {
    try eventually("400 bytes to have come") {
      try destination.property("BytesTransferred", of: transfer, Names.transfer) == 400
    }
  }

  private func check(
    _ failure: SourceFailure, _ transfer: String, _ source: Peer, _ destination: Peer
  ) throws {
    try expectFailure(failure.error.name) { try destination.finish(transfer) }
    #expect(try destination.state(of: transfer) == "failed")
    let error = try destination.error(of: transfer)
    expect(error, failure.error.name, saying: failure.error.saying)
    try expectFailure(failure.error.name) { try destination.finish(transfer) }
    _ = try destination.event("hear that it failed") {
      $0["path"].string == transfer && $0["body"][1]["State"] == .s("failed")
    }
    guard !failure.goes else { return }
    let ending = try source.expectEndedOnce()
    #expect(ending.transfer == transfer && ending.operation == "none")
    #expect(ending.error == error)
    #expect(ending.bytes != nil)
  }

  @Test(arguments: eitherBus())
  func `a destination that does not read is no stall of the source`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([
        "a/much": Step.all(.pattern(4_000_000)), "a/stalls": [.write("x")],
      ])
      let offer = try source.offer(
        [Item(lazily("a/much")), Item(lazily("a/stalls"))], ["source": .o(Names.sourcePath)])
      let options: [String: Value] = ["delivery": .s("stream"), "stall_timeout": .t(250)]
      let unread = try destination.accept(offer, items: [0], options)[0]
      // Once the pipes are full, dragd waits for the destination and not for the source.
      var last: Value = .null
      try eventually("the transfer to be at rest") {
        let now = try destination.property(
          "BytesTransferred", of: unread.transfer, Names.transfer)
        defer { last = now }
        return now == last && now != 0
      }
      // This transfer has the same timeout and starts later: when it stalls, the timeout of the other one has passed
      // too.
      let stalled = try destination.accept(offer, items: [1], options)[0].transfer
      try destination.waitForState("failed", of: stalled)
      expect(try destination.error(of: stalled), "Stalled")
      #expect(try destination.state(of: unread.transfer) == "running")
      let pipe = try #require(unread.fd)
      #expect(try destination.read(pipe) == destination.digest(.pattern(4_000_000)))
      #expect(try destination.finish(unread.transfer)["bytes"] == .t(4_000_000))
    }
  }

  @Test(arguments: eitherBus())
  func `a timeout of 0 waits for ever`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let steps: [Step] = [.gate("a"), .write("x"), .gate("b"), .close, .reply()]
      let offer = try source.offerLazily(steps: steps)
      let never: [String: Value] = ["start_timeout": .t(0), "stall_timeout": .t(0)]
      let (patient, pipe) = try destination.stream(offer, never)
      func anotherStalls(_ options: [String: Value]) throws {
        let (other, _) = try destination.stream(offer, options)
        try destination.waitForState("failed", of: other)
        expect(try destination.error(of: other), "Stalled")
      }
      try anotherStalls(["start_timeout": .t(100)])
      #expect(try destination.state(of: patient) == "pending")
      try source.openGate("a")
      _ = try destination.read(pipe, count: 1)
      try anotherStalls(["stall_timeout": .t(100)])
      #expect(try destination.state(of: patient) == "running")
      try source.openGate("b")
      #expect(try destination.read(pipe).length == 0)
      try destination.finish(patient)
    }
  }
}
