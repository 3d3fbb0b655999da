import Foundation
import Harness
import Testing

/// One peer offers a great many representations in one message.
@Suite struct LargeOfferTests {
  @Test(arguments: eitherBus())
  func `a large offer keeps nobody else waiting, and none of it is there before all is`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, honest) = (try service.peer(), service.observer)
      try source.serve([:])
      // So that dragd knows its application, which it finds out while it serves other calls.
      try source.withdraw(try source.offer([Item(data("a/first", "first"))]))
      let representations = (0..<64).map { lazily("a/\($0)") }
      let item = Item(attributes: [:], representations: representations)
      // Stopped, dragd then finds all calls together, in this order.
      service.daemon.send(SIGSTOP)
      defer { service.daemon.send(SIGCONT) }
      let offer = try source.startOffer(
        Array(repeating: item, count: 512), ["source": .o(Names.sourcePath)])
      let own = try startFind(source)
      try source.callBus("GetId")
      let early = try startFind(honest)
      try honest.callBus("GetId")
      service.daemon.send(SIGCONT)

      let path = try #require(try offer.reply()[0].string)
      #expect(try own.reply()[0].string == path)
      try expectFailure("NoSuchOffer", saying: "nothing is on offer") { try early.reply() }
      #expect(try honest.find(["a/63"]) == path)
    }
  }

  @Test(arguments: eitherBus())
  func `a long list of items keeps nobody else waiting, and ends with its offer`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try offerMany(source)
      // Stopped, dragd then finds both calls together, in this order.
      service.daemon.send(SIGSTOP)
      defer { service.daemon.send(SIGCONT) }
      let list = try startItems(service.observer, of: offer)
      try service.observer.callBus("GetId")
      let withdrawal = try source.startCall("Withdraw", on: Names.offer, at: offer)
      try source.callBus("GetId")
      service.daemon.send(SIGCONT)

      _ = try withdrawal.reply()
      try expectFailure("NoSuchOffer", saying: "may have ended") { try list.reply() }
    }
  }

  @Test(arguments: eitherBus())
  func `many who ask for a long list of items at once all get it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let offer = try offerMany(try service.peer())
      // More than there is room for unfinished replies.
      let callers = try (0..<12).map { _ in try service.peer() }
      let lists = try callers.map { try startItems($0, of: offer) }
      for list in lists {
        let items = try list.reply()[0].array
        #expect(items.count == Self.most)
        #expect(items.last?[1].array.count == 64)
      }
    }
  }

  /// As many items as a reply has room for.
  private static let most = 160

  private func offerMany(_ source: Peer) throws -> String {
    try source.serve([:])
    let item = Item(attributes: [:], representations: (0..<64).map { lazily("a/\($0)") })
    return try source.offer(
      Array(repeating: item, count: Self.most), ["source": .o(Names.sourcePath)])
  }

  private func startItems(_ peer: Peer, of offer: String) throws -> PendingCall {
    try peer.startCall("GetItems", on: Names.offer, at: offer, "uu", [.integer(0), .integer(0)])
  }

  private func startFind(_ peer: Peer) throws -> PendingCall {
    try peer.startCall(
      "Find", on: Names.broker, at: Names.root, "asa{sv}", [.array([]), [:]])
  }
}
