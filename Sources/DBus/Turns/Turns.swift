internal import CDBus
internal import DragSystem

/// What a connection keeps that serves its peers in turn.
final class Turns {
  /// What waits for its turn.
  enum Waiting {
    case message(Message)
    /// A call that came when its sender had too many in the queue: it is refused in its turn.
    case excess(ReplyAddress)
  }

  /// A message takes so much more than its bytes, and a refused call so much in all.
  static let overhead = 512
  static let excessBytes = 64
  /// So much of a sender with an empty line is always taken.
  static let alwaysTaken = 4_096
  /// What a microsecond of this process costs, in bytes.
  static let costOfMicrosecond = 64
  /// Microseconds after which the loop sees to others.
  static let longestTurn: UInt64 = 2_000
  /// Microseconds after which it does when as many bytes have arrived: what has not been read cannot have its turn.
  static let shortTurn: UInt64 = 250
  static let manyUnread = 4_096
  /// Microseconds after which a peer whose calls are held may be trusted again.
  static let trustInterval: UInt64 = 100_000
  /// Calls that came together with the news that their sender has left, and are performed before it; no longer than a
  /// turn takes.
  static let lastCalls = 16

  let rules: TurnRules
  var queue = TurnQueue<Waiting>()
  var unread: UnreadBytes
  var broadcasts: BroadcastBytes
  /// Read and not sorted yet.
  var arrived: [Message] = []
  /// Bytes read: before the present turn, of a message that was not complete; and in it.
  var carriedBytes = 0
  var freshBytes = 0
  /// Whom a Ping with that serial was sent to.
  var pings: [UInt32: String] = [:]
  /// Whose calls wait until they have read.
  var gate: ServingGate
  /// What the bus tells of itself.
  var statistics = BusStatistics.unknown
  /// Whether it has been asked about a peer.
  var isAskingBus = false
  var isServing = false
  var isScheduled = false
  var timer: Timer?

  init(_ rules: TurnRules) {
    self.rules = rules
    gate = ServingGate(timeout: rules.readTimeout)
    unread = UnreadBytes(perPeer: rules.unreadBytesPerPeer, altogether: rules.unreadBytes)
    broadcasts = BroadcastBytes(perPeer: rules.unreadBytesPerPeer, altogether: rules.unreadBytes)
  }

  /// The queue has room for a message of the sender's: what is left is left for others too.
  func hasRoom(for bytes: Int, from sender: String) -> Bool {
    let own = queue.bytes(of: sender)
    if own == 0, bytes <= Self.alwaysTaken { return true }
    let free = max(rules.queuedBytes - queue.bytes, 0)
    return own + bytes <= min(rules.queuedBytesPerSender, free / 2)
  }

  /// There is room to remember that a call is refused.
  func hasRoomForExcess(of sender: String) -> Bool {
    queue.bytes(of: sender) < rules.queuedBytesPerSender + 4_096 * Self.excessBytes
      && queue.bytes < rules.queuedBytes + rules.queuedBytes / 16
  }

  /// The peer has left the bus.
  func forget(_ peer: String) {
    unread.close(peer)
    broadcasts.close(peer)
    gate.release(peer)
    guard !pings.isEmpty else { return }
    pings = pings.filter { $0.value != peer }
  }
}
