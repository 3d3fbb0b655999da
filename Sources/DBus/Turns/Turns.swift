internal import CDBus
internal import DragSystem

/// The state of a connection that serves its peers in turn.
package final class Turns {
  /// An entry of the queue.
  enum Waiting {
    case message(Message)
    /// A call for which its sender had no room left in the queue: it is refused in its turn.
    case excess(ReplyAddress)
    /// The rest of a call that was served in part; a step returns whether the call is served.
    case rest(step: () -> Bool)
  }

  /// Bytes that a queued message costs beyond its length, and that a refused call costs.
  static let overhead = 512
  static let excessBytes = 64
  /// A sender without waiting calls always has room for a message of this length.
  static let guaranteedRoom = 4_096
  /// The bytes that a sender pays for a microsecond of this process.
  static let costOfMicrosecond = 64
  /// Microseconds after which the connection lets the loop run its other work.
  static let longestTurn: UInt64 = 2_000
  /// Microseconds after which it does so if a message has arrived: a call may be next in turn.
  static let shortTurn: UInt64 = 250
  /// Microseconds that one step of a call may take.
  package static let step: UInt64 = 250
  /// The most microseconds in one turn of the loop in which the connection reads on. It reads at least as long as it
  /// has served: otherwise the bus would hold a short call back behind what a flood has sent.
  static let longestRead: UInt64 = 10_000
  /// Microseconds between checks of the peers whose calls wait.
  static let trustInterval: UInt64 = 100_000
  /// How many waiting calls of a peer that has left are still served.
  static let lastCalls = 16

  let rules: TurnRules
  var queue = TurnQueue<Waiting>()
  var unread: UnreadBytes
  var broadcasts: BroadcastBytes
  /// Messages that were read and not placed yet.
  var arrived: [Message] = []
  /// Bytes read of a message that was not complete before the present turn, and bytes read in it.
  var carriedBytes = 0
  var freshBytes = 0
  /// Whether serving waits for the next turn of the loop, which reads first.
  var letsRead = false
  /// Microseconds of serving since the socket was read.
  var servedTime: UInt64 = 0
  /// The sender of the message that is being served, its bytes, and whether the queue had no room for them.
  var served = (sender: "", bytes: 0, isOversized: false)
  /// The sender of the only call without room in the queue that is served in steps.
  var oversized: String?
  /// How many rests were put back into the queue so far.
  var restsPutBack: UInt64 = 0
  /// The receiver of each Ping, by its serial.
  var pings: [UInt32: String] = [:]
  var policy: ServingPolicy
  /// The statistics that the bus offers.
  var statistics = BusStatistics.unknown
  /// Whether a query to the bus about a peer is open.
  var isAskingBus = false
  var isServing = false
  var isScheduled = false
  /// Whether calls wait until the bus takes more bytes.
  var isWaitingForBus = false
  var timer: LoopTimer?

  init(_ rules: TurnRules) {
    self.rules = rules
    policy = ServingPolicy(timeout: rules.readTimeout)
    unread = UnreadBytes(perPeer: rules.unreadBytesPerPeer, altogether: rules.unreadBytes)
    broadcasts = BroadcastBytes(perPeer: rules.unreadBytesPerPeer, altogether: rules.unreadBytes)
  }

  /// Whether the queue has room for a message. One sender may use at most half of what is free.
  func hasRoom(for bytes: Int, from sender: String) -> Bool {
    let own = queue.bytes(of: sender)
    if own == 0, bytes <= Self.guaranteedRoom { return true }
    let free = max(rules.queuedBytes - queue.bytes, 0)
    return own + bytes <= min(rules.queuedBytesPerSender, free / 2)
  }

  /// Whether there is room to remember that a call is refused.
  func hasRoomForExcess(of sender: String) -> Bool {
    queue.bytes(of: sender) < rules.queuedBytesPerSender + 4_096 * Self.excessBytes
      && queue.bytes < rules.queuedBytes + rules.queuedBytes / 16
  }

  /// The peer has left the bus.
  func forget(_ peer: String) {
    if oversized == peer { oversized = nil }
    unread.close(peer)
    broadcasts.close(peer)
    policy.release(peer)
    guard !pings.isEmpty else { return }
    pings = pings.filter { $0.value != peer }
  }
}
