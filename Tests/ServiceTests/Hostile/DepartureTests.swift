import Harness
import Testing

/// A peer with much on offer leaves the bus, and others are served meanwhile.
@Suite struct DepartureTests {
  private static let count = 1_000

  /// Offers many lazy items, each of its own, and a held one in the middle.
  private static func offerMuch(_ source: Peer, _ service: Service) throws -> String {
    try source.serve([:])
    let item = Item(lazily("a/b"))
    func send(_ count: Int) throws {
      try source.perform(
        "send",
        [
          "kind": "call", "destination": .string(Names.broker), "path": .string(Names.root),
          "interface": .string(Names.broker), "member": "Offer",
          "signature": .string(Item.signature + "a{sv}"),
          "arguments": [[item.value], ["source": .o(Names.sourcePath)]],
          "repeat": .integer(Int64(count)),
        ])
    }
    try send(count / 2)
    let held = try source.offer([Item(data("a/held", "x"))])
    try send(count / 2)
    try source.settle()
    #expect(try service.observer.statistics()["offers"] == UInt64(count + 1))
    return held
  }

  /// The paths of the offers in signals of that name, in order.
  private static func paths(_ peer: Peer, _ signal: String) -> [String] {
    peer.signals(signal).compactMap { $0["body"][0].string }
  }

  @Test(arguments: everyBus)
  func `a call that comes after a departure waits for little of it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "offers_per_connection=2000"], isQuiet: true) { service in
      let (source, watcher, honest) = (
        try service.peer(), try service.peer(), try service.peer()
      )
      try watcher.watch("type='signal',sender='\(Names.broker)'")
      let held = try Self.offerMuch(source, service)
      try watcher.settle()
      let added = Self.paths(watcher, "InterfacesAdded")
      #expect(added.count == Self.count + 1)
      try honest.watch(
        "type='signal',member='NameOwnerChanged',arg0='\(source.name)',arg2=''")
      // While dragd is stopped, the calls line up behind the departure.
      service.daemon.send(19)
      source.kill()
      _ = try honest.event("see the source go") { $0["member"] == "NameOwnerChanged" }
      let asked = try honest.startCall(
        "Get", on: Names.properties, at: Names.root, "ss",
        [.string(Names.broker), .string("Statistics")])
      let accepted = try honest.startCall(
        "Accept", on: Names.offer, at: added[Self.count], "auasa{sv}", [[], [], [:]])
      let kept = try honest.startCall(
        "Accept", on: Names.offer, at: held, "auasa{sv}", [[], [], [:]])
      let listed = try honest.startCall(
        "GetManagedObjects", on: Names.objectManager, at: Names.root)
      // The bus has taken what was sent before.
      _ = try honest.callBus("GetId")
      service.daemon.send(18)
      let offers = try asked.reply()[0].inside["offers"].number ?? 0
      #expect(offers > UInt64(Self.count / 2), "\(offers)")
      // What is named has ended as if nothing else had been on offer.
      try expectFailure("NoSuchOffer") { try accepted.reply() }
      #expect(try Delivered(kept.reply()[0][0]).data?.text == "x")
      _ = try listed.reply()
      try eventually("all but the held offer to end") {
        try service.observer.statistics()["offers"] == 1
      }
      try watcher.settle()
      let removed = Self.paths(watcher, "InterfacesRemoved")
      #expect(Set(removed) == Set(added).subtracting([held]) && removed.count == Self.count)
      // In their order, but for the one that was named.
      #expect(removed.filter { $0 != added[Self.count] } == added.filter { $0 != held }.dropLast())
      try service.observer.withdraw(held)
      try eventually("nothing to be on offer") {
        try service.observer.statistics()["offers"] == 0
      }
    }
  }
}
