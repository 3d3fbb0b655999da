/// A connection's claim of a cookie, which lets it offer moves.
struct Claim: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// So many calls wait for the ledger's answer.
    case querying(Int)
    /// The committed moves that the source was told of and has not acknowledged; whether the answer listed all.
    case answered(unacknowledged: Set<Identifier>, areAll: Bool)
  }

  let peer: Peer
  /// Claims of this broker are numbered in their order.
  let number: UInt64
  private var state: State

  init(_ peer: Peer, number: UInt64) {
    self.peer = peer
    self.number = number
    state = .querying(1)
  }

  mutating func startQuery() {
    switch state {
    case .querying(let count): state = .querying(count + 1)
    case .answered: state = .querying(1)
    }
  }

  /// The ledger has told which moves the source has not acknowledged.
  mutating func recordAnswer(_ moves: [UnacknowledgedMove], areAll: Bool) {
    switch state {
    case .querying(let count) where count > 1: state = .querying(count - 1)
    case .querying, .answered:
      state = .answered(unacknowledged: Set(moves.map(\.transfer)), areAll: areAll)
    }
  }

  mutating func recordAcknowledgement(_ transfer: Identifier) {
    switch state {
    case .querying: break  // The answer that is still to come takes account of it.
    case .answered(var unacknowledged, let areAll):
      unacknowledged.remove(transfer)
      state = .answered(unacknowledged: unacknowledged, areAll: areAll)
    }
  }

  /// Why nothing can be moved under the claim yet; nil if it can. Only the source may read it: it names a transfer.
  var obstacle: String? {
    switch state {
    case .querying: "UnacknowledgedMoves has not been answered yet"
    case .answered(let unacknowledged, areAll: true) where unacknowledged.isEmpty: nil
    case .answered(let unacknowledged, areAll: false) where unacknowledged.isEmpty:
      "more moves are not acknowledged than one answer lists: call UnacknowledgedMoves again"
    case .answered(let unacknowledged, _):
      "\(unacknowledged.count) moves are not acknowledged, among them "
        + "\(unacknowledged.min()?.description ?? ""): delete their items, then AcknowledgeMove"
    }
  }
}

/// The broker's knowledge of moves while it runs. The ledger has the part that outlives the broker.
struct Moves: Hashable, Sendable {
  var claims: [String: Claim] = [:]
  /// Items that a transfer moves, from Accept until the commit or the end.
  var reserved: [MoveKey: Identifier] = [:]
  /// Items that were moved away and that their source may still have.
  var committed: [MoveKey: Identifier] = [:]
  /// The same, by transfer.
  var committedKeys: [Identifier: MoveKey] = [:]
  /// The offers that allow moves, by cookie.
  var offers: [String: Set<Identifier>] = [:]
  var lastClaim: UInt64 = 0

  mutating func commit(_ key: MoveKey, by transfer: Identifier) {
    if reserved[key] == transfer { reserved[key] = nil }
    committed[key] = transfer
    committedKeys[transfer] = key
  }

  /// The source has deleted the item, or acknowledged the move at another broker.
  mutating func forget(_ transfer: Identifier) {
    guard let key = committedKeys.removeValue(forKey: transfer) else { return }
    if committed[key] == transfer { committed[key] = nil }
  }

  /// The transfer no longer moves the item.
  mutating func release(_ key: MoveKey, from transfer: Identifier) {
    if reserved[key] == transfer { reserved[key] = nil }
  }
}
