internal import CDBus
internal import DragSystem

/// Counts the bytes of broadcast signals that the bus may still keep because a subscriber does not read.
///
/// A sender never learns who receives a broadcast. dbus-daemon keeps up to 10⁹ bytes of one sender and then accepts
/// nothing more from it: one subscriber that does not read would block every message of this process. So each byte
/// counts until the bus reports that it has delivered it, and a peer that causes too many broadcasts must wait. With a
/// bus that reports nothing, the count falls with time.
package struct BroadcastBytes {
  /// Bytes that count as read in each second if the bus reports nothing.
  package static let assumedReadPerSecond = 1 << 20
  private static let leastShare = 64 << 10

  private let perPeer: Int
  private let altogether: Int
  /// Bytes that were sent and that the bus may still keep.
  private var total = 0
  /// The part of `total` that each peer has caused.
  private var causes: [String: Int] = [:]
  /// Bytes sent since the query to the bus; nil while no query is open.
  private var sinceQuery: Int?
  /// When the bus last answered, in microseconds.
  private var learnedAt: UInt64?

  package init(perPeer: Int, altogether: Int) {
    self.perPeer = perPeer
    self.altogether = altogether
  }

  /// Bytes that one peer may cause; the share shrinks with what is left for all.
  private var share: Int { max(min(perPeer, (altogether - total) / 64), Self.leastShare) }

  /// Whether to query the bus now for the bytes that it keeps.
  package var shouldQueryBus: Bool { sinceQuery == nil && total >= perPeer / 4 }

  package mutating func sent(_ bytes: Int, causedBy peer: String?) {
    total += bytes
    if let peer { causes[peer, default: 0] += bytes }
    if let since = sinceQuery { sinceQuery = since + bytes }
  }

  /// Whether a peer may cause another broadcast.
  package func mayCause(_ peer: String) -> Bool {
    total < altogether && (causes[peer] ?? 0) < share
  }

  /// The peer has left the bus, and its unique name never comes back. The bytes that it caused still count in the
  /// total.
  package mutating func close(_ peer: String) {
    if !causes.isEmpty { causes[peer] = nil }
  }

  /// Records that this process queries the bus for the bytes that it keeps of all that were sent until now.
  package mutating func busQueried() { sinceQuery = 0 }

  /// - Parameter kept: the bytes of this process that the bus keeps; nil if the bus does not report them.
  package mutating func recordKeptBytes(_ kept: Int?, at now: UInt64) {
    let since = sinceQuery ?? 0
    sinceQuery = nil
    let before = total - since
    let elapsed = Int(min((now &- (learnedAt ?? now)) / 1_000, 1 << 30))
    let left = kept ?? (before - elapsed * (Self.assumedReadPerSecond / 1_000))
    learnedAt = now
    total = min(before, max(left, 0)) + since
    // The bus does not report which peer caused the bytes that were read, so every peer's count shrinks in proportion.
    if total < perPeer / 4 {
      causes = [:]
    } else if before > 0, total < before + since {
      let factor = Double(total) / Double(before + since)
      causes = causes.compactMapValues { count in
        let left = Int(Double(count) * factor)
        return left > 0 ? left : nil
      }
    }
  }
}

// Broadcast signals, and how many bytes of them the bus keeps.

extension Connection {
  /// Sends a signal to every peer that has a match rule for it.
  /// - Parameter peer: the peer that caused it, if known.
  package func broadcast(_ signal: Message, causedBy peer: String?) {
    guard send(signal) != 0, let turns = attachment?.turns else { return }
    turns.broadcasts.sent(signal.bodyLength + Self.usualHeader, causedBy: peer)
    if turns.broadcasts.shouldQueryBus { askForKeptBytes(turns) }
  }

  /// Whether a peer may cause another broadcast: false while the bus may keep too many bytes that the peer caused.
  package func mayBroadcast(causedBy peer: String) -> Bool {
    guard let turns = attachment?.turns, !turns.broadcasts.mayCause(peer) else { return true }
    if turns.broadcasts.shouldQueryBus { askForKeptBytes(turns) }
    return false
  }

  private func askForKeptBytes(_ turns: Turns) {
    turns.broadcasts.busQueried()
    askBus(.sentByUs, turns) { kept in turns.broadcasts.recordKeptBytes(kept, at: Clock.monotonic) }
  }
}
