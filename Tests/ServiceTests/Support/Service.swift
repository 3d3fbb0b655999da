import Harness
import Testing

/// A private bus with dragd on it, and peers. The end of a test that passed checks that dragd has released everything:
/// no descriptor, no byte and no transfer is left, and it ends cleanly.
final class Service {
  let fixture: Fixture
  let bus: PrivateBus
  private(set) var daemon: Program
  /// A peer that only observes.
  private(set) var observer: Peer
  private var peers: [Peer] = []
  /// The number of descriptors that dragd had open before any peer used it.
  private(set) var descriptorsAtStart = 0
  /// Set by a test that has ended dragd itself.
  var hasEnded = false

  /// Starts dragd with `arguments`, through the program `wrapper` if there is one. Unless it `isQuiet`, dragd logs
  /// everything it can, so that tests can check that it logs no secrets.
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

  /// Starts a peer, which ends with the test.
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

  /// Makes dragd open everything that it opens only once.
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
    // Opens the ledger of moves, which a test may have damaged.
    do { _ = try observer.outcome(offer) } catch is BusFailure {}
    try eventually("dragd to have nothing on offer") {
      try observer.statistics()["bytes_held"] == 0
    }
  }

  /// The time that dragd needs to answer the observer.
  func responseTime() throws -> Duration {
    try ContinuousClock().measure { _ = try observer.statistics() }
  }

  /// Expects dragd to have no more descriptors open than at the start.
  func expectNoDescriptorsLeft() throws {
    do {
      try eventually("…") { try daemon.facts.descriptorCount() <= descriptorsAtStart }
    } catch {
      let left = try daemon.facts.descriptors().sorted { $0.key < $1.key }
      Issue.record("dragd began with \(descriptorsAtStart) descriptors and has \(left)")
    }
  }

  /// Ends all peers and withdraws what lingers; then nothing must be left.
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
    let exit = try daemon.terminate()
    #expect(exit == .success, "\(exit) \(daemon.standardError.suffix(3000))")
    #expect(
      !daemon.standardError.contains("please report"), "it logged \(daemon.standardError)")
  }

  /// Withdraws every listed offer whose source has left.
  func withdrawListed() throws {
    let objects = try observer.call("GetManagedObjects", on: Names.objectManager, at: Names.root)
    for path in objects[0].object.keys where path.hasPrefix("\(Names.root)/offer/") {
      try observer.withdraw(path)
    }
  }

  /// Makes every peer withdraw its own offers. A dragd with mounts of its own considers every peer sandboxed, so no
  /// other peer may do it.
  func withdrawOwn() throws {
    for peer in peers {
      let paths = Set(peer.told.compactMap { $0["reply"][0].string })
      for path in paths where path.hasPrefix("\(Names.root)/offer/") {
        do { try peer.withdraw(path) } catch is BusFailure {}
      }
    }
  }

  private func withdrawAll() throws {
    // The replies to Offer name all offers, private ones included.
    let paths = Set((peers + [observer]).flatMap(\.told).compactMap { $0["reply"][0].string })
    for path in paths where path.hasPrefix("\(Names.root)/offer/") {
      do { try observer.withdraw(path) } catch let failure as BusFailure {
        // dragd may not have noticed yet that the source has left.
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
