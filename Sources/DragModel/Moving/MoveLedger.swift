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

  /// Moves that have begun or are committed, at most.
  package let limit: UInt64
  let rules: MoveRules

  private(set) var claims: [String: Claim] = [:]
  private(set) var begun: [Identifier: Begun] = [:]
  private(set) var committed: [Identifier: Committed] = [:]
  /// The moves of a cookie, begun or committed.
  private(set) var moves: [String: Set<Identifier>] = [:]
  /// By item: the move that may take it away or has, until the source has deleted it.
  private(set) var reservations: [Subject: Identifier] = [:]
  private var lastPlace: UInt64 = 0

  package init(limit: UInt64, rules: MoveRules = .all) {
    self.limit = limit
    self.rules = rules
  }

  package mutating func apply(_ entry: LedgerEntry) {
    switch entry {
    case .claimed(let cookie, let broker, let claim):
      claims[cookie] = Claim(broker: broker, claim: claim)
    case .unclaimed(let cookie, let broker, let claim):
      if claims[cookie] == Claim(broker: broker, claim: claim) { claims[cookie] = nil }
    case .begun(let record, let broker):
      guard committed[record.transfer] == nil else { return }
      begun[record.transfer] = Begun(record: record, broker: broker)
      enter(record)
    case .abandoned(let transfer):
      guard let move = begun.removeValue(forKey: transfer) else { return }
      free(move.record)
      leave(move.record)
    case .committed(let record, let isListed):
      commit(record, isListed: isListed)
    case .unlisted(let transfer):
      change(transfer) { $0.isListed = false }
    case .deleted(let transfer):
      if let move = committed[transfer] { free(move.record) }
      change(transfer) { $0.isDeleted = true }
    case .settled(let transfer):
      change(transfer) { $0.isSettled = true }
    }
  }

  private mutating func commit(_ record: MoveRecord, isListed: Bool) {
    begun[record.transfer] = nil
    guard committed[record.transfer] == nil else { return }
    lastPlace += 1
    committed[record.transfer] = Committed(record: record, place: lastPlace, isListed: isListed)
    enter(record)
  }

  private mutating func change(_ transfer: Identifier, _ body: (inout Committed) -> Void) {
    guard var move = committed[transfer] else { return }
    body(&move)
    if move.isOver(rules) {
      committed[transfer] = nil
      leave(move.record)
    } else {
      committed[transfer] = move
    }
  }

  private mutating func enter(_ record: MoveRecord) {
    moves[record.cookie, default: []].insert(record.transfer)
    reservations[Subject(record)] = record.transfer
  }

  private mutating func leave(_ record: MoveRecord) {
    moves[record.cookie]?.remove(record.transfer)
    if moves[record.cookie]?.isEmpty == true { moves[record.cookie] = nil }
  }

  private mutating func free(_ record: MoveRecord) {
    guard reservations[Subject(record)] == record.transfer else { return }
    reservations[Subject(record)] = nil
  }
}
