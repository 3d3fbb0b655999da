/// Counts the bytes that each peer was sent since it last proved that it reads.
///
/// The bus keeps what a peer does not read. dbus-daemon keeps up to 10⁹ bytes of one sender, for all receivers
/// together, and then takes nothing more from that sender; dbus-broker charges them to the sender's user. So a peer
/// that does not read is sent no more than a share of far less.
///
/// The answer to a Ping is the proof. A program that blocks for each reply and looks at nothing else answers no Ping;
/// for such a peer the bus is asked what it keeps. Where the bus does not tell, the peer is trusted for a while: see
/// `trust`.
package struct UnreadBytes {
  /// How much a peer may still be sent.
  package enum Standing: Comparable {
    /// Anything.
    case good
    /// Descriptors rather than bytes, where there is a choice.
    case low
    /// Only short answers.
    case exhausted
    /// Only refusals.
    case overdrawn
    /// Nothing.
    case ignored
  }

  fileprivate struct Account {
    /// Bytes sent and not known to have been read.
    var unproven = 0
    /// Bytes sent after the Ping that has no answer yet; nil when there is none.
    var sincePing: Int?
    /// Bytes sent since the question to the bus about the peer; nil while there is none.
    var sinceAsked: Int?
    /// Bytes of refusals, sent after too much had been sent.
    var refusals = 0
    /// Bytes trusted to have been read, without a proof.
    var trusted = 0
    /// When the peer was last trusted, in microseconds.
    var trustedAt: UInt64?
  }

  /// How many bytes may be trusted to have been read, and how many more in each second.
  package static let maxTrusted = 64 << 20
  package static let trustedPerSecond = 1 << 20
  private static let leastShare = 64 << 10

  private let perPeer: Int
  private let altogether: Int
  private var accounts: [String: Account] = [:]
  private var total = 0
  /// Peers that were sent a notable amount without a proof.
  private var watched: Set<String> = []

  package init(perPeer: Int, altogether: Int) {
    self.perPeer = perPeer
    self.altogether = altogether
  }

  /// Bytes that a peer may be sent without a proof; the share shrinks with what is left for all.
  package var share: Int { max(min(perPeer, (altogether - total) / 64), Self.leastShare) }

  /// Whether every peer's standing is good.
  package var isQuiet: Bool { watched.isEmpty }

  /// The peer has called: from now on what it is sent counts, until it leaves.
  package mutating func open(_ peer: String) {
    if accounts[peer] == nil { accounts[peer] = Account() }
  }

  /// - Returns: whether to send the peer a Ping now.
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

  /// So many bytes without a proof are worth a Ping.
  private var notable: Int { share / 8 }

  /// A Ping was sent, after everything else.
  package mutating func asked(_ peer: String) { accounts[peer]?.sincePing = 0 }

  /// The peer has answered the Ping: all that was sent before has been read.
  /// - Returns: whether to send another Ping, for what was sent since.
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

  /// Whether to ask the bus what it keeps for the peer, which has not answered its Ping.
  package func wantsToKnow(_ peer: String) -> Bool {
    guard watched.contains(peer), let account = accounts[peer] else { return false }
    return account.sinceAsked == nil && account.unproven + account.trusted >= share / 4
  }

  /// The bus is asked, after everything that was sent.
  package mutating func askedBus(about peer: String) { accounts[peer]?.sinceAsked = 0 }

  /// The bus has answered.
  /// - Parameter kept: the bytes sent to the peer, by anybody, and not read; nil if the bus does not tell.
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

  /// The peer has left the bus, which has dropped what it had not read.
  package mutating func close(_ peer: String) {
    guard let account = accounts.removeValue(forKey: peer) else { return }
    total -= account.unproven + account.trusted
    watched.remove(peer)
  }

  /// The peer calls after every earlier answer was written, as a program does that reads each answer before its next
  /// call. That is no proof, so it counts only up to `maxTrusted`, and beyond that only as time passes.
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
    // Bounded, so that the product below cannot overflow.
    let elapsed = min(trustedAt.map { now &- $0 } ?? 0, 1 << 40)
    let byTime = Int(elapsed / 1_000) * (UnreadBytes.trustedPerSecond / 1_000)
    let most = max(UnreadBytes.maxTrusted - trusted, byTime)
    let amount = min(unproven, most)
    guard amount > 0 else { return }
    trusted += amount
    unproven -= amount
    refusals = 0
    trustedAt = now
  }
}
