@testable import DragModel

/// The broker, the ledger, a source, destinations, the bus and the disk: everything that a move needs,
/// between two instants. The broker and the ledger are the real ones.
struct MoveWorld {
  /// The clock stands still; the step `wait` makes a deadline pass.
  static let now = Instant(monotonic: 0, boottime: 0, realtime: 0)

  let setup: MoveSetup
  var left: Budget

  var source: MoveSource
  var destinations: [MoveDestination]
  var broker: Broker
  var ledger: LedgerState

  /// For each connection that the broker believes to be on the bus: the messages that have not arrived.
  var inboxes: [Inbox]
  /// For each party: messages to its connection that have not arrived.
  var outboxes: [[MoveReply]]

  // The shell around the model.
  /// Calls that have not been answered.
  var waiting: [Waiting] = []
  /// Accepts that wait for the ledger to record their reservations.
  var plans: [(transfer: UInt8, connection: Int, plan: AcceptPlan)] = []
  var requests: [LedgerRequest] = []
  /// Entries that are in the file and not yet synced, and the request they are for.
  var writing: Writing?
  var brokerLife: UInt64 = 1

  // The disk.
  /// Entries that are in the file although the broker takes their write for failed.
  var hidden: [LedgerEntry] = []
  /// The ledger that survives a power cut, and the entries since then.
  var safe: LedgerState
  var unsynced: [LedgerEntry] = []
  /// The offers' items as the state file has them.
  var stateFile: [StoredOffer] = []

  /// A violation that a step has found.
  var defect: MoveViolation?

  /// How often each fault may still happen.
  struct Budget: Hashable {
    var kills = 0
    var powerCuts = 0
    var refusals = 0
    var sleeps = 0
    var cancels = 0
    var faults = 0
  }

  struct Inbox: Hashable {
    let connection: Int
    var requests: [MoveRequest]
  }

  struct Waiting: Hashable {
    let connection: Int
    let request: MoveRequest

    var call: CallID { CallID(UInt64(connection) << 32 | request.word) }
  }

  struct Writing: Hashable {
    let request: LedgerRequest
    let entries: [LedgerEntry]
    let answer: LedgerAnswer
  }

  struct StoredOffer: Hashable {
    let connection: Int
    let offer: Int
    var items: UInt8
  }

  init(_ setup: MoveSetup) {
    self.setup = setup
    left = Budget(
      kills: setup.kills, powerCuts: setup.powerCuts, refusals: setup.refusals,
      sleeps: setup.sleeps, cancels: setup.cancels, faults: setup.faults)
    source = MoveSource(items: setup.itemMask)
    destinations = (0..<setup.destinations).map { _ in MoveDestination() }
    broker = Broker(limits: Self.limits)
    broker.keepsContent = setup.keepsContent
    ledger = LedgerState(limit: MoveCost(moves: 100, bytes: .max))
    safe = ledger
    inboxes = (0...setup.destinations).map { Inbox(connection: $0 * MoveNames.lives, requests: []) }
    outboxes = (0...setup.destinations).map { _ in [] }
    send(.claim, from: 0)
  }

  /// Ended transfers are forgotten at once: the ledger gives the same answers.
  static let limits = {
    var limits = Limits()
    limits[.endedTransfers] = 0
    return limits
  }()

  // MARK: The bus

  /// The number of a party's connection.
  func connection(of party: Int) -> Int {
    let life = party == 0 ? source.life : destinations[party - 1].life
    return party * MoveNames.lives + life
  }

  mutating func send(_ request: MoveRequest, from party: Int) {
    let connection = connection(of: party)
    guard let place = inboxes.firstIndex(where: { $0.connection == connection }) else { return }
    inboxes[place].requests.append(request)
  }

  /// A message to a connection that has left is lost.
  mutating func send(_ reply: MoveReply, to connection: Int) {
    let party = connection / MoveNames.lives
    guard self.connection(of: party) == connection else { return }
    outboxes[party].append(reply)
  }

  /// Removes and returns the waiting call with a number.
  mutating func answered(_ call: CallID) -> Waiting? {
    waiting.firstIndex { $0.call == call }.map { waiting.remove(at: $0) }
  }
}
