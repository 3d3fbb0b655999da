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

  private func startFind(_ peer: Peer) throws -> PendingCall {
    try peer.startCall(
      "Find", on: Names.broker, at: Names.root, "asa{sv}", [.array([]), [:]])
  }
}
