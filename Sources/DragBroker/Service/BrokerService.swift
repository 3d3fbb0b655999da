internal import DBus
internal import DesktopTypes
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

/// The service on the bus: it performs what the model decides. Everything here happens on the
/// loop's thread; only workers touch descriptors that peers have passed.
package final class BrokerService {
  let loop: EventLoop
  let bus: Connection
  let workers: WorkerPool
  let peers: PeerDirectory
  let types = TypeDatabase()
  let store = PayloadStore()
  /// The memory that held content may take.
  let memory: MemoryShares
  let log: Log
  let ledger: MoveStore
  /// Nil until somebody has asked, and while the records of moves cannot be read.
  var ledgerIdentity: Identifier?
  /// Nil where nothing can survive this process.
  var persistence: StatePersistence?
  let configuration: Configuration

  var model: Broker
  /// Running and just ended transfers' descriptors, by transfer.
  var partTransfers: [Identifier: [PartTransfer]] = [:]
  /// Calls that wait for a transfer.
  var waitingCalls = WaitingCalls()
  /// What the object manager says.
  var listing = Listing()
  /// Calls that wait for a worker or the bus.
  var attempts: [ObjectIdentifier: Attempt] = [:]
  /// Moves that wait to be noted by the ledger before they are accepted.
  var reservations: [CallID: (LedgerAnswer) -> Void] = [:]
  /// Transfers whose parties are about to be told how they stand.
  var notices: [Identifier: [Peer]] = [:]
  private var reminder: Timer?
  private var reminderMoment: UInt64?
  private var idleTimer: Timer?
  private var restTimer: Timer?
  private var isCalled = false
  private var hasReportedMistake = false
  /// The most that was said of content at a time, in bytes, since memory was last given back.
  private var mostMetadata: UInt64 = 0
  var exitStatus: Int32 = 0
  /// Whether the name is being given back.
  var isLeaving = false

  init(_ configuration: Configuration, loop: EventLoop, bus: Connection) {
    self.configuration = configuration
    log = Log(isVerbose: configuration.isVerbose)
    self.loop = loop
    self.bus = bus
    workers = WorkerPool(remote: loop.remote, threads: 256, perLane: 4)
    peers = PeerDirectory(bus: bus, workers: workers)
    memory = MemoryShares(configuration.limits)
    model = Broker(limits: configuration.limits)
    let limits = configuration.limits
    ledger = MoveStore(
      folder: nil, limit: MoveCost(moves: limits.moves, bytes: limits.moveBytes), workers: workers)
  }

  var now: Instant {
    Instant(awake: Clock.monotonic, elapsed: Clock.boottime, wall: Clock.realtime)
  }

  // MARK: The model

  /// Asks the model something that every call needs to know. A method of so large a struct that is called on a class's
  /// property copies it first; one that is called on what is lent for the while does not.
  func ask<Answer, Failure: Error>(
    _ question: (inout Broker) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try question(&model)
  }

  /// Tells the model what has happened and does what it says. For what no peer can be refused.
  func happened(_ event: Event) {
    do throws(Rejection) {
      perform(try model.handle(event, at: now))
    } catch {
      log.error("refused, though nobody asked: \(error.message)")
    }
    rearm()
  }

  /// Sets the timer for the model's next reminder, and the one for leaving.
  func rearm() {
    reportAccountingMistake()
    rearmReminder()
    rearmIdleExit()
  }

  /// The model's books were wrong: said once, for whoever mends it.
  private func reportAccountingMistake() {
    guard let mistake = ask({ $0.takeAccountingMistake() }), !hasReportedMistake else { return }
    hasReportedMistake = true
    log.error("the charges of connections are wrong, please report it: \(mistake)")
  }

  private func rearmReminder() {
    guard let wait = ask({ $0.nextReminder(at: now) }) else {
      reminder?.cancel()
      reminder = nil
      reminderMoment = nil
      return
    }
    let moment = Clock.monotonic + min(wait, Self.longestWait)
    // A timer that fires a little early is cheaper than one that is moved with every byte.
    if let reminderMoment, reminderMoment <= moment { return }
    reminder?.cancel()
    reminderMoment = moment
    reminder = loop.after(microseconds: min(wait, Self.longestWait)) { [weak self] in
      self?.reminder = nil
      self?.reminderMoment = nil
      self?.happened(.reminded)
    }
  }

  /// Deadlines on the clock that counts sleep are looked at this often, for the timer's clock does not.
  private static let longestWait: UInt64 = 3_600_000_000

  // MARK: Idleness

  /// A call has come. Once none comes for a while, the program's pages are given back: a session's service waits far
  /// longer than it works.
  func called() {
    isCalled = true
    mostMetadata = max(mostMetadata, ask { $0.metadataBytes })
    if restTimer == nil { waitForRest() }
  }

  private func waitForRest() {
    isCalled = false
    restTimer = loop.after(microseconds: 5_000_000) { [weak self] in self?.restUnlessCalled() }
  }

  private func restUnlessCalled() {
    restTimer = nil
    let isResting = !isCalled
    if isResting {
      listing.reply = nil
      ProgramPages.giveBack()
    } else {
      waitForRest()
    }
    // Others may go on calling when much that was said is forgotten.
    let metadata = ask { $0.metadataBytes }
    guard isResting || mostMetadata - min(mostMetadata, metadata) >= Self.much else { return }
    mostMetadata = metadata
    ProgramHeap.giveBack()
  }

  private static let much: UInt64 = 4 << 20

  var isIdle: Bool { model.isIdle && attempts.isEmpty && waitingCalls.isEmpty }

  private func rearmIdleExit() {
    guard let patience = configuration.idleExit else { return }
    idleTimer?.cancel()
    idleTimer = nil
    guard isIdle else { return }
    idleTimer = loop.after(microseconds: patience) { [weak self] in self?.leaveIfIdle() }
  }
}
