import Harness
import Testing

/// A private offer that is dropped is visible to the target's owner and to no other peer.
@Suite struct PrivateDropTests {
  @Test(arguments: eitherBus())
  func `only the target's owner learns of a private offer`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let listener = service.observer
      try listener.watch("type='signal',sender='\(Names.broker)'")
      let target = try owner.registerTarget(
        "Inbox", ["Perform": [.gate("go"), .reply()]], ["label": .s("The inbox")])
      let offer = try dropper.offer(
        [Item(name: "diary.txt", data("text/plain", "dear diary"))], ["private": .b(true)])
      _ = try dropper.propose(offer, on: target)
      let drop = try dropper.startDrop(offer, on: target)
      let path = try #require(try owner.waitForCall("Perform")[1].string)
      #expect(path == offer)
      #expect(try owner.acceptOne(path).data?.text == "dear diary")
      try owner.openGate("go")
      #expect(Dropped(try drop.reply()) == Dropped("copy", items: 1, bytes: 10))
      try listener.call(
        "Leave", on: Names.dropTarget, at: target, "o",
        [.string("\(Names.root)/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa")])
      let refused = try dropper.startDrop(
        offer, on: target, ["operations": .strings(["link"])])
      try expectFailure("Forbidden") { try refused.reply() }

      try listener.settle()
      let id = try #require(offer.split(separator: "/").last)
      let heard = listener.told.map { String(decoding: $0.json, as: UTF8.self) }
      #expect(heard.contains { $0.contains("The inbox") }, "it has heard of the target")
      #expect(!heard.contains { $0.contains(id) || $0.contains("diary") })
      let log = service.daemon.standardError
      #expect(log.contains(target.split(separator: "/").last ?? "?"))
      #expect(!log.contains(id) && !log.contains("diary"), "\(log)")
    }
  }
}
