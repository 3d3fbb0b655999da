/// Counts the bytes that were sent to each peer and that the peer has not confirmed as read.
///
/// The bus keeps what a peer does not read. dbus-daemon keeps up to 10⁹ bytes of one sender, for all receivers
/// together, and then accepts nothing more from that sender; dbus-broker charges them to the sender's user. So this
/// process sends a peer that does not read far less, at most its share.
///
/// The answer to a Ping confirms all bytes before it. A program that blocks for each reply and reads nothing else
/// answers no Ping; for such a peer this process queries the bus for the bytes that it keeps. If the bus does not
/// report them, the peer is trusted for a while: see `trust`.
package struct UnreadBytes {
  /// The limit on messages to a peer, the mildest first.
  package enum SendRestriction: Comparable {
    /// Messages of any length.
    case unrestricted
    /// Descriptors in place of bytes, where both are possible.
    case preferDescriptors
    /// Only short replies.
    case shortReplies
    /// Only refusals.
    case refusalsOnly
    /// No messages.
    case noMessages
  }

  fileprivate struct Account {
    /// Bytes sent and not known to have been read.
    var unconfirmed = 0
    /// Bytes sent after the Ping that has no answer yet; nil when there is none.
    var sincePing: Int?
    /// Bytes sent since the query to the bus about the peer; nil while no query is open.
    var sinceQuery: Int?
    /// Bytes of refusals, sent after the peer had used up its share.
    var refusals = 0
    /// Bytes that count as read although the peer has not confirmed them.
    var trusted = 0
    /// When the peer was last trusted, in microseconds.
    var trustedAt: UInt64?
  }

  /// The bytes that may count as read without a confirmation, and the additional ones in each second.
  package static let maxTrusted = 64 << 20
  package static let trustedPerSecond = 1 << 20
  private static let leastShare = 64 << 10

  private let perPeer: Int
  private let altogether: Int
  private var accounts: [String: Account] = [:]
  private var total = 0
  /// Peers with at least `pingThreshold` unconfirmed bytes.
  private var watched: Set<String> = []

  package init(perPeer: Int, altogether: Int) {
    self.perPeer = perPeer
    self.altogether = altogether
  }

  /// Unconfirmed bytes that one peer may have; the share shrinks with the bytes that are left for all.
  package var share: Int { max(min(perPeer, (altogether - total) / 64), Self.leastShare) }

  /// Whether no peer has many unconfirmed bytes.
  package var isQuiet: Bool { watched.isEmpty }

  /// The peer has called: from now on the bytes sent to it count, until it leaves.
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
    guard account.unconfirmed >= pingThreshold else { return false }
    watched.insert(peer)
    return account.sincePing == nil
  }

  /// Unconfirmed bytes after which the peer gets a Ping.
  private var pingThreshold: Int { share / 8 }

  /// A Ping was sent to the peer, after everything else.
  package mutating func pingSent(to peer: String) { accounts[peer]?.sincePing = 0 }

  /// The peer has answered the Ping: it has read all bytes that were sent before.
  /// - Returns: whether to send another Ping, for the bytes that were sent since.
  package mutating func pingAnswered(by peer: String) -> Bool {
    guard let account = accounts[peer] else { return false }
    let left = account.sincePing ?? 0
    total -= account.unconfirmed + account.trusted - left
    accounts[peer] = Account(
      unconfirmed: left, sinceQuery: account.sinceQuery.map { min($0, left) })
    guard left < pingThreshold else { return true }
    watched.remove(peer)
    return false
  }

  /// The way to find out whether a peer reads that calls and answers no Ping.
  package enum Step: Equatable {
    case none, trust, askBus
  }

  /// - Parameters:
  ///   - isAllWritten: whether the bus has taken all sent bytes.
  ///   - busTells: whether the bus reports the bytes that it keeps.
  ///   - isAskingBus: whether a query to the bus about a peer is open.
  package func nextStep(
    for peer: String, isAllWritten: @autoclosure () -> Bool, busTells: Bool, isAskingBus: Bool
  ) -> Step {
    guard !isQuiet, isAllWritten() else { return .none }
    guard busTells else { return .trust }
    return !isAskingBus && shouldQueryBus(about: peer) ? .askBus : .none
  }

  /// Whether to query the bus about the peer, because it has not answered its Ping.
  package func shouldQueryBus(about peer: String) -> Bool {
    guard watched.contains(peer), let account = accounts[peer] else { return false }
    return account.sinceQuery == nil && account.unconfirmed + account.trusted >= share / 4
  }

  /// The bus is queried about the peer, after everything that was sent.
  package mutating func busQueried(about peer: String) { accounts[peer]?.sinceQuery = 0 }

  /// The bus has answered the query.
  /// - Parameter kept: the bytes that any sender has sent to the peer and the peer has not read; nil if the bus does
  ///   not report them.
  package mutating func recordKeptBytes(_ kept: Int?, of peer: String) {
    guard let account = accounts[peer], let since = account.sinceQuery else { return }
    accounts[peer]?.sinceQuery = nil
    guard let kept else { return }
    let sent = account.unconfirmed + account.trusted
    let left = min(sent - since, max(kept, 0)) + since
    total -= sent - left
    accounts[peer] = Account(unconfirmed: left, sincePing: account.sincePing.map { min($0, left) })
    if left < pingThreshold { watched.remove(peer) }
  }

  /// The peer has left the bus, and the bus has dropped its unread messages.
  package mutating func close(_ peer: String) {
    guard let account = accounts.removeValue(forKey: peer) else { return }
    total -= account.unconfirmed + account.trusted
    watched.remove(peer)
  }

  /// The peer calls after every earlier answer was written, like a program that reads each answer before its next call.
  /// That confirms nothing, so bytes count as read only up to `maxTrusted`, and beyond that only as time passes.
  package mutating func trust(_ peer: String, at now: UInt64) {
    guard watched.contains(peer), total < altogether else { return }
    guard let account = update(peer, { $0.trust(at: now) }) else { return }
    if account.unconfirmed < pingThreshold { watched.remove(peer) }
  }

  package func restriction(of peer: String) -> SendRestriction {
    guard watched.contains(peer), let account = accounts[peer] else { return .unrestricted }
    let share = share
    switch account.unconfirmed {
    case ..<(share / 4 * 3): return .unrestricted
    case ..<share: return .preferDescriptors
    case ..<(share + share / 4): return .shortReplies
    default: return account.refusals < share / 4 ? .refusalsOnly : .noMessages
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
    if unconfirmed >= most { refusals += bytes }
    unconfirmed += bytes
    if let since = sincePing { sincePing = since + bytes }
    if let since = sinceQuery { sinceQuery = since + bytes }
  }

  fileprivate mutating func trust(at now: UInt64) {
    // Bounded, so that the product below cannot overflow.
    let elapsed = min(trustedAt.map { now &- $0 } ?? 0, 1 << 40)
    let byTime = Int(elapsed / 1_000) * (UnreadBytes.trustedPerSecond / 1_000)
    let most = max(UnreadBytes.maxTrusted - trusted, byTime)
    let amount = min(unconfirmed, most)
    guard amount > 0 else { return }
    trusted += amount
    unconfirmed -= amount
    refusals = 0
    trustedAt = now
  }
}
