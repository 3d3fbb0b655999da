import Harness
import Testing

/// A private bus with dragd on it, and peers. At the end of a test that went well it is also sure that
/// dragd has let go of everything: no descriptor, no byte, no transfer is left, and it ends cleanly.
final class Service {
  let fixture: Fixture
  let bus: PrivateBus
  private(set) var daemon: Program
  /// A peer for whatever takes no part in what is tested.
  private(set) var observer: Peer
  private var peers: [Peer] = []
  /// What dragd had open before any peer used it.
  private(set) var descriptorsAtStart = 0
  /// Set by a test that has ended dragd itself.
  var hasEnded = false

  /// Starts dragd with `arguments`, in front of it a program that is to start it, if any. It says all that it can, so
  /// that it is seen to keep to itself what is secret, unless it `isQuiet`.
  static func run(
    _ kind: PrivateBus.Kind, _ arguments: [String] = [], isQuiet: Bool = false,
    through wrapper: ((Fixture, [String]) -> (executable: String, arguments: [String]))? = nil,
    _ body: (Service) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let service = try Service(
        fixture, kind, (isQuiet ? [] : ["--verbose"]) + arguments, wrapper)
      try body(service)
      try service.end()
    }
  }

  private init(
    _ fixture: Fixture, _ kind: PrivateBus.Kind, _ arguments: [String],
    _ wrapper: ((Fixture, [String]) -> (executable: String, arguments: [String]))?
  ) throws {
    self.fixture = fixture
    bus = try fixture.bus(kind)
    let (executable, arguments) =
      wrapper?(fixture, [Built.dragd] + arguments) ?? (Built.dragd, arguments)
    daemon = try fixture.start(executable, arguments, on: bus)
    observer = try Self.peer(fixture, bus)
    try waitForDaemon()
    try warmUp()
    descriptorsAtStart = try daemon.facts.descriptorCount()
  }

  /// A new peer, which is gone with the test.
  func peer(_ wrapper: [String] = []) throws -> Peer {
    let peer = try Self.peer(fixture, bus, wrapper)
    peers.append(peer)
    return peer
  }

  private static func peer(
    _ fixture: Fixture, _ bus: PrivateBus, _ wrapper: [String] = []
  ) throws -> Peer {
    guard !wrapper.isEmpty else { return try Peer(fixture, on: bus) }
    let command = wrapper + ["/usr/bin/python3", Built.tool("peer.py")]
    return try Peer(
      try fixture.start(command[0], Array(command.dropFirst()), on: bus, input: .pipe))
  }

  /// Waits until dragd has its name.
  func waitForDaemon() throws {
    try observer.watch("type='signal',member='NameOwnerChanged',arg0='\(Names.broker)'")
    let start = observer.told.count
    guard try observer.callBus("NameHasOwner", "s", [.string(Names.broker)])[0] != true else {
      return
    }
    _ = try observer.event("see dragd; \(daemon.standardError)", after: start) { line in
      line["member"] == "NameOwnerChanged" && line["body"][2] != ""
    }
  }

  /// What dragd opens once, for good, is open after this.
  private func warmUp() throws {
    let memory = try observer.memory("a")
    let offer = try observer.offer([Item(file(nil, memory)), Item(data(nil, "b"))])
    let results = try observer.accept(offer, ["delivery": .s("file")])
    for result in results {
      guard let fd = result.fd else { continue }
      try observer.close(fd)
    }
    try observer.close(memory)
    try observer.withdraw(offer)
    // The ledger of moves; a test may have spoilt it.
    do { _ = try observer.outcome(offer) } catch is BusFailure {}
    try eventually("dragd to have nothing on offer") {
      try observer.statistics()["bytes_held"] == 0
    }
  }

  /// How long dragd takes to answer somebody who has no part in anything.
  func responseTime() throws -> Duration {
    try ContinuousClock().measure { _ = try observer.statistics() }
  }

  /// dragd has only those descriptors open that it began with.
  func expectNoDescriptorsLeft() throws {
    do {
      try eventually("…") { try daemon.facts.descriptorCount() <= descriptorsAtStart }
    } catch {
      let left = try daemon.facts.descriptors().sorted { $0.key < $1.key }
      Issue.record("dragd began with \(descriptorsAtStart) descriptors and has \(left)")
    }
  }

  /// Everybody leaves and what lingers is withdrawn: then nothing must be left.
  private func end() throws {
    for peer in peers { peer.kill() }
    guard !hasEnded else { return }
    try #require(daemon.isRunning, "dragd has ended: \(daemon.standardError)")
    try withdrawAll()
    var left: [String: UInt64] = [:]
    try eventually("dragd to have nothing left: \(left)") {
      left = try observer.statistics()
      return ["offers", "items", "targets", "transfers_running", "bytes_held", "memory_held"]
        .allSatisfy { left[$0] == 0 }
    }
    try expectNoDescriptorsLeft()
    #expect(try daemon.terminate() == .success)
    #expect(
      !daemon.standardError.contains("please report"), "it logged \(daemon.standardError)")
  }

  /// Withdraws every offer that is listed, of those that are left when their sources have gone.
  func withdrawListed() throws {
    let objects = try observer.call("GetManagedObjects", on: Names.objectManager, at: Names.root)
    for path in objects[0].object.keys where path.hasPrefix("\(Names.root)/offer/") {
      try observer.withdraw(path)
    }
  }

  /// Every peer takes back what it offers. To a dragd that has mounts of its own everybody is sandboxed, so that nobody
  /// else may.
  func withdrawOwn() throws {
    for peer in peers {
      let paths = Set(peer.told.compactMap { $0["reply"][0].string })
      for path in paths where path.hasPrefix("\(Names.root)/offer/") {
        do { try peer.withdraw(path) } catch is BusFailure {}
      }
    }
  }

  private func withdrawAll() throws {
    // What every peer told of offers, private ones included, is in the replies to Offer.
    let paths = Set((peers + [observer]).flatMap(\.told).compactMap { $0["reply"][0].string })
    for path in paths where path.hasPrefix("\(Names.root)/offer/") {
      do { try observer.withdraw(path) } catch let failure as BusFailure {
        // Its source may be seen to leave only now.
        if failure.name == Names.error + "AccessDenied" {
          try eventually("the source of \(path) to be gone") {
            do {
              try observer.withdraw(path)
              return true
            } catch let failure as BusFailure {
              return failure.name == Names.error + "NoSuchOffer"
            }
          }
        }
      }
    }
  }
}
