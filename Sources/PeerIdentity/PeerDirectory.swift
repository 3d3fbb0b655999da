package import DBus
package import DragModel
package import DragSystem

/// Who the peers are, as the bus and the system say; asked once and kept while the peer is there.
///
/// Unknown is sandboxed: only a process that sees the same files as this one, as `ProcessFacts.sharesRoot` says, is
/// known to be in no sandbox. This process's own sandbox, if it has one, does not count; Flatpak's does.
package final class PeerDirectory {
  private let bus: Connection
  private let workers: WorkerPool
  private var known: [Peer: Party] = [:]
  private var waiting: [Peer: [(Party) -> Void]] = [:]
  private var ages = ConnectionAges()

  package init(bus: Connection, workers: WorkerPool) {
    self.bus = bus
    self.workers = workers
    ages.saw(bus.uniqueName, at: Clock.boottime)
  }

  /// Calls `then` with what is known of the peer, at once or when the system has answered.
  package func identify(_ peer: Peer, then: @escaping (Party) -> Void) {
    if let party = known[peer] { return then(party) }
    waiting[peer, default: []].append(then)
    guard waiting[peer]?.count == 1 else { return }
    ages.saw(peer.name, at: Clock.boottime)
    askBus(about: peer)
  }

  /// The peer has left: its unique name never comes back.
  package func forget(_ peer: Peer) {
    known[peer] = nil
    ages.saw(peer.name, at: Clock.boottime)
    // Whoever still waits gets an answer, so that nothing hangs.
    settle(Party(peer), isLasting: false)
  }

  private func askBus(about peer: Peer) {
    let request: Message
    do throws(BusError) {
      request = try Message.call(
        to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
        member: "GetConnectionCredentials")
      try request.write { writer throws(BusError) in try writer.append(peer.name) }
    } catch {
      return settle(Party(peer), isLasting: false)
    }
    bus.call(request, timeout: 5_000) { [weak self] reply in
      guard let self else { return }
      switch reply {
      case .success(let message): askSystem(about: peer, Credentials(message))
      case .failure: settle(Party(peer), isLasting: false)
      }
    }
  }

  /// /proc of another process may lead to a dead mount of its own: that is a worker's business.
  private func askSystem(about peer: Peer, _ credentials: Credentials) {
    let latestStart = ages.latestStart(of: peer.name)
    workers.run(
      // Not the lane of what the peer has passed, which may hang.
      lane: "who is \(peer.name)",
      { () -> Result<Party, SystemError> in
        Result { () throws(SystemError) in
          try credentials.party(peer, connectedBy: latestStart)
        }
      },
      then: { [weak self] result in
        switch result {
        case .success(let party): self?.settle(party, isLasting: true)
        // Without a descriptor to look with, another look may tell more.
        case .failure(let error):
          self?.settle(Party(peer), isLasting: !error.isShortOfDescriptors)
        }
      })
  }

  private func settle(_ party: Party, isLasting: Bool) {
    guard let waiters = waiting.removeValue(forKey: party.peer) else { return }
    if isLasting { known[party.peer] = party }
    for waiter in waiters { waiter(party) }
  }
}
