// A source claims its cookie: nothing that began under an earlier claim can commit afterwards.

extension Broker {
  /// Ends the offers and moves of other connections under the cookie, then asks the ledger what the source has to
  /// delete. The ledger answers after every commit that is being written.
  mutating func claim(
    _ call: CallID, cookie: String, caller: Peer, at now: Instant
  ) throws(Rejection) -> [Effect] {
    if let claim = moves.claims[cookie], claim.peer == caller {
      moves.claims[cookie]?.startQuery()
      return [.ledger(.claim(call, cookie: cookie, claim: claim.number))]
    }
    var effects: [Effect] = []
    for each in try supersededBy(claimOf: cookie, by: caller) {
      effects += supersede(each, at: now)
    }
    if let old = moves.claims[cookie] {
      changeConnection(of: old.peer) { $0.cookies.remove(cookie) }
    }
    moves.lastClaim += 1
    moves.claims[cookie] = Claim(caller, number: moves.lastClaim)
    changeConnection(of: caller) { $0.cookies.insert(cookie) }
    return effects + [.ledger(.claim(call, cookie: cookie, claim: moves.lastClaim))]
  }

  /// The offers and moves of other connections that a claim of the cookie ends, in order. There may be many:
  /// DragBroker ends them (`supersede`) a few at a time before the claim.
  package func supersededBy(
    claimOf cookie: String, by caller: Peer
  ) throws(Rejection) -> [Superseded] {
    guard moves.claims[cookie]?.peer != caller else { return [] }
    let held = UInt64(connections[caller]?.cookies.count ?? 0)
    try limits.check(.cookiesPerConnection, held, 1)
    let ended = (moves.offers[cookie] ?? []).inOrder
      .filter { offers[$0]?.owner.peer != caller }.map { Superseded.offer($0) }
    let aborted = moves.reserved.filter { $0.key.cookie == cookie }.sorted(by: <)
      .filter { transfers[$0.value]?.owner.peer != caller }
      .map { Superseded.move($0.key, $0.value) }
    return ended + aborted
  }

  mutating func supersede(_ superseded: Superseded, at now: Instant) -> [Effect] {
    switch superseded {
    case .offer(let id):
      return offers[id] == nil ? [] : endOffer(id, reason: .replaced)
    case .move(let key, let id):
      // No transfer yet: its Accept will find that the reservation is gone.
      if transfers[id] == nil { moves.release(key, from: id) }
      return step(id, at: now) {
        $0.abort(Rejection(.sourceFailed, "a successor of the source has taken its cookie over"))
      }
    }
  }

  /// The ledger has answered a claim.
  mutating func claimAnswered(
    _ call: CallID, cookie: String, number: UInt64, _ answer: LedgerAnswer
  ) -> [Effect] {
    guard let claim = moves.claims[cookie], claim.number == number else {
      let why = Rejection(.busy, "another connection has taken this cookie over meanwhile")
      return [.answerMoving(call, .refused(why))]
    }
    switch answer {
    case .moves(let unacknowledged, let areAll):
      moves.claims[cookie]?.recordAnswer(unacknowledged, areAll: areAll)
      guard areAll else { break }
      // The source acknowledged every other move at another broker.
      let listed = Set(unacknowledged.map(\.transfer))
      for (transfer, key) in moves.committedKeys
      where key.cookie == cookie && !listed.contains(transfer) { moves.forget(transfer) }
    case .refused, .done, .outcome, .open, .settled:
      moves.claims[cookie] = nil
      changeConnection(of: claim.peer) { $0.cookies.remove(cookie) }
    }
    return [.answerMoving(call, answer)]
  }

  /// The connection that holds the cookie has left.
  mutating func unclaim(_ cookie: String, of peer: Peer) -> [Effect] {
    guard let claim = moves.claims[cookie], claim.peer == peer else { return [] }
    moves.claims[cookie] = nil
    return [.ledger(.unclaim(cookie: cookie, claim: claim.number))]
  }

  /// The connection that holds the cookie.
  package func holder(of cookie: String) -> Peer? { moves.claims[cookie]?.peer }

  /// The number of the claim under which an offer's items can be moved, or offered for moving.
  /// - Throws: Busy, with what the source has to do first.
  func claim(_ options: OfferOptions, by peer: Peer) throws(Rejection) -> UInt64? {
    guard options.operations.contains(.move), let cookie = options.cookie else { return nil }
    guard let claim = moves.claims[cookie], claim.peer == peer else {
      throw Rejection(
        .busy,
        "this connection does not hold the cookie: call UnacknowledgedMoves first, delete what it "
          + "lists, and AcknowledgeMove")
    }
    if let obstacle = claim.obstacle { throw Rejection(.busy, obstacle) }
    return claim.number
  }

  /// The same for a destination.
  /// - Throws: Busy. The message omits the id of another destination's transfer, because that id is a secret.
  func claimOfSource(of offer: Offer) throws(Rejection) -> UInt64? {
    do throws(Rejection) {
      return try claim(offer.options, by: offer.owner.peer)
    } catch {
      throw Rejection(
        .busy,
        "the source of offer \(offer.id) has to call UnacknowledgedMoves first, and AcknowledgeMove for "
          + "earlier moves; its items can be copied")
    }
  }

  /// Refuses keys of items that were moved away and that their source may still have.
  func checkKeys(
    _ items: PreparedItems, _ options: OfferOptions
  ) throws(Rejection) {
    guard options.operations.contains(.move), let cookie = options.cookie else { return }
    for (index, key) in items.keys.enumerated() {
      guard let key,
        let transfer = moves.committed[MoveKey(cookie: cookie, key: key)]
      else { continue }
      throw Rejection(
        .busy,
        "item \(index): transfer \(transfer) has moved away the item with this key: delete it, then "
          + "AcknowledgeMove")
    }
  }
}

/// A fixed order, so that the same events always have the same effects.
private func < (
  a: (key: MoveKey, value: Identifier), b: (key: MoveKey, value: Identifier)
) -> Bool { a.value < b.value }

/// What a connection has under a cookie that another one claims.
package enum Superseded: Hashable, Sendable {
  case offer(Identifier)
  case move(MoveKey, Identifier)
}
