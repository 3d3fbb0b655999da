/// What moves on record cost: their number, and the bytes that their texts take.
package struct MoveCost: Hashable, Sendable {
  package var moves: UInt64
  package var bytes: UInt64

  package init(moves: UInt64 = 0, bytes: UInt64 = 0) {
    self.moves = moves
    self.bytes = bytes
  }

  init(_ record: MoveRecord) {
    let texts = [record.cookie, record.key, record.source, record.destination]
    self.init(moves: 1, bytes: texts.reduce(Self.bytesPerMove) { $0 + UInt64($1.utf8.count) })
  }

  /// What a record takes beside its texts.
  private static let bytesPerMove: UInt64 = 256

  static func += (cost: inout MoveCost, more: MoveCost) {
    cost.moves += more.moves
    cost.bytes += more.bytes
  }

  static func -= (cost: inout MoveCost, less: MoveCost) {
    cost.moves -= less.moves
    cost.bytes -= less.bytes
  }
}

/// Who the moves on record are charged to: the application of the source until that has deleted the item, and the
/// destination's until that has settled it.
///
/// An application may have an eighth of what all have left free, rounded up. So one that takes what it gets has a ninth;
/// the next a ninth of the rest; and after twenty of them a tenth of it all is free for others. All programs of unknown
/// application have one share.
struct MoveShares: Hashable, Sendable {
  /// One move's part of it.
  struct Debt {
    let cost: MoveCost
    private let debtors: (String?, String?)

    init(_ record: MoveRecord, sourceOwes: Bool = true, destinationOwes: Bool = true) {
      cost = MoveCost(record)
      let source = sourceOwes ? record.source : nil
      let destination = destinationOwes ? record.destination : nil
      debtors = (source, source == destination ? nil : destination)
    }

    func forEachDebtor(_ body: (String) -> Void) {
      if let one = debtors.0 { body(one) }
      if let other = debtors.1 { body(other) }
    }
  }

  private let limit: MoveCost
  private var total = MoveCost()
  private var shares: [String: MoveCost] = [:]

  init(limit: MoveCost) { self.limit = limit }

  mutating func replace(_ old: Debt?, by new: Debt?) {
    if let new {
      total += new.cost
      new.forEachDebtor { shares[$0, default: MoveCost()] += new.cost }
    }
    if let old {
      total -= old.cost
      old.forEachDebtor {
        shares[$0, default: MoveCost()] -= old.cost
        if shares[$0] == MoveCost() { shares[$0] = nil }
      }
    }
  }

  /// Why these moves cannot be on record too; nil if they can.
  func obstacle(to records: [MoveRecord]) -> String? {
    var wanted: [String: MoveCost] = [:]
    for record in records {
      let debt = Debt(record)
      debt.forEachDebtor { wanted[$0, default: MoveCost()] += debt.cost }
    }
    for (application, cost) in wanted.sorted(by: { $0.key < $1.key }) {
      var needed = shares[application] ?? MoveCost()
      let own = needed
      needed += cost
      let who = application.isEmpty ? "programs of unknown application" : "“\(application)”"
      if needed.moves > Self.share(limit.moves, total.moves) {
        return Self.words(who, own.moves, total.moves, limit.moves, "moves")
      }
      if needed.bytes > Self.share(limit.bytes, total.bytes) {
        return Self.words(who, own.bytes, total.bytes, limit.bytes, "bytes of moves")
      }
    }
    return nil
  }

  private static func share(_ limit: UInt64, _ used: UInt64) -> UInt64 {
    guard limit > used else { return 0 }
    return (limit - used - 1) / 8 + 1
  }

  private static func words(
    _ who: String, _ own: UInt64, _ total: UInt64, _ limit: UInt64, _ unit: String
  ) -> String {
    """
    \(own) \(unit) of \(who) are on record, \(total) of all; the limit is \(limit), and an application may have an \
    eighth of what is free: its sources and destinations have to acknowledge theirs first (AcknowledgeMove, \
    AcknowledgeOutcome)
    """
  }
}
