/// One connection's hold on a cookie: what lets it offer moves.
struct Claim: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// The ledger has not answered yet; so many calls wait for it.
    case asking(Int)
    /// The committed moves that the source was told of and has not acknowledged; whether it was told of all.
    case open(unacknowledged: Set<Identifier>, areAll: Bool)
  }

  let peer: Peer
  /// Counts the claims of this broker: what tells one from its successor.
  let number: UInt64
  private var state: State

  init(_ peer: Peer, number: UInt64) {
    self.peer = peer
    self.number = number
    state = .asking(1)
  }

  mutating func askedAgain() {
    switch state {
    case .asking(let count): state = .asking(count + 1)
    case .open: state = .asking(1)
    }
  }

  /// The ledger has told which moves the source has not acknowledged.
  mutating func answered(_ moves: [UnacknowledgedMove], areAll: Bool) {
    switch state {
    case .asking(let count) where count > 1: state = .asking(count - 1)
    case .asking, .open:
      state = .open(unacknowledged: Set(moves.map(\.transfer)), areAll: areAll)
    }
  }

  mutating func acknowledged(_ transfer: Identifier) {
    switch state {
    case .asking: break  // The answer that is under way was listed after it.
    case .open(var unacknowledged, let areAll):
      unacknowledged.remove(transfer)
      state = .open(unacknowledged: unacknowledged, areAll: areAll)
    }
  }

  /// Why nothing can be moved under it yet; nil if it can.
  var obstacle: String? {
    switch state {
    case .asking: "UnacknowledgedMoves has not been answered yet"
    case .open(let unacknowledged, areAll: true) where unacknowledged.isEmpty: nil
    case .open(let unacknowledged, areAll: false) where unacknowledged.isEmpty:
      "more moves are not acknowledged than one answer lists: call UnacknowledgedMoves again"
    case .open(let unacknowledged, _):
      "\(unacknowledged.count) moves are not acknowledged, among them "
        + "\(unacknowledged.min()?.description ?? ""): delete their items, then AcknowledgeMove"
    }
  }
}

/// An item as moves know it, in whichever offer it is.
struct MoveKey: Hashable, Sendable {
  let cookie: String
  let key: String
}

/// What the broker knows of moves while it runs; what outlives it is in the ledger.
struct Moves: Hashable, Sendable {
  var claims: [String: Claim] = [:]
  /// Items that somebody is moving, from Accept until the commit or the end.
  var reserved: [MoveKey: Identifier] = [:]
  /// Items that have moved away and that their source may still have.
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

  /// The source has deleted the item, or will be asked anew.
  mutating func forget(_ transfer: Identifier) {
    guard let key = committedKeys.removeValue(forKey: transfer) else { return }
    if committed[key] == transfer { committed[key] = nil }
  }

  /// The transfer does not move its item any more.
  mutating func release(_ key: MoveKey, from transfer: Identifier) {
    if reserved[key] == transfer { reserved[key] = nil }
  }
}
