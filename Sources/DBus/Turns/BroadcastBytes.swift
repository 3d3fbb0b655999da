/// How many bytes of signals to everybody the bus may still keep, because somebody who asked for them does not read.
///
/// Nobody tells a sender who gets a broadcast. dbus-daemon keeps up to 10⁹ bytes of one sender's, and then takes nothing
/// from it any more: one subscriber that does not read would make the sender mute. So what was sent counts until the bus
/// says that it keeps it no more, and those who cause too much of it have to wait. Where the bus says nothing, time goes
/// for it.
package struct BroadcastBytes {
  /// So much is taken to be gone with each second where the bus does not say.
  package static let goneEachSecond = 1 << 20
  private static let leastShare = 64 << 10

  private let perPeer: Int
  private let altogether: Int
  /// Sent, and perhaps kept.
  private var total = 0
  /// What of it each peer has caused.
  private var causes: [String: Int] = [:]
  /// Sent since the bus was asked; nil while it is not.
  private var sinceAsked: Int?
  /// When it was learned last what the bus keeps, in microseconds.
  private var learnedAt: UInt64?

  package init(perPeer: Int, altogether: Int) {
    self.perPeer = perPeer
    self.altogether = altogether
  }

  /// What one peer may cause: the less is left for all, the less.
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

  /// The peer has left the bus, under a name that never comes back; what it has caused still counts for all.
  package mutating func close(_ peer: String) {
    if !causes.isEmpty { causes[peer] = nil }
  }

  /// The bus is asked what it keeps of all that was sent before.
  package mutating func asked() { sinceAsked = 0 }

  /// - Parameter kept: how many bytes of this process's the bus keeps; nil where it does not say.
  package mutating func learned(_ kept: Int?, at now: UInt64) {
    let since = sinceAsked ?? 0
    sinceAsked = nil
    let before = total - since
    let elapsed = Int(min((now &- (learnedAt ?? now)) / 1_000, 1 << 30))
    let left = kept ?? (before - elapsed * (Self.goneEachSecond / 1_000))
    learnedAt = now
    total = min(before, max(left, 0)) + since
    // Whose it is that is gone is not known: the oldest, most likely of those who have caused the most.
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
