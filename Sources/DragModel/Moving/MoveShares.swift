/// The cost of recorded moves: their number, and the bytes of their records.
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

  /// Bytes of a record beside its texts.
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

/// Charges recorded moves to applications: to the source's until it has deleted the item, and to the destination's
/// until it has acknowledged the outcome.
///
/// An application may have an eighth, rounded up, of what is free. One that takes all that it gets has a ninth of the
/// limit, the next a ninth of the rest; after twenty of them a tenth of the limit is still free. All programs of
/// unknown application have one share.
struct MoveShares: Hashable, Sendable {
  /// The cost of one move and the applications that it is charged to.
  struct Charge {
    let cost: MoveCost
    private let payers: (String?, String?)

    init(_ record: MoveRecord, toSource: Bool = true, toDestination: Bool = true) {
      cost = MoveCost(record)
      let source = toSource ? record.source : nil
      let destination = toDestination ? record.destination : nil
      payers = (source, source == destination ? nil : destination)
    }

    func forEachPayer(_ body: (String) -> Void) {
      if let one = payers.0 { body(one) }
      if let other = payers.1 { body(other) }
    }
  }

  private let limit: MoveCost
  private var total = MoveCost()
  private var shares: [String: MoveCost] = [:]

  init(limit: MoveCost) { self.limit = limit }

  mutating func replace(_ old: Charge?, by new: Charge?) {
    if let new {
      total += new.cost
      new.forEachPayer { shares[$0, default: MoveCost()] += new.cost }
    }
    if let old {
      total -= old.cost
      old.forEachPayer {
        shares[$0, default: MoveCost()] -= old.cost
        if shares[$0] == MoveCost() { shares[$0] = nil }
      }
    }
  }

  /// Why these moves cannot be recorded too; nil if they can.
  func obstacle(to records: [MoveRecord]) -> String? {
    var wanted: [String: MoveCost] = [:]
    for record in records {
      let charge = Charge(record)
      charge.forEachPayer { wanted[$0, default: MoveCost()] += charge.cost }
    }
    for (application, cost) in wanted.sorted(by: { $0.key < $1.key }) {
      var needed = shares[application] ?? MoveCost()
      let own = needed
      needed += cost
      let payer = application.isEmpty ? "programs of unknown application" : "“\(application)”"
      if needed.moves > Self.share(limit.moves, total.moves) {
        return Self.excess(payer, own.moves, total.moves, limit.moves, "moves")
      }
      if needed.bytes > Self.share(limit.bytes, total.bytes) {
        return Self.excess(payer, own.bytes, total.bytes, limit.bytes, "bytes of moves")
      }
    }
    return nil
  }

  private static func share(_ limit: UInt64, _ used: UInt64) -> UInt64 {
    guard limit > used else { return 0 }
    return (limit - used - 1) / 8 + 1
  }

  private static func excess(
    _ payer: String, _ own: UInt64, _ total: UInt64, _ limit: UInt64, _ unit: String
  ) -> String {
    """
    \(own) \(unit) of \(payer) are on record, \(total) of all; the limit is \(limit), and an application may have an \
    eighth of what is free: its sources and destinations have to acknowledge theirs first (AcknowledgeMove, \
    AcknowledgeOutcome)
    """
  }
}
