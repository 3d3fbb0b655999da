/// One line of the ledger. Its state is what its lines come to, in their order.
package enum LedgerEntry: Hashable, Sendable {
  /// `broker` is a random number that one running dragd has given itself.
  case claimed(cookie: String, broker: UInt64, claim: UInt64)
  case unclaimed(cookie: String, broker: UInt64, claim: UInt64)
  case begun(MoveRecord, broker: UInt64)
  /// It can commit no more.
  case abandoned(Identifier)
  case committed(MoveRecord, isListed: Bool)
  case unlisted(Identifier)
  case deleted(Identifier)
  case settled(Identifier)
}
