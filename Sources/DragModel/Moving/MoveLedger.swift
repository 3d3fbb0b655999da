/// What the lines of the ledger come to: which moves have begun and which are committed, at all
/// brokers of one user. Every line costs the same, however many there are.
///
/// Lines may repeat, and lines about a move that is not known say nothing.
package struct MoveLedger: Sendable {
  /// Who has taken a cookie over last.
  struct Claim: Hashable, Sendable {
    var broker: UInt64
    var claim: UInt64
  }

  struct Begun: Hashable, Sendable {
    var record: MoveRecord
    var broker: UInt64
  }

  struct Committed: Hashable, Sendable {
    var record: MoveRecord
    /// Commits are numbered in their order.
    var place: UInt64
    /// Content of the item may come back after a crash.
    var isListed: Bool
    /// The source has deleted the item.
    var isDeleted = false
    /// The destination has made it permanent, or dropped it.
    var isSettled = false

    var debt: MoveShares.Debt {
      MoveShares.Debt(record, sourceOwes: !isDeleted, destinationOwes: !isSettled)
    }

    /// Nobody will ask for it any more.
    func isOver(_ rules: MoveRules) -> Bool {
      let isKnown = isSettled || !rules.contains(.keepUntilAcknowledged)
      return isDeleted && isKnown && !isListed
    }
  }

  /// Whose item a move takes away.
  struct Subject: Hashable, Sendable {
    var cookie: String
    var key: String

    init(_ record: MoveRecord) {
      cookie = record.cookie
      key = record.key
    }
  }

  /// What moves that have begun or are committed may cost.
  package let limit: MoveCost
  let rules: MoveRules

  private(set) var claims: [String: Claim] = [:]
  private(set) var begun: [Identifier: Begun] = [:]
  private(set) var committed: [Identifier: Committed] = [:]
  private(set) var moves: [String: CookieMoves] = [:]
  private(set) var shares: MoveShares
  /// By item: the move that may take it away or has, until the source has deleted it.
  private(set) var reservations: [Subject: Identifier] = [:]
  private var lastPlace: UInt64 = 0

  package init(limit: MoveCost, rules: MoveRules = .all) {
    self.limit = limit
    shares = MoveShares(limit: limit)
    self.rules = rules
  }

  package mutating func apply(_ entry: LedgerEntry) {
    switch entry {
    case .claimed(let cookie, let broker, let claim):
      claims[cookie] = Claim(broker: broker, claim: claim)
    case .unclaimed(let cookie, let broker, let claim):
      if claims[cookie] == Claim(broker: broker, claim: claim) { claims[cookie] = nil }
    case .begun(let record, let broker): begin(record, at: broker)
    case .abandoned(let transfer): abandon(transfer)
    case .committed(let record, let isListed): commit(record, isListed: isListed)
    case .unlisted(let transfer):
      change(transfer) { $0.isListed = false }
    case .deleted(let transfer):
      if let move = committed[transfer] {
        free(move.record)
        moves[move.record.cookie]?.undeleted.remove(transfer)
      }
      change(transfer) { $0.isDeleted = true }
    case .settled(let transfer):
      change(transfer) { $0.isSettled = true }
    }
  }

  private mutating func begin(_ record: MoveRecord, at broker: UInt64) {
    guard committed[record.transfer] == nil else { return }
    abandon(record.transfer)
    begun[record.transfer] = Begun(record: record, broker: broker)
    moves[record.cookie, default: CookieMoves()].begun.insert(record.transfer)
    reservations[Subject(record)] = record.transfer
    shares.replace(nil, by: MoveShares.Debt(record))
  }

  private mutating func abandon(_ transfer: Identifier) {
    guard let move = begun.removeValue(forKey: transfer) else { return }
    free(move.record)
    leave(move.record)
    shares.replace(MoveShares.Debt(move.record), by: nil)
  }

  private mutating func commit(_ record: MoveRecord, isListed: Bool) {
    abandon(record.transfer)
    guard committed[record.transfer] == nil else { return }
    lastPlace += 1
    let move = Committed(record: record, place: lastPlace, isListed: isListed)
    committed[record.transfer] = move
    moves[record.cookie, default: CookieMoves()].committed.insert(record.transfer)
    moves[record.cookie]?.undeleted.append(record.transfer)
    reservations[Subject(record)] = record.transfer
    shares.replace(nil, by: move.debt)
  }

  private mutating func change(_ transfer: Identifier, _ body: (inout Committed) -> Void) {
    guard var move = committed[transfer] else { return }
    let debt = move.debt
    body(&move)
    if move.isOver(rules) {
      committed[transfer] = nil
      leave(move.record)
      shares.replace(debt, by: nil)
    } else {
      committed[transfer] = move
      shares.replace(debt, by: move.debt)
    }
  }

  private mutating func leave(_ record: MoveRecord) {
    moves[record.cookie]?.begun.remove(record.transfer)
    moves[record.cookie]?.committed.remove(record.transfer)
    moves[record.cookie]?.undeleted.remove(record.transfer)
    if moves[record.cookie]?.isEmpty == true { moves[record.cookie] = nil }
  }

  private mutating func free(_ record: MoveRecord) {
    guard reservations[Subject(record)] == record.transfer else { return }
    reservations[Subject(record)] = nil
  }
}
