internal import DBus
internal import DragModel
internal import DragSystem

/// Who the peers are, as the bus and the system say; asked once and kept while the peer is there.
final class PeerDirectory {
  private let bus: Connection
  private let workers: WorkerPool
  private var known: [Peer: Party] = [:]
  private var waiting: [Peer: [(Party) -> Void]] = [:]

  init(bus: Connection, workers: WorkerPool) {
    self.bus = bus
    self.workers = workers
  }

  /// Calls `then` with what is known of the peer, at once or when the system has answered.
  func identify(_ peer: Peer, then: @escaping (Party) -> Void) {
    if let party = known[peer] { return then(party) }
    waiting[peer, default: []].append(then)
    guard waiting[peer]?.count == 1 else { return }
    askBus(about: peer)
  }

  /// The peer has left: its unique name never comes back.
  func forget(_ peer: Peer) {
    known[peer] = nil
    // Whoever still waits gets an answer, so that nothing hangs.
    settle(Party(peer), isLasting: false)
  }

  private func askBus(about peer: Peer) {
    let request: Message
    do throws(BusError) {
      request = try Message.call(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "GetConnectionCredentials")
      try request.write { writer throws(BusError) in try writer.append(peer.name) }
    } catch {
      return settle(Party(peer), isLasting: false)
    }
    _ = bus.call(request, timeout: 5_000) { [weak self] reply in
      guard let self else { return }
      switch reply {
      case .success(let message): askSystem(about: peer, Self.processID(in: message))
      case .failure: settle(Party(peer), isLasting: false)
      }
    }
  }

  private static func processID(in credentials: Message) -> UInt32? {
    var reader = credentials.read()
    var process: UInt32?
    do throws(DecodingFailure) {
      try reader.dictionary { key, value throws(DecodingFailure) in
        if key == "ProcessID" { process = try value.uint32() }
      }
    } catch {
      return nil
    }
    return process
  }

  /// /proc of another process may lead to a dead mount of its own: that is a worker's business.
  private func askSystem(about peer: Peer, _ process: UInt32?) {
    guard let process else { return settle(Party(peer), isLasting: true) }
    workers.run(
      lane: peer.name, { ProcessFacts(process: process) },
      then: { [weak self] facts in
        self?.settle(Self.party(peer, facts), isLasting: facts?.isUnknown != true)
      })
  }

  private static func party(_ peer: Peer, _ facts: ProcessFacts?) -> Party {
    guard let facts else { return Party(peer) }
    if let sandbox = facts.flatpakInfo {
      return Party(
        peer, application: ApplicationID.inFlatpakInfo(sandbox) ?? "", isSandboxed: true)
    }
    // The user namespace of dragd's unit hides every root; a sandboxed program cannot leave its scope.
    return Party(
      peer, application: ApplicationID.inCgroups(facts.cgroups) ?? "",
      isSandboxed: facts.isRootHidden && ApplicationID.isFlatpak(inCgroups: facts.cgroups))
  }

  private func settle(_ party: Party, isLasting: Bool) {
    guard let waiters = waiting.removeValue(forKey: party.peer) else { return }
    if isLasting { known[party.peer] = party }
    for waiter in waiters { waiter(party) }
  }
}
