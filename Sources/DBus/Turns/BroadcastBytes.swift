/// Counts the bytes of broadcast signals that the bus may still keep because a subscriber does not read.
///
/// A sender never learns who receives a broadcast. dbus-daemon keeps up to 10⁹ bytes of one sender and then takes
/// nothing more from it: one subscriber that does not read would make the sender mute. So each byte counts until the
/// bus says that it keeps it no more, and a peer that causes too many broadcasts has to wait. For a bus that does not
/// tell, the count falls with time.
package struct BroadcastBytes {
  /// Bytes assumed to be read in each second where the bus does not tell.
  package static let assumedReadPerSecond = 1 << 20
  private static let leastShare = 64 << 10

  private let perPeer: Int
  private let altogether: Int
  /// Bytes sent and perhaps still kept.
  private var total = 0
  /// How many of them each peer has caused.
  private var causes: [String: Int] = [:]
  /// Bytes sent since the question to the bus; nil while there is none.
  private var sinceAsked: Int?
  /// When the bus last answered, in microseconds.
  private var learnedAt: UInt64?

  package init(perPeer: Int, altogether: Int) {
    self.perPeer = perPeer
    self.altogether = altogether
  }

  /// Bytes that one peer may cause; the share shrinks with what is left for all.
  private var share: Int { max(min(perPeer, (altogether - total) / 64), Self.leastShare) }

  /// Whether it is time to ask the bus what it keeps.
  package var wantsToKnow: Bool { sinceAsked == nil && total >= perPeer / 4 }

  package mutating func sent(_ bytes: Int, causedBy peer: String?) {
    total += bytes
    if let peer { causes[peer, default: 0] += bytes }
    if let since = sinceAsked { sinceAsked = since + bytes }
  }

  /// Whether a peer may cause more.
  package func mayCause(_ peer: String) -> Bool {
    total < altogether && (causes[peer] ?? 0) < share
  }

  /// The peer has left the bus, and its unique name never comes back. What it caused still counts in the total.
  package mutating func close(_ peer: String) {
    if !causes.isEmpty { causes[peer] = nil }
  }

  /// The bus is asked what it keeps of all that was sent until now.
  package mutating func asked() { sinceAsked = 0 }

  /// - Parameter kept: how many bytes of this process the bus keeps; nil if it does not tell.
  package mutating func learned(_ kept: Int?, at now: UInt64) {
    let since = sinceAsked ?? 0
    sinceAsked = nil
    let before = total - since
    let elapsed = Int(min((now &- (learnedAt ?? now)) / 1_000, 1 << 30))
    let left = kept ?? (before - elapsed * (Self.assumedReadPerSecond / 1_000))
    learnedAt = now
    total = min(before, max(left, 0)) + since
    // The bus does not say whose bytes were read, so every peer's count shrinks in proportion.
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
