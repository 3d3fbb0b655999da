package import DBus
package import DragModel
package import DragSystem

/// Looks up the application of each peer in the bus and the system, once, and keeps it while the peer is connected.
///
/// An unknown peer counts as sandboxed. Only two kinds of process are known to be in no sandbox: one that sees the same
/// files as this one (`ProcessFacts.sharesRoot`), and one in the trusted unit. A sandbox of dragd's own does not count,
/// but Flatpak's does.
package final class PeerDirectory {
  private let bus: Connection
  private let workers: WorkerPool
  private let trusted: ServiceUnit?
  private var known: [Peer: Party] = [:]
  private var lookUps: [Peer: LookUp] = [:]
  private var ages = ConnectionAges()

  /// A look-up and those who wait for it. When the peer leaves, the look-up ends, and what the system says later
  /// concerns no other one.
  private final class LookUp {
    let peer: Peer
    var waiting: [(Party) -> Void] = []

    init(of peer: Peer) { self.peer = peer }
  }

  /// Microseconds for reading a file in a peer's sandbox.
  private static let sandboxTimeout: UInt64 = 5_000_000

  /// - Parameter trusted: a unit whose processes are in no sandbox, whatever they see.
  package init(bus: Connection, workers: WorkerPool, trusting trusted: ServiceUnit? = nil) {
    self.bus = bus
    self.workers = workers
    self.trusted = trusted
    ages.recordPresence(of: bus.uniqueName, at: Clock.boottime)
  }

  /// Calls `then` with what is known of a peer that has called, at once or when the system has answered.
  package func identify(_ caller: Peer, then: @escaping (Party) -> Void) {
    if known[caller] == nil, lookUps[caller] == nil {
      ages.recordPresence(of: caller.name, at: Clock.boottime)
    }
    lookUp(caller, then: then)
  }

  /// The same for a peer that another peer has named. It may not exist, so `ages` must not record its number: with an
  /// invented high number, all later connections would seem older than their processes.
  package func lookUp(_ peer: Peer, then: @escaping (Party) -> Void) {
    if let party = known[peer] { return then(party) }
    if let lookUp = lookUps[peer] { return lookUp.waiting.append(then) }
    let lookUp = LookUp(of: peer)
    lookUp.waiting.append(then)
    lookUps[peer] = lookUp
    askBus(for: lookUp)
  }

  /// The peer has left the bus; its unique name never comes back.
  package func forget(_ peer: Peer) {
    known[peer] = nil
    workers.recordDeparture(of: peer.name)
    ages.recordPresence(of: peer.name, at: Clock.boottime)
    // Every waiting caller gets an answer, so that nothing hangs.
    if let lookUp = lookUps[peer] { answer(lookUp, Party(peer), isLasting: false) }
  }

  private func askBus(for lookUp: LookUp) {
    let peer = lookUp.peer
    let request: Message
    do throws(BusError) {
      request = try Connection.busCall("GetConnectionCredentials", peer.name)
    } catch {
      return answer(lookUp, Party(peer), isLasting: false)
    }
    bus.call(request, timeout: 5_000) { [weak self] reply in
      guard let self else { return }
      switch reply {
      case .success(let message):
        ages.recordPresence(of: peer.name, at: Clock.boottime)
        askSystem(for: lookUp, Credentials(message))
      case .failure: answerInTurn(lookUp)
      }
    }
  }

  /// The bus does not know the peer, which may have left. The answer takes its turn behind what the peer has sent, and
  /// behind its departure. Otherwise dragd would serve the peer's calls as if it were still on the bus.
  private func answerInTurn(_ lookUp: LookUp) {
    bus.serve(
      inSteps: { [weak self] in
        self?.answer(lookUp, Party(lookUp.peer), isLasting: false)
        return true
      }, from: lookUp.peer.name)
  }

  private func askSystem(for lookUp: LookUp, _ credentials: Credentials) {
    let peer = lookUp.peer
    let latestStart = ages.latestStart(of: peer.name)
    workers.run(
      lane: .identity(of: peer.name),
      { [trusted] () -> Result<Identification, SystemError> in
        Result { () throws(SystemError) in
          try credentials.identification(
            of: peer, connectedBy: latestStart, trusting: trusted)
        }
      },
      then: { [weak self] result in
        switch result {
        case .success(.known(let party)): self?.answer(lookUp, party, isLasting: true)
        case .success(let identification): self?.readSandbox(for: lookUp, identification)
        case .failure(let error): self?.fail(lookUp, error)
        }
      })
  }

  /// The sandbox may have a dead mount, on which a read blocks: then its application stays unknown.
  private func readSandbox(for lookUp: LookUp, _ identification: Identification) {
    let timer = bus.loop?.after(microseconds: Self.sandboxTimeout) { [weak self] in
      self?.answer(lookUp, Party(lookUp.peer), isLasting: true)
    }
    workers.run(
      lane: .sandbox(of: lookUp.peer.name),
      { () -> Result<Party, SystemError> in
        Result { () throws(SystemError) in try identification.read() }
      },
      then: { [weak self] result in
        timer?.cancel()
        switch result {
        case .success(let party): self?.answer(lookUp, party, isLasting: true)
        case .failure(let error): self?.fail(lookUp, error)
        }
      })
  }

  /// The lookup needs a descriptor; if this process has none left, a later one may succeed.
  private func fail(_ lookUp: LookUp, _ error: SystemError) {
    answer(lookUp, Party(lookUp.peer), isLasting: !error.isShortOfDescriptors)
  }

  private func answer(_ lookUp: LookUp, _ party: Party, isLasting: Bool) {
    guard lookUps[lookUp.peer] === lookUp else { return }
    lookUps[lookUp.peer] = nil
    if isLasting {
      known[party.peer] = party
      workers.charge(party.peer.name, to: party.account.description)
    }
    // Frees each waiter, with the message that it holds, right after its call.
    var rest = Array(lookUp.waiting.reversed())
    lookUp.waiting = []
    while let waiter = rest.popLast() { waiter(party) }
  }
}
