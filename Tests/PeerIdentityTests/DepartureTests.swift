import DBus
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import PeerIdentity

@Suite struct DepartureTests {
  private static func rules() -> TurnRules {
    TurnRules(
      queuedBytesPerSender: 1 << 20, queuedBytes: 1 << 22, unwrittenBytes: 1 << 20,
      unreadBytesPerPeer: 1 << 20, unreadBytes: 1 << 22, readTimeout: 600_000_000,
      mayBeLong: { _ in false }, outlivesSender: { _ in false },
      refusal: { BusError(name: "org.example.Error.Refused", message: $0) })
  }

  /// Regression: the bus answers that it does not know a peer before the peer's calls and its departure had their turn,
  /// and dragd served the calls as if the peer were there.
  @Test(arguments: PrivateBus.Kind.allCases)
  func aPeerWhoseCallsWaitForTheirTurnIsUnknownOnlyOnceItHasLeft(bus: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let (loop, bus) = (try EventLoop(), try fixture.bus(bus))
      let service = try Connection.open(address: bus.address)
      try service.addMatchAndWait(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
      let name = try Self.callAndLeave(service.uniqueName, bus)
      let workers = WorkerPool(remote: loop.remote, threads: 2, perLane: 1)
      service.attach(to: loop)
      service.serveInTurns(Self.rules())
      let directory = PeerDirectory(bus: service, workers: workers)
      var events: [String] = []
      service.onMessage = { message in
        if message.kind == .call, let sender = message.sender {
          directory.identify(Peer(sender)) { events.append("\($0.peer.name) is known") }
          // So long that the next has its turn after the bus's answer.
          usleep(5_000)
        } else if NameOwnerChange(message)?.departed == name {
          events.append("\(name) has left")
          directory.forget(Peer(name))
        }
      }
      let deadline = ContinuousClock.now + Timeout.usual
      while events.count < 11 {
        try #require(ContinuousClock.now < deadline, "\(events)")
        loop.turn(timeout: 50)
      }
      #expect(events == ["\(name) has left"] + Array(repeating: "\(name) is known", count: 10))
    }
  }

  /// Regression: a look-up that had begun before the peer left was kept for ever, if a caller asked again when it left.
  @Test(arguments: PrivateBus.Kind.allCases)
  func whatIsFoundOutAboutAPeerThatHasLeftIsNotKept(bus: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let (loop, bus) = (try EventLoop(), try fixture.bus(bus))
      let service = try Connection.open(address: bus.address)
      let leaving = try Connection.open(address: bus.address)
      let peer = Peer(leaving.uniqueName)
      let workers = WorkerPool(remote: loop.remote, threads: 1, perLane: 1)
      service.attach(to: loop)
      let directory = PeerDirectory(bus: service, workers: workers)
      // The only worker waits, so that the system answers after the peer has left.
      let gate = DispatchSemaphore(value: 0)
      workers.run(lane: .memory, { gate.wait() }, then: {})
      var answers = 0
      directory.identify(peer) { _ in
        answers += 1
        directory.identify(peer) { _ in answers += 1 }
      }
      // The bus answers in order.
      var isAnswered = false
      service.call(try Connection.busCall("GetId"), timeout: 20_000) { _ in isAnswered = true }
      try eventually("the bus has answered") {
        loop.turn(timeout: 10)
        return isAnswered
      }
      leaving.close()
      try Self.waitUntilGone(leaving.uniqueName, bus)
      directory.forget(peer)
      // The system answers before the bus does, which does not know the peer.
      let done = DispatchSemaphore(value: 0)
      workers.run(lane: .memory, { _ = done.signal() }, then: {})
      gate.signal()
      done.wait()
      loop.runPostedWork()
      try eventually("both are answered") {
        loop.turn(timeout: 10)
        return answers == 2
      }
      var isKept = false
      directory.lookUp(peer) { _ in isKept = true }
      #expect(isKept == false)
    }
  }

  /// - Returns: the name of the connection that has called the service ten times and left the bus.
  private static func callAndLeave(_ service: String, _ bus: PrivateBus) throws -> String {
    let leaving = try Connection.open(address: bus.address)
    for _ in 0..<10 {
      leaving.send(
        try Message.call(
          to: service, path: "/a", interface: "org.example.Interface", member: "Call"))
    }
    leaving.flush()
    let name = leaving.uniqueName
    leaving.close()
    try waitUntilGone(name, bus)
    return name
  }

  /// Returns when the bus, too, has seen the connection go.
  private static func waitUntilGone(_ name: String, _ bus: PrivateBus) throws {
    let observer = try Connection.open(address: bus.address)
    var isThere = true
    while isThere {
      let question = try Connection.busCall("NameHasOwner", name)
      var reader = try observer.callAndWait(question, timeout: 20_000).read()
      isThere = try reader.bool()
    }
  }
}
