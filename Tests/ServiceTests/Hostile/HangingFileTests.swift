import Harness
import Testing

/// A source's file on a dead network mount: every operation of dragd's on it hangs.
@Suite(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
struct HangingFileTests {
  /// Runs dragd with a file system whose operations hang for dragd alone: the bus passes descriptors on and closes its
  /// own.
  private func run(
    _ bus: PrivateBus.Kind, _ arguments: [String] = [],
    _ body: (Service, HangingFileSystem) throws -> Void
  ) throws {
    try Service.run(bus, arguments) { service in
      let fileSystem = try service.fixture.hangingFileSystem(size: 200_000)
      try fileSystem.limitHanging(to: service.daemon)
      // Closes the file system before the fixture ends the peers, also after an error: a process that hangs cannot be
      // killed.
      defer { fileSystem.close() }
      try body(service, fileSystem)
      try fileSystem.answer(.getattr, .read, .flush)
    }
  }

  /// Serves other peers completely; a step that hung would not answer at all.
  private func expectOthersAreServed(_ service: Service) throws {
    let (source, destination) = (try service.peer(), try service.peer())
    let path = try service.fixture.folder.write("fine", [UInt8](repeating: 66, count: 100_000))
    let (memory, descriptor) = (try source.memory(.pattern(100_000)), try source.open(path))
    _ = try service.observer.statistics()
    let offer = try source.offer([Item(file("a/memory", memory), file("a/file", descriptor))])
    for type in ["a/memory", "a/file"] {
      let result = try destination.acceptOne(offer, types: [type], ["delivery": .s("file")])
      let fd = try result.fd ?? destination.receive(result.transfer, type).fd
      #expect(try destination.read(fd).length == 100_000)
      let (transfer, pipe) = try destination.stream(offer, types: [type])
      #expect(try destination.read(pipe).length == 100_000)
      try destination.finish(transfer)
    }
    try source.withdraw(offer)
  }

  @Test(arguments: eitherBus())
  func `a file that hangs when it is offered keeps nobody else waiting`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let source = try service.peer()
      let descriptor = try source.open(fileSystem.file)
      try fileSystem.hang(.getattr)
      let offering = try source.startOffer([Item(file("a/b", descriptor))])
      try fileSystem.waitUntilHung(.getattr)
      try expectOthersAreServed(service)
      try fileSystem.answer(.getattr)
      let offer = try #require(try offering.reply()[0].string)
      #expect(try service.observer.items(of: offer)[0][1][0]["size"] == .t(200_000))
    }
  }

  @Test(arguments: eitherBus())
  func `dragd does not end while a call has no answer`(bus: PrivateBus.Kind) throws {
    try run(bus, ["--idle-exit", "1"]) { service, fileSystem in
      let source = try service.peer()
      let descriptor = try source.open(fileSystem.file)
      try fileSystem.hang(.getattr)
      let offering = try source.startOffer([Item(file("a/b", descriptor))])
      try fileSystem.waitUntilHung(.getattr)
      // The idle time of another dragd, which starts later, passes meanwhile.
      try Fixture.run { other in
        let idle = try other.start(Built.dragd, ["--idle-exit", "1"], on: try other.bus(bus))
        #expect(try idle.wait().exit == .success)
      }
      #expect(service.daemon.isRunning)
      try fileSystem.answer(.getattr)
      try source.withdraw(try #require(try offering.reply()[0].string))
      #expect(try service.daemon.wait().exit == .success)
      service.hasEnded = true
    }
  }

  @Test(arguments: eitherBus())
  func `a source that dies while its offer hangs does not keep dragd`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus, ["--idle-exit", "1"]) { service, fileSystem in
      let source = try service.peer()
      let descriptor = try source.open(fileSystem.file)
      try service.observer.watch("type='signal',member='NameOwnerChanged',arg2=''")
      let start = service.observer.told.count
      try fileSystem.hang(.getattr)
      _ = try source.startOffer([Item(file("a/b", descriptor))], ["linger": .t(0)])
      try fileSystem.waitUntilHung(.getattr)
      source.kill()
      _ = try service.observer.event("see the source go", after: start) {
        $0["member"] == "NameOwnerChanged" && $0["body"][2] == ""
      }
      try fileSystem.answer(.getattr)
      #expect(try service.daemon.wait().exit == .success)
      service.hasEnded = true
    }
  }

  @Test(arguments: eitherBus())
  func `a source that dies while its offer hangs leaves nothing behind`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let source = try service.peer()
      let descriptor = try source.open(fileSystem.file)
      try fileSystem.hang(.getattr)
      _ = try source.startOffer([Item(file("a/b", descriptor))])
      try fileSystem.waitUntilHung(.getattr)
      source.kill()
      try expectOthersAreServed(service)
      try fileSystem.answer(.getattr)
      try service.expectNoDescriptorsLeft()
      #expect(try service.observer.statistics()["offers"] == 0)
    }
  }

  @Test(arguments: eitherBus())
  func `a peer that passes hanging files by the dozen uses up only its own share`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let source = try service.peer()
      let descriptors = try (0..<16).map { _ in try source.open(fileSystem.file) }
      try fileSystem.hang(.getattr, .read, .flush)
      let offering = try (0..<8).map { _ in
        try source.startOffer(descriptors.map { Item(file("a/b", $0)) })
      }
      try fileSystem.waitUntilHung(.getattr)
      try expectOthersAreServed(service)
      try fileSystem.answer(.getattr, .read, .flush)
      for offer in offering { _ = try offer.reply() }
    }
  }

  @Test(arguments: eitherBus())
  func `a peer whose descriptors hang can pass no more of them than its share`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus, ["--limit", "descriptor_messages_per_connection=8"]) { service, fileSystem in
      let source = try service.peer()
      let descriptors = try (0..<16).map { _ in try source.open(fileSystem.file) }
      let items = descriptors.map { Item(file("a/b", $0)) }
      try fileSystem.hang(.getattr)
      let before = try service.daemon.facts.descriptorCount()
      var offering = try (0..<16).map { _ in try source.startOffer(items) }
      // Once four hang, in all the workers of their lane, dragd disposes of no more messages. It disposed of some
      // before that: eight more calls surely use up the share.
      try fileSystem.waitUntilHung(.getattr, count: 4)
      offering += try (0..<8).map { _ in try source.startOffer(items) }
      for _ in 0..<40 {
        try expectFailure("QuotaExceeded", saying: "descriptor_messages_per_connection is 8") {
          try source.offer(items)
        }
      }
      // Descriptors are in the messages and, duplicated, in what was read from them; those of refused calls are closed.
      try eventually("the descriptors that were refused to be closed") {
        try service.daemon.facts.descriptorCount() <= before + (4 + 8) * 16 * 2
      }
      try expectOthersAreServed(service)
      // dragd serves this source's calls without descriptors like all others.
      try source.withdraw(try source.offer([Item(data("a/b", "x"))]))
      try fileSystem.answer(.getattr)
      var taken = 0
      for offer in offering {
        do {
          _ = try offer.reply()
          taken += 1
        } catch let failure as BusFailure {
          expect(failure, "QuotaExceeded", saying: ["descriptor_messages_per_connection"])
        }
      }
      #expect((8...12).contains(taken))
      try source.withdraw(try source.offer(items))
    }
  }

  /// All programs outside of a sandbox are one application here: the unit of the tests.
  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: eitherBus())
  func `an application whose files hang uses up only its own share of the threads`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus, ["--limit", "descriptor_threads=16"]) { service, fileSystem in
      let sources = try (0..<6).map { _ in try service.peer() }
      let descriptors = try sources.map { try $0.open(fileSystem.file) }
      let path = try service.fixture.folder.write("fine", [UInt8](repeating: 66, count: 1_000))
      try fileSystem.hang(.getattr)
      var offering: [PendingCall] = []
      for (source, descriptor) in zip(sources, descriptors) {
        for _ in 0..<4 { offering.append(try source.startOffer([Item(file("a/b", descriptor))])) }
      }
      try fileSystem.waitUntilHung(.getattr, count: 2)
      // An unknown program of the same application: it is identified, and held bytes need no such thread.
      let own = try service.peer()
      try own.withdraw(try own.offer([Item(data("a/b", "x"))]))
      let fine = try own.open(path)
      try eventually("files of the same application to be refused") {
        let offer = try own.startOffer([Item(file("a/b", fine))])
        do {
          _ = try offer.reply(within: .milliseconds(200))
          return false
        } catch let failure as BusFailure {
          return failure.name.hasSuffix("QuotaExceeded")
            && failure.message.contains("descriptor_threads is 16")
        } catch {
          offering.append(offer)
          return false
        }
      }
      let other = try service.peer(Sandbox.command("org.example.Other"))
      let offer = try other.offer([Item(file("a/b", try other.open(path)))])
      let (transfer, pipe) = try other.stream(offer)
      #expect(try other.read(pipe).length == 1_000)
      try other.finish(transfer)
      try fileSystem.answer(.getattr)
      for offer in offering { _ = try? offer.reply() }
      try eventually("files of the application to be served again") {
        do {
          try own.withdraw(try own.offer([Item(file("a/b", fine))]))
          return true
        } catch let failure as BusFailure where failure.name.hasSuffix("QuotaExceeded") {
          return false
        }
      }
    }
  }

  /// dragd looks at the mounts first, and does not read a file that could hang.
  @Test(
    .enabled(if: Sandbox.bubbleUnavailable == nil, "no nested sandboxes here"),
    arguments: eitherBus())
  func `a program whose sandbox has a hanging file is identified nevertheless`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let peer = try service.peer(try Sandbox.bubble(fileSystem.file))
      try fileSystem.hang(.lookup, .open, .getattr, .read)
      try peer.withdraw(try peer.offer([Item(data("a/b", "x"))]))
      try fileSystem.answer(.lookup, .open)
    }
  }

  @Test(arguments: eitherBus())
  func `a file that hangs when it is accepted keeps nobody else waiting`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer([Item(file("a/b", try source.open(fileSystem.file)))])
      try fileSystem.hang(.getattr)
      let accepting = try ["any", "file", "stream"].map {
        try destination.startAccept(offer, ["delivery": .s($0)])
      }
      try fileSystem.waitUntilHung(.getattr)
      try expectOthersAreServed(service)
      try fileSystem.answer(.getattr)
      for accept in accepting {
        let result = Delivered(try accept.reply()[0][0])
        let fd = try result.fd ?? destination.receive(result.transfer, "a/b").fd
        #expect(try destination.read(fd).length == 200_000)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a file that hangs while it is read keeps nobody else waiting, and can be cancelled`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer([Item(file("a/b", try source.open(fileSystem.file)))])
      try fileSystem.hang(.read)
      let (stream, pipe) = try destination.stream(offer)
      let copy = try destination.acceptOne(offer, ["delivery": .s("file")]).transfer
      let receiving = try destination.startReceive(copy, "a/b")
      // The second read waits for the page that the first one waits for.
      try fileSystem.waitUntilHung(.read)
      try expectOthersAreServed(service)
      try destination.cancel(stream)
      try destination.cancel(copy)
      try expectFailure("Cancelled") { try receiving.reply() }
      try source.withdraw(offer)
      #expect(try service.responseTime() < .seconds(1))
      #expect(try destination.read(pipe, within: .seconds(5)).length == 0, "the pipe ends at once")
    }
  }

  @Test(arguments: eitherBus())
  func `a file that hangs when it is closed keeps nobody else waiting`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let source = try service.peer()
      let offer = try source.offer([Item(file("a/b", try source.open(fileSystem.file)))])
      try fileSystem.hang(.flush)
      try source.withdraw(offer)
      try fileSystem.waitUntilHung(.flush)
      try expectOthersAreServed(service)
    }
  }

  /// Messages with a descriptor that dragd has no use for.
  enum Stray: String, CaseIterable, Sendable {
    case unknownMethod, unknownObject, unknownKey, wrongSignature, signal, unaskedReply,
      unaskedError, replyToProvide, callWithoutReply

    func send(_ descriptor: Int, from peer: Peer, _ service: Service) throws {
      let number = Value.integer(Int64(descriptor))
      var message: [String: Value] = [
        "destination": .string(Names.broker), "signature": "h", "arguments": [number],
        "path": .string(Names.root), "interface": .string(Names.broker), "member": "NoSuchMethod",
        "kind": "call",
      ]
      switch self {
      case .unknownMethod: break
      case .unknownObject: message["path"] = "/no/such/object"
      case .wrongSignature: message["member"] = "Offer"
      case .callWithoutReply: message["no_reply"] = true
      case .unknownKey:
        message["member"] = "Find"
        message["signature"] = "asa{sv}"
        message["arguments"] = [["no/such"], ["x-key": .descriptor(descriptor)]]
      case .signal: message["kind"] = "signal"
      case .unaskedReply, .unaskedError:
        for field in ["path", "interface", "member"] { message[field] = nil }
        message["kind"] = self == .unaskedReply ? "return" : "error"
        message["reply_to"] = 4711
        if self == .unaskedError { message["error"] = "org.example.Error.Nobody" }
      case .replyToProvide:
        let offer = try peer.offerLazily(
          steps: [.write("x"), .close, .replyWith(["x-key": .descriptor(descriptor)])])
        let (transfer, pipe) = try service.observer.stream(offer)
        _ = try service.observer.read(pipe)
        try service.observer.finish(transfer)
        return
      }
      try peer.perform("send", message)
    }

    /// dbus-daemon does not deliver unrequested replies.
    func arrives(on bus: PrivateBus.Kind) -> Bool {
      switch self {
      case .unaskedReply, .unaskedError: false
      case .unknownMethod, .unknownObject, .unknownKey, .wrongSignature, .signal, .replyToProvide,
        .callWithoutReply:
        true
      }
    }
  }

  @Test(arguments: eitherBus(), Stray.allCases)
  func `a hanging file in a message of no use is let go aside`(
    bus: PrivateBus.Kind, stray: Stray
  ) throws {
    try run(bus) { service, fileSystem in
      let peer = try service.peer()
      let descriptor = try peer.open(fileSystem.file)
      try fileSystem.hang(.getattr, .read, .flush)
      try stray.send(descriptor, from: peer, service)
      if stray.arrives(on: bus) { try fileSystem.waitUntilHung(.flush) }
      try expectOthersAreServed(service)
    }
  }

  @Test(arguments: eitherBus())
  func `dragd leaves the bus at once when told to, whatever hangs, and then ends well`(
    bus: PrivateBus.Kind
  ) throws {
    try run(bus) { service, fileSystem in
      let source = try service.peer()
      let offer = try source.offer([Item(file("a/b", try source.open(fileSystem.file)))])
      try fileSystem.hang(.read)
      _ = try service.observer.stream(offer)
      try fileSystem.waitUntilHung(.read)
      let start = service.observer.told.count
      service.hasEnded = true
      service.daemon.send(15)
      _ = try service.observer.event("see dragd go", after: start, within: .seconds(2)) {
        $0["member"] == "NameOwnerChanged" && $0["body"][2] == ""
      }
      // The kernel ends a process only when its threads have returned from the file system.
      try fileSystem.answer(.read, .flush)
      #expect(try service.daemon.wait(untilOutputEnds: false).exit == .success)
    }
  }
}
