/// How many bytes each peer was sent since it last proved that it reads.
///
/// A bus keeps what a peer does not read. dbus-daemon keeps up to 10⁹ bytes of one sender's, for all receivers together,
/// and then takes nothing from that sender any more; dbus-broker charges them to the sender's user. So whoever does not
/// read is sent no more than a share of far less.
///
/// The proof is the answer to a Ping. A program that answers none, because it waits for one reply after the other and
/// looks at nothing else, is one of which the bus says that it keeps nothing for it. Where the bus says nothing, such a
/// program is trusted for a while: see `trust`.
package struct UnreadBytes {
  /// What a peer may still be sent.
  package enum Standing: Comparable {
    /// Anything.
    case good
    /// Where there is a choice, descriptors rather than bytes.
    case low
    /// Nothing that may be long.
    case exhausted
    /// Only that it is refused.
    case overdrawn
    /// Not even that.
    case ignored
  }

  fileprivate struct Account {
    /// Sent, and not known to have been read.
    var unproven = 0
    /// Sent after the Ping that has no answer yet; nil when there is none.
    var sincePing: Int?
    /// Sent since the bus was asked what it keeps for the peer; nil while it is not.
    var sinceAsked: Int?
    /// Sent after too much had been sent: that it is refused.
    var refusals = 0
    /// Trusted to have been read, without a proof.
    var trusted = 0
    /// When the peer was last trusted, in microseconds.
    var trustedAt: UInt64?
  }

  /// So much of what a peer was sent may be trusted to have been read, and so much more with each second.
  package static let mostTrusted = 64 << 20
  package static let trustedPerSecond = 1 << 20
  private static let leastShare = 64 << 10

  private let perPeer: Int
  private let altogether: Int
  private var accounts: [String: Account] = [:]
  private var total = 0
  /// Peers that were sent so much that their account needs a look.
  private var watched: Set<String> = []

  package init(perPeer: Int, altogether: Int) {
    self.perPeer = perPeer
    self.altogether = altogether
  }

  /// What a peer may be sent without a proof: the less is left for all, the less.
  package var share: Int { max(min(perPeer, (altogether - total) / 64), Self.leastShare) }

  /// Whether every peer's standing is good.
  package var isQuiet: Bool { watched.isEmpty }

  /// The peer has called: from now on what it is sent counts, until it has left.
  package mutating func open(_ peer: String) {
    if accounts[peer] == nil { accounts[peer] = Account() }
  }

  /// - Returns: whether the peer should be asked for a proof now.
  package mutating func sent(_ bytes: Int, to peer: String) -> Bool {
    let share = share
    guard let account = update(peer, { $0.send(bytes, most: share + share / 4) }) else {
      return false
    }
    total += bytes
    guard account.unproven >= notable else { return false }
    watched.insert(peer)
    return account.sincePing == nil
  }

  /// So much without a proof is worth a question.
  private var notable: Int { share / 8 }

  /// A Ping is on its way, after all that was sent.
  package mutating func asked(_ peer: String) { accounts[peer]?.sincePing = 0 }

  /// The peer has answered the Ping: all that was sent before has been read.
  /// - Returns: whether it should be asked again, for what was sent since.
  package mutating func proved(_ peer: String) -> Bool {
    guard let account = accounts[peer] else { return false }
    let left = account.sincePing ?? 0
    total -= account.unproven + account.trusted - left
    accounts[peer] = Account(
      unproven: left, sinceAsked: account.sinceAsked.map { min($0, left) })
    guard left < notable else { return true }
    watched.remove(peer)
    return false
  }

  /// How to find out whether a peer reads that calls and answers no Ping.
  package enum Step: Equatable {
    case none, trust, askBus
  }

  /// - Parameters:
  ///   - isAllWritten: whether the bus has taken all that was sent.
  ///   - busTells: whether the bus says what it keeps.
  ///   - isAskingBus: whether it is being asked about some peer.
  package func nextStep(
    for peer: String, isAllWritten: @autoclosure () -> Bool, busTells: Bool, isAskingBus: Bool
  ) -> Step {
    guard !isQuiet, isAllWritten() else { return .none }
    guard busTells else { return .trust }
    return !isAskingBus && wantsToKnow(peer) ? .askBus : .none
  }

  /// Whether it is time to ask the bus what it keeps for the peer, which has not answered its Ping.
  package func wantsToKnow(_ peer: String) -> Bool {
    guard watched.contains(peer), let account = accounts[peer] else { return false }
    return account.sinceAsked == nil && account.unproven + account.trusted >= share / 4
  }

  /// The bus is asked, after all that was sent.
  package mutating func askedBus(about peer: String) { accounts[peer]?.sinceAsked = 0 }

  /// The bus has answered.
  /// - Parameter kept: the bytes of all that was sent to the peer and not read; nil when the bus does not say.
  package mutating func learned(_ kept: Int?, of peer: String) {
    guard let account = accounts[peer], let since = account.sinceAsked else { return }
    accounts[peer]?.sinceAsked = nil
    guard let kept else { return }
    let sent = account.unproven + account.trusted
    let left = min(sent - since, max(kept, 0)) + since
    total -= sent - left
    accounts[peer] = Account(unproven: left, sincePing: account.sincePing.map { min($0, left) })
    if left < notable { watched.remove(peer) }
  }

  /// The peer has left the bus, and what it had not read is gone.
  package mutating func close(_ peer: String) {
    guard let account = accounts.removeValue(forKey: peer) else { return }
    total -= account.unproven + account.trusted
    watched.remove(peer)
  }

  /// The peer calls when every earlier answer has been written, as one does that waits for each and so has read it.
  /// That is no proof, so it counts only so far, and then as time goes by.
  package mutating func trust(_ peer: String, at now: UInt64) {
    guard watched.contains(peer), total < altogether else { return }
    guard let account = update(peer, { $0.trust(at: now) }) else { return }
    if account.unproven < notable { watched.remove(peer) }
  }

  package func standing(of peer: String) -> Standing {
    guard watched.contains(peer), let account = accounts[peer] else { return .good }
    let share = share
    switch account.unproven {
    case ..<(share / 4 * 3): return .good
    case ..<share: return .low
    case ..<(share + share / 4): return .exhausted
    default: return account.refusals < share / 4 ? .overdrawn : .ignored
    }
  }

  private mutating func update(_ peer: String, _ change: (inout Account) -> Void) -> Account? {
    guard let index = accounts.index(forKey: peer) else { return nil }
    change(&accounts.values[index])
    return accounts.values[index]
  }
}

extension UnreadBytes.Account {
  fileprivate mutating func send(_ bytes: Int, most: Int) {
    if unproven >= most { refusals += bytes }
    unproven += bytes
    if let since = sincePing { sincePing = since + bytes }
    if let since = sinceAsked { sinceAsked = since + bytes }
  }

  fileprivate mutating func trust(at now: UInt64) {
    // A time that nobody can have waited for is bounded by what there is to trust.
    let elapsed = min(trustedAt.map { now &- $0 } ?? 0, 1 << 40)
    let byTime = Int(elapsed / 1_000) * (UnreadBytes.trustedPerSecond / 1_000)
    let most = max(UnreadBytes.mostTrusted - trusted, byTime)
    let amount = min(unproven, most)
    guard amount > 0 else { return }
    trusted += amount
    unproven -= amount
    refusals = 0
    trustedAt = now
  }
}
