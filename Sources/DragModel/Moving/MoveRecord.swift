/// A move: its transfer, its item and its two sides.
package struct MoveRecord: Hashable, Sendable {
  package let transfer: Identifier
  /// The secret that names the source across its restarts.
  package let cookie: String
  /// The source's own id of the item.
  package let key: String
  /// The application of the source; empty while unknown.
  package let source: String
  /// The application of the destination; empty while unknown.
  package let destination: String
  /// When the destination accepted it, in microseconds of the real-time clock; 0 while unknown.
  package let accepted: UInt64

  package init(
    transfer: Identifier, cookie: String, key: String, source: String = "",
    destination: String = "", accepted: UInt64 = 0
  ) {
    self.transfer = transfer
    self.cookie = cookie
    self.key = key
    self.source = source
    self.destination = destination
    self.accepted = accepted
  }
}

/// The item of a move: the same in every offer that has it.
package struct MoveKey: Hashable, Sendable {
  /// The cookie of the source.
  package let cookie: String
  /// The source's own id of the item.
  package let key: String
}

extension MoveRecord {
  package var moveKey: MoveKey { MoveKey(cookie: cookie, key: key) }
}

/// A committed move whose item the source has not deleted.
package struct UnacknowledgedMove: Hashable, Sendable {
  package var transfer: Identifier
  package var key: String

  package init(transfer: Identifier, key: String) {
    self.transfer = transfer
    self.key = key
  }
}

extension MoveRecord {
  /// The id by which OpenMoves lists the move and SettleMove takes it.
  ///
  /// It is a hash of the transfer's id, because that id is a secret of the two sides: with it a stranger could
  /// acknowledge for the destination. All brokers and their successors show the same id.
  package var openID: Identifier {
    let digest = SHA256.digest(of: "OpenMoves \(transfer)".utf8)
    func number(_ range: Range<Int>) -> UInt64 { digest[range].reduce(0) { $0 << 8 | UInt64($1) } }
    return Identifier(high: number(0..<8), middle: number(8..<16), low: digest[16])
  }
}

/// A committed move that a side has not acknowledged, as the user may see it: without its cookie and without the id
/// of its transfer.
package struct OpenMove: Hashable, Sendable {
  /// See `MoveRecord.openID`.
  package var id: Identifier
  package var key: String
  /// The application of the source; empty while unknown.
  package var source: String
  /// The application of the destination; empty while unknown.
  package var destination: String
  /// In microseconds of the real-time clock; 0 while unknown.
  package var accepted: UInt64
  /// Whether the source has deleted the item.
  package var isDeleted: Bool
  /// Whether the destination has acknowledged the outcome.
  package var isAcknowledged: Bool

  package init(
    id: Identifier, key: String, source: String, destination: String, accepted: UInt64,
    isDeleted: Bool, isAcknowledged: Bool
  ) {
    self.id = id
    self.key = key
    self.source = source
    self.destination = destination
    self.accepted = accepted
    self.isDeleted = isDeleted
    self.isAcknowledged = isAcknowledged
  }
}
