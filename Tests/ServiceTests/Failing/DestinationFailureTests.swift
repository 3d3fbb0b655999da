import Foundation
import Harness
import Testing

@Suite struct DestinationFailureTests {
  @Test(arguments: eitherBus())
  func `a destination that stops reading harms nobody, and killed it is cancelled`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, dead, live) = (try service.peer(), try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all(.pattern(5_000_000)))
      let held = try source.offer([Item(file("a/b", try source.memory(.pattern(5_000_000))))])
      let (unread, unreadPipe) = try dead.stream(offer)
      _ = try dead.read(unreadPipe, count: 10)
      let (heldUnread, _) = try dead.stream(held)
      for _ in 0..<3 {
        for other in [offer, held] {
          let (transfer, pipe) = try live.stream(other)
          #expect(try live.read(pipe) == live.digest(.pattern(5_000_000)))
          try live.finish(transfer)
        }
        #expect(try service.responseTime() < .seconds(1))
      }
      #expect(try source.state(of: unread) == "running")
      dead.kill()
      try source.waitForState("cancelled", of: unread)
      expect(try source.error(of: unread), "Cancelled")
      try source.waitForState("cancelled", of: heldUnread)
      try source.waitUntilSaid("broken pipe")
      try source.settle()
      let endings = source.calls("Ended").map { Ending($0["body"].array) }
      let its = endings.filter { $0.transfer == unread }
      #expect(its.map(\.operation) == ["none"])
      expect(try #require(its.first).error, "Cancelled")
    }
  }

  @Test(arguments: eitherBus())
  func `a destination that closes its pipe has cancelled`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all(.pattern(5_000_000)))
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 1000)
      try destination.close(pipe)
      try source.waitUntilSaid("broken pipe")
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none" && ending.transfer == transfer)
      expect(ending.error, "Cancelled")
      #expect(try destination.state(of: transfer) == "cancelled")
      try expectFailure("Cancelled") { try destination.finish(transfer) }
    }
  }

  @Test(arguments: eitherBus())
  func `a destination that closes a pipe of held content has cancelled`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", [UInt8](repeating: 1, count: 5_000_000))
      for descriptor in [try source.memory(.pattern(5_000_000)), try source.open(path)] {
        let offer = try source.offer([Item(file("a/b", descriptor))])
        let (transfer, pipe) = try destination.stream(offer)
        _ = try destination.read(pipe, count: 1000)
        try destination.close(pipe)
        try destination.waitForState("cancelled", of: transfer)
        try expectFailure("Cancelled") { try destination.finish(transfer) }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a destination that closes the pipe while the source is silent is noticed`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.write("x"), .gate("go"), .close, .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 1)
      try destination.close(pipe)
      try source.waitForState("cancelled", of: transfer)
      try source.openGate("go")
    }
  }

  /// The source's error may be in dragd's socket before dragd's loop knows what its worker has seen.
  @Test(arguments: eitherBus())
  func `a source that fails because its destination has left was cancelled`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let loop = try HeldThread(service.daemon.processIdentifier, service.fixture)
      let hasFailed = try (1...10).contains { _ in try Self.failsWhileHeld(loop, service) }
      #expect(hasFailed, "the worker always gave its pipes back to the loop")
    }
  }

  /// Checks it once.
  ///
  /// - Returns: false if the source has not failed while the loop was held. Chance decides which of the two gets the
  ///   lock of the destination's pipe first: the worker may give its pipes back to the loop before, or the destination
  ///   may hang in close(2).
  private static func failsWhileHeld(_ loop: HeldThread, _ service: Service) throws -> Bool {
    let (source, destination) = (try service.peer(), try service.peer())
    defer {
      source.kill()
      destination.kill()
    }
    let offer = try source.offerLazily(
      steps: [.write(.pattern(4_000_000)), .error("org.example.Pipe", "broken"), .say("answered")])
    let (transfer, pipe) = try destination.stream(offer)
    let hold = try destination.hold(pipe)
    let reading = try destination.startReading(pipe)
    let ping: PendingCall
    do {
      try eventually("a worker to hang with the stream") {
        try service.daemon.facts.hangingThreadCount() > 0
      }
      ping = try loop.held {
        // Then the bus is the first that the loop will look at.
        let ping = try service.observer.startCall("Ping", on: "org.freedesktop.DBus.Peer", at: "/")
        try destination.close(pipe, within: .seconds(2))
        try destination.close(hold, within: .seconds(2))
        try source.waitUntilSaid("answered", within: .seconds(2))
        _ = try source.callBus("GetId")
        return ping
      }
    } catch is HarnessFailure {
      return false
    }
    try ping.reply()
    #expect(throws: Refused(errno: "EBADF")) { try reading.bytes() }
    expect(try source.error(of: transfer), "Cancelled")
    #expect(try source.state(of: transfer) == "cancelled")
    return true
  }

  @Test(arguments: eitherBus())
  func `a destination that vanishes while its file is made is cancelled`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [
          .write(.pattern(500_000)), .say("half-way"), .gate("go"), .write(.pattern(5_000_000)),
          .close, .reply(),
        ])
      let transfer = try destination.acceptOne(offer).transfer
      _ = try destination.startReceive(transfer, "text/plain")
      try source.waitUntilSaid("half-way")
      destination.kill()
      try source.waitForState("cancelled", of: transfer)
      try source.openGate("go")
      try source.waitUntilSaid("broken pipe")
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none")
      expect(ending.error, "Cancelled")
    }
  }

  @Test(arguments: eitherBus())
  func `what was delivered counts as finished when the destination leaves`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offerLazily(steps: Step.all("complete"))

      let reader = try service.peer()
      let (read, pipe) = try reader.stream(offer)
      _ = try reader.read(pipe)
      try source.waitForState("delivered", of: read)
      reader.kill()
      try source.waitForState("finished", of: read)

      let skipper = try service.peer()
      let (unread, _) = try skipper.stream(offer)
      try source.waitForState("delivered", of: unread)
      skipper.kill()
      try source.waitForState("cancelled", of: unread)

      let holder = try service.peer()
      let file = try holder.acceptOne(offer).transfer
      try source.waitForState("delivered", of: file)
      holder.kill()
      try source.waitForState("finished", of: file)

      try source.waitForCall("Ended", count: 3)
      try source.settle()
      let operations = source.calls("Ended").map { Ending($0["body"].array).operation }
      #expect(operations == ["copy", "none", "copy"])
    }
  }

  /// Regression: dragd started transfers for a destination that had already left.
  @Test(arguments: eitherBus())
  func `a destination that leaves before it is known who it was is given nothing`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, gone, other) = (try service.peer(), try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", text: "held")
      try source.serve(["a/lazy": [.gate("never")]])
      let app = data("a/app", "app").visible(to: "app")
      let offer = try source.offer(
        [Item(file("a/held", try source.open(path)), lazily("a/lazy"), app)],
        ["source": .o(Names.sourcePath)])

      // Stopped, dragd then finds the call and the end of the connection together.
      service.daemon.send(SIGSTOP)
      defer { service.daemon.send(SIGCONT) }
      _ = try gone.startAccept(
        offer, types: ["a/held"], ["also": .strings(["a/lazy"]), "start_timeout": .t(0)])
      try gone.leave()
      try eventually("the bus to have seen it leave") {
        try service.observer.callBus("NameHasOwner", "s", [.string(gone.name)])[0] == false
      }
      service.daemon.send(SIGCONT)

      // dragd checks the file for both destinations in order, so this answer comes after the first check.
      #expect(try other.acceptOne(offer, types: ["a/held"]).data?.text == "held")
      try source.settle()
      #expect(source.calls("Provide").isEmpty)
      #expect(try service.observer.statistics()["transfers_running"] == 0)
    }
  }
}
