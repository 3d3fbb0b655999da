import DragSystem
import Foundation
import Harness
import Testing

/// The start and the end of dragd.
@Suite struct LifeTests {
  /// SIGTERM is how a service is told to stop; after the others the signal itself ends it.
  @Test(arguments: eitherBus(with: [SIGHUP, SIGINT, SIGTERM]))
  func `told to end, dragd cancels what runs, tells both sides and ends`(
    bus: PrivateBus.Kind, signal: Int32
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.write("x"), .gate("never")])
      let file = try destination.acceptOne(offer).transfer
      let receiving = try destination.startReceive(file, "text/plain")
      let (stream, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 1)
      try source.waitForCall("Provide", count: 2)
      service.hasEnded = true
      service.daemon.send(signal)
      let end = try service.daemon.wait()
      #expect(end.exit == (signal == SIGTERM ? .success : .signalled(signal)))
      try expectFailure("Cancelled") { try receiving.reply() }
      #expect(try destination.read(pipe).length == 0, "the pipe ends")
      try source.waitForCall("Ended", count: 2)
      let endings = source.calls("Ended").map { Ending($0["body"].array) }
      #expect(Set(endings.map(\.transfer)) == [file, stream])
      for ending in endings {
        #expect(ending.operation == "none")
        expect(ending.error, "Cancelled")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `told to end, dragd waits for no disk that does not answer`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      // The worker that asks the ledger waits for the lock as it would for a disk.
      let lock = try FileLock(path: service.fixture.folder.path("state/dragd/moves.lock"))
      try lock.lock()
      defer { lock.unlock() }
      let asked = try service.observer.startCall(
        "Outcome", on: Names.broker, at: Names.root, "s",
        [.string(String(repeating: "a", count: 26))])
      service.hasEnded = true
      #expect(try service.daemon.terminate() == .success)
      #expect(throws: BusFailure.self) { try asked.reply() }
    }
  }

  @Test(arguments: eitherBus())
  func `idle, dragd leaves after its time, and only when nothing is on offer`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--idle-exit", "1"]) { service in
      service.hasEnded = true
      let source = try service.peer()
      let offer = try source.offer([Item(data("text/plain", "a"))])
      // The idle time of another dragd, which starts later, passes while this one has an offer.
      try Fixture.run { other in
        let otherBus = try other.bus(bus)
        let idle = try other.start(Built.dragd, ["--idle-exit", "1"], on: otherBus)
        #expect(try idle.wait().exit == .success)
      }
      #expect(service.daemon.isRunning)
      #expect(try service.observer.acceptOne(offer).data?.text == "a")
      let withdrawn = ContinuousClock.now
      try source.withdraw(offer)
      #expect(try service.daemon.wait().exit == .success)
      #expect(withdrawn.duration(to: .now) > .milliseconds(900))
    }
  }

  @Test(arguments: eitherBus())
  func `a refused offer does not keep dragd`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--idle-exit", "1"]) { service in
      let source = try service.peer()
      let pipe = try source.pipe()
      try expectFailure("InvalidDescriptor") { try source.offer([Item(file("a/b", pipe.reader))]) }
      #expect(try service.daemon.wait().exit == .success)
      service.hasEnded = true
    }
  }

  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func `left alone, dragd gives back the memory that its program takes`() throws {
    try Service.run(.dbusDaemon) { service in
      let offer = try service.peer().offer([Item(data("text/plain", "a"))])
      let facts = service.daemon.facts
      let before = try facts.residentMemory()
      try eventually("at least a megabyte less than \(before) bytes") {
        try facts.residentMemory() < before - 1_000_000
      }
      // The released memory is loaded again when it is needed.
      #expect(try service.observer.acceptOne(offer).data?.text == "a")
    }
  }

  @Test(arguments: eitherBus())
  func `a second dragd on one bus says so and leaves the first alone`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let second = try service.fixture.run(Built.dragd, on: service.bus)
      #expect(second.exit != .success)
      #expect(second.error.contains(Names.broker), "\(second.error)")
      #expect(try service.responseTime() < .seconds(1))
    }
  }

  @Test(arguments: eitherBus())
  func `the bus starts dragd when it is called, again after it has left`(
    bus: PrivateBus.Kind
  ) throws {
    try Fixture.run { fixture in
      let session = try fixture.bus(
        bus, services: [.init(Names.broker, [Built.dragd, "--idle-exit", "1"])])
      let peer = try Peer(fixture, on: session)
      try peer.watch("type='signal',member='NameOwnerChanged',arg0='\(Names.broker)'")
      for _ in 0..<2 {
        let start = peer.told.count
        let offer = try peer.offer([Item(data("text/plain", "activated"))])
        #expect(try peer.acceptOne(offer).data?.text == "activated")
        try peer.withdraw(offer)
        _ = try peer.event("see dragd go", after: start) {
          $0["member"] == "NameOwnerChanged" && $0["body"][2] == ""
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `without a bus, or when the bus goes, dragd says so and ends`(
    bus: PrivateBus.Kind
  ) throws {
    try Fixture.run { fixture in
      let none = try fixture.run(
        Built.dragd, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/no/such/bus"])
      #expect(none.exit != .success && none.exit != .exited(2))
      #expect(none.error.contains("/no/such/bus"), "\(none.error)")
    }
    try Service.run(bus) { service in
      service.hasEnded = true
      service.bus.close()
      let end = try service.daemon.wait(untilOutputEnds: false)
      #expect([.exited(0), .exited(1)].contains(end.exit))
      // The last line may be read after the end was seen.
      try eventually("dragd to say that the bus has gone") {
        service.daemon.standardError.contains("bus")
      }
    }
  }
}
