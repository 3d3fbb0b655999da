import Harness
import Testing

/// A deadline is for the peer that has to answer, whatever dragd has to read before the answer.
@Suite struct TimelyAnswerTests {
  @Test(arguments: eitherBus())
  func `an answer that came in time counts, however late it is read`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget(
        "Inbox", ["Propose": [.gate("go"), .propose("copy")]])
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let loop = try HeldThread(service.daemon.processIdentifier, service.fixture)
      let proposed = try dropper.startPropose(offer, on: target)
      try owner.waitForCall("Propose")
      let asked = ContinuousClock.now
      let ping = try loop.held {
        // More than dragd reads in one turn of its loop.
        let ping = try service.observer.startCall(
          "Ping", on: "org.freedesktop.DBus.Peer", at: Names.root, "ay",
          [Content.pattern(4_000_000).value])
        _ = try service.observer.callBus("GetId")
        try owner.openGate("go")
        _ = try owner.callBus("GetId")
        try eventually("the deadline to pass") { ContinuousClock.now - asked > .seconds(2) }
        return ping
      }
      try ping.reply()
      #expect(Proposed(try proposed.reply()).proposal == "copy")
    }
  }
}
