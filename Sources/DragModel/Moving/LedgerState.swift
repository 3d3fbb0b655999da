/// The state that follows from the lines of the ledger: which moves are reserved and which committed, at all brokers
/// of one user. Each line takes constant time.
///
/// Lines may repeat; a line about an unknown move changes nothing.
package struct LedgerState: Sendable {
  /// The last claim of a cookie: the broker at which it was made, and its number there.
  struct BrokerClaim: Hashable, Sendable {
    var broker: UInt64
    var claim: UInt64
  }

  struct Reserved: Hashable, Sendable {
    var record: MoveRecord
    var broker: UInt64
  }

  struct Committed: Hashable, Sendable {
    var record: MoveRecord
    /// Commits are numbered in their order.
    var number: UInt64
    /// Whether content of the item may come back after a crash.
    var isListed: Bool
    /// Whether the source has deleted the item.
    var isDeleted = false
    /// Whether the destination has acknowledged the outcome.
    var isAcknowledged = false

    var charge: MoveShares.Charge {
      MoveShares.Charge(record, toSource: !isDeleted, toDestination: !isAcknowledged)
    }

    /// Whether neither side and no restart can need the record again.
    var isObsolete: Bool { isDeleted && isAcknowledged && !isListed }
  }

  /// The cost that all reserved and committed moves may have together.
  package let limit: MoveCost

  private(set) var claims: [String: BrokerClaim] = [:]
  private(set) var reserved: [Identifier: Reserved] = [:]
  private(set) var committed: [Identifier: Committed] = [:]
  private(set) var moves: [String: CookieMoves] = [:]
  private(set) var shares: MoveShares
  /// The reserved or committed move of each item, until the source has deleted the item.
  private(set) var reservations: [MoveKey: Identifier] = [:]
  private var lastNumber: UInt64 = 0

  package init(limit: MoveCost) {
    self.limit = limit
    shares = MoveShares(limit: limit)
  }

  package mutating func apply(_ entry: LedgerEntry) {
    switch entry {
    case .claimed(let cookie, let broker, let claim):
      claims[cookie] = BrokerClaim(broker: broker, claim: claim)
    case .unclaimed(let cookie, let broker, let claim):
      if claims[cookie] == BrokerClaim(broker: broker, claim: claim) { claims[cookie] = nil }
    case .reserved(let record, let broker): reserve(record, at: broker)
    case .abandoned(let transfer): abandon(transfer)
    case .committed(let record, let isListed): commit(record, isListed: isListed)
    case .unlisted(let transfer):
      change(transfer) { $0.isListed = false }
    case .deleted(let transfer):
      if let move = committed[transfer] {
        releaseItem(of: move.record)
        moves[move.record.cookie]?.undeleted.remove(transfer)
      }
      change(transfer) { $0.isDeleted = true }
    case .acknowledged(let transfer):
      change(transfer) { $0.isAcknowledged = true }
    }
  }

  private mutating func reserve(_ record: MoveRecord, at broker: UInt64) {
    guard committed[record.transfer] == nil else { return }
    abandon(record.transfer)
    reserved[record.transfer] = Reserved(record: record, broker: broker)
    moves[record.cookie, default: CookieMoves()].reserved.insert(record.transfer)
    reservations[record.moveKey] = record.transfer
    shares.replace(nil, by: MoveShares.Charge(record))
  }

  private mutating func abandon(_ transfer: Identifier) {
    guard let move = reserved.removeValue(forKey: transfer) else { return }
    releaseItem(of: move.record)
    removeFromCookie(move.record)
    shares.replace(MoveShares.Charge(move.record), by: nil)
  }

  private mutating func commit(_ record: MoveRecord, isListed: Bool) {
    abandon(record.transfer)
    guard committed[record.transfer] == nil else { return }
    lastNumber += 1
    let move = Committed(record: record, number: lastNumber, isListed: isListed)
    committed[record.transfer] = move
    moves[record.cookie, default: CookieMoves()].committed.insert(record.transfer)
    moves[record.cookie]?.undeleted.append(record.transfer)
    reservations[record.moveKey] = record.transfer
    shares.replace(nil, by: move.charge)
  }

  private mutating func change(_ transfer: Identifier, _ body: (inout Committed) -> Void) {
    guard var move = committed[transfer] else { return }
    let charge = move.charge
    body(&move)
    if move.isObsolete {
      committed[transfer] = nil
      removeFromCookie(move.record)
      shares.replace(charge, by: nil)
    } else {
      committed[transfer] = move
      shares.replace(charge, by: move.charge)
    }
  }

  private mutating func removeFromCookie(_ record: MoveRecord) {
    moves[record.cookie]?.reserved.remove(record.transfer)
    moves[record.cookie]?.committed.remove(record.transfer)
    moves[record.cookie]?.undeleted.remove(record.transfer)
    if moves[record.cookie]?.isEmpty == true { moves[record.cookie] = nil }
  }

  private mutating func releaseItem(of record: MoveRecord) {
    guard reservations[record.moveKey] == record.transfer else { return }
    reservations[record.moveKey] = nil
  }
}
