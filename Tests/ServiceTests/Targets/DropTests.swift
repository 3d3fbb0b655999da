import Harness
import Testing

/// Drop: it proposes, performs, and returns the result.
@Suite struct DropTests {
  /// A target whose Perform waits until the test opens the gate.
  private static let waits = ["Perform": [Step.gate("go"), .reply()]]

  @Test(arguments: eitherBus())
  func `a drop tells what dragd saw arrive`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", Self.waits, ["operations": .strings(["copy"])])
      try dropper.serve(["text/plain": Step.all(.pattern(100_000))])
      let offer = try dropper.offer(
        [
          Item(data("text/plain", "12345")), Item(lazily("text/plain")),
          Item(data("text/plain", "left out")),
        ], ["source": .o(Names.sourcePath)])
      let drop = try dropper.startDrop(offer, on: target, ["index": .u(2)])
      let call = try owner.waitForCall("Perform")
      #expect(call[0].string == target && call[1].string == offer)
      #expect(call[2] == "copy")
      #expect(call[3]["operations"].inside == ["copy"])
      #expect(call[3]["index"].inside == 2)
      #expect(call[3]["dropper"].inside["connection"].inside == .string(dropper.name))
      _ = try owner.accept(offer, items: [0])
      let parts = try owner.accept(offer, items: [1], ["delivery": .s("stream")])
      #expect(try owner.read(try #require(parts[0].fd)).length == 100_000)
      try owner.finish(parts[0].transfer)
      // Another peer's Accept does not belong to this drop.
      _ = try service.observer.accept(offer, items: [2])
      try owner.openGate("go")
      #expect(Dropped(try drop.reply()) == Dropped("copy", items: 2, bytes: 100_005))
    }
  }

  @Test(arguments: eitherBus())
  func `a link is performed as a link, and a copy beside it does not count`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget(
        "Inbox", Self.waits.merging(["Propose": [.propose("link")]]) { _, new in new },
        ["operations": .strings(["copy", "link"])])
      let offer = try dropper.offer(
        [Item(data("text/uri-list", "file:///a")), Item(data("a/b", "copied"))],
        ["operations": .strings(["copy", "link"])])
      let drop = try dropper.startDrop(offer, on: target)
      #expect(try owner.waitForCall("Perform")[2] == "link")
      let linked = try owner.accept(offer, items: [0], ["operation": .s("link")])
      try owner.finish(linked[0].transfer)
      _ = try owner.accept(offer, items: [1])
      try owner.openGate("go")
      #expect(Dropped(try drop.reply()) == Dropped("link", items: 1, bytes: 9))
    }
  }

  @Test(arguments: eitherBus())
  func `a drop that nobody wants changes nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      for (word, name) in [("cancel", "Cancelled"), ("forbidden", "Forbidden")] {
        let reason = ["reason": Value.s("the drawer is full")]
        let target = try owner.registerTarget("Inbox", ["Propose": [.propose(word, reason)]])
        try expectFailure(name, saying: "the drawer is full") {
          try dropper.drop(offer, on: target)
        }
        let silent = try owner.registerTarget("Inbox", ["Propose": [.propose(word)]])
        let failure = try expectFailure(name) { try dropper.drop(offer, on: silent) }
        #expect(failure?.message.contains("target") == true)
      }
      #expect(owner.calls("Perform").isEmpty)
    }
  }

  @Test(arguments: eitherBus())
  func `the owner's error is passed on as it is`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let long = String(repeating: "ä", count: 2_000)
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      for (name, text) in [
        ("org.example.Error.Full", "the drawer is full"), (Names.error + "StorageFull", long),
      ] {
        let target = try owner.registerTarget("Inbox", ["Perform": [.error(name, text)]])
        let failure = try expectFailure(name) { try dropper.drop(offer, on: target) }
        #expect(failure?.message == String(text.prefix(512)))
      }
    }
  }

  @Test(arguments: eitherBus())
  func `an owner that vanishes while it performs ends the drop and its transfers`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", Self.waits)
      let offer = try dropper.offerLazily(steps: [.write("x")])
      let drop = try dropper.startDrop(offer, on: target)
      try owner.waitForCall("Perform")
      _ = try owner.stream(offer)
      owner.kill()
      try expectFailure("Cancelled", saying: "left the bus", "0 of 1 items") { try drop.reply() }
      #expect(try dropper.expectEndedOnce().operation == "none")
    }
  }

  @Test(arguments: eitherBus())
  func `a drop is performed to the end though its dropper has left`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, dropper, owner) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      let target = try owner.registerTarget("Inbox", Self.waits)
      let offer = try source.offer([Item(data("a/b", "still here"))])
      _ = try dropper.startDrop(offer, on: target)
      try owner.waitForCall("Perform")
      dropper.kill()
      #expect(try owner.acceptOne(offer).data?.text == "still here")
      try owner.openGate("go")
      #expect(try source.drop(offer, on: try owner.registerTarget()).items == 0)
    }
  }

  @Test(arguments: eitherBus())
  func `a drop that was not proposed yet is not performed for a dropper that has left`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, dropper, owner) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      let target = try owner.registerTarget("Inbox", ["Propose": [.gate("go"), .propose("copy")]])
      let offer = try source.offer([Item(data("a/b", "x"))])
      _ = try dropper.startDrop(offer, on: target)
      try owner.waitForCall("Propose")
      dropper.kill()
      try eventually("dragd to know that the dropper has left") {
        try source.statistics()["peers"] == 2
      }
      try owner.openGate("go")
      #expect(try source.propose(offer, on: target).proposal == "copy")
      #expect(owner.calls("Perform").isEmpty)
    }
  }

  @Test(arguments: eitherBus())
  func `an offer may end during its drop`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", Self.waits)
      let offer = try dropper.offerLazily(
        steps: [.write("first "), .gate("source"), .write("last"), .close, .reply()])
      let drop = try dropper.startDrop(offer, on: target)
      try owner.waitForCall("Perform")
      let (transfer, pipe) = try owner.stream(offer)
      try dropper.withdraw(offer)
      try dropper.openGate("source")
      #expect(try owner.read(pipe).text == "first last")
      try owner.finish(transfer)
      try owner.openGate("go")
      #expect(Dropped(try drop.reply()) == Dropped("copy", items: 1, bytes: 10))

      let gated = try owner.registerTarget(
        "Gated", ["Propose": [.gate("propose"), .propose("copy")]], at: "/example/gated")
      let second = try dropper.offer([Item(data("a/b", "x"))])
      let late = try dropper.startDrop(second, on: gated)
      try owner.waitForCall("Propose", count: 2)
      try dropper.withdraw(second)
      try owner.openGate("propose")
      try expectFailure("NoSuchOffer", saying: "meanwhile") { try late.reply() }
    }
  }

  @Test(arguments: eitherBus())
  func `an unregistered target has its drop performed`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", Self.waits)
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let drop = try dropper.startDrop(offer, on: target)
      try owner.waitForCall("Perform")
      try owner.unregister(target)
      _ = try owner.accept(offer)
      try owner.openGate("go")
      #expect(Dropped(try drop.reply()) == Dropped("copy", items: 1, bytes: 1))
    }
  }

  @Test(arguments: eitherBus())
  func `who waits for a drop is told when dragd ends`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", Self.waits)
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let drop = try dropper.startDrop(offer, on: target)
      try owner.waitForCall("Perform")
      #expect(try service.daemon.terminate() == .success)
      service.hasEnded = true
      try expectFailure("Cancelled", saying: "stopping") { try drop.reply() }
    }
  }

  @Test(arguments: eitherBus())
  func `a program can drop on a target of its own`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = try service.peer()
      let target = try peer.registerTarget("Inbox", Self.waits)
      let offer = try peer.offer([Item(data("a/b", "x"))])
      let drop = try peer.startDrop(offer, on: target)
      try peer.waitForCall("Perform")
      _ = try peer.accept(offer)
      try peer.openGate("go")
      #expect(Dropped(try drop.reply()) == Dropped("copy", items: 1, bytes: 1))
    }
  }
}
