internal import DBus
internal import DragModel

/// The requests that wait for the ledger, each in the turn of its peer.
///
/// Requests about one cookie keep their order: a claim is answered after every commit that was requested before, and an
/// item is reserved again after its earlier move was abandoned. So a request about a cookie waits in the same peer's
/// turn as the earlier requests about it.
struct LedgerTurns<Entry> {
  /// The most requests that the ledger answers at a time: what follows from their answers happens in one turn.
  static var batch: Int { 64 }

  private struct Place {
    let peer: String
    var count: Int
  }

  private var queue = TurnQueue<(entry: Entry, cookie: String?)>()
  /// The peer in whose turn the requests about a cookie wait, and their number.
  private var places: [String: Place] = [:]
  /// The cookies of reserved moves, because a request that abandons a move names only the move.
  private var cookies: [Identifier: String] = [:]

  var isEmpty: Bool { queue.isEmpty }

  mutating func append(_ entry: Entry, from peer: String, _ cookie: String?) {
    let place = cookie.flatMap { places[$0]?.peer } ?? peer
    if let cookie { places[cookie, default: Place(peer: place, count: 0)].count += 1 }
    // One request in each turn.
    queue.append((entry, cookie), bytes: TurnQueue<Entry>.quantum, from: place)
  }

  /// Removes the next requests in turn.
  mutating func removeBatch() -> [Entry] {
    var batch: [Entry] = []
    while batch.count < Self.batch, let next = queue.removeNext(where: { _, _ in true }) {
      batch.append(next.element.entry)
      guard let cookie = next.element.cookie, let place = places[cookie] else { continue }
      places[cookie] = place.count > 1 ? Place(peer: place.peer, count: place.count - 1) : nil
    }
    return batch
  }

  /// The cookie of a request that must keep its order among those about the cookie; nil for any other request.
  mutating func cookie(of request: LedgerRequest) -> String? {
    switch request {
    case .claim(_, let cookie, _), .unclaim(let cookie, _), .acknowledgeMove(_, _, let cookie):
      return cookie
    case .reserve(_, let records, _):
      for record in records { cookies[record.transfer] = record.cookie }
      return records.first?.cookie
    case .commit(let record, _):
      return record.cookie
    case .abandon(let transfers):
      let known = transfers.compactMap { cookies.removeValue(forKey: $0) }
      return known.first
    case .unlist, .acknowledgeOutcome, .outcome, .openMoves, .settleMove:
      return nil
    }
  }

  /// Forgets the cookies of moves that are no longer reserved, or never were. A move whose commit was refused is still
  /// reserved, and will be abandoned.
  mutating func answered(_ request: LedgerRequest, isRefused: Bool) {
    switch request {
    case .reserve(_, let records, _) where isRefused:
      for record in records { cookies[record.transfer] = nil }
    case .commit(let record, _) where !isRefused: cookies[record.transfer] = nil
    default: break
    }
  }
}
