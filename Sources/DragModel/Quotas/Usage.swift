/// What is charged to a connection while it lives, or to the user in total.
struct Usage: Hashable {
  var offers: UInt64 = 0
  var items: UInt64 = 0
  var transfers: UInt64 = 0
  var heldBytes: UInt64 = 0
  var metadataBytes: UInt64 = 0
  var listedBytes: UInt64 = 0
  var targets: UInt64 = 0
  /// Proposals and drops that wait.
  var drops: UInt64 = 0
  /// The first charge that was given back and had not been taken: a mistake of the broker's own.
  private(set) var shortfall: String?

  var isEmpty: Bool { self == Usage() }

  static func += (usage: inout Usage, charge: Usage) {
    usage.offers += charge.offers
    usage.items += charge.items
    usage.transfers += charge.transfers
    usage.heldBytes += charge.heldBytes
    usage.metadataBytes += charge.metadataBytes
    usage.listedBytes += charge.listedBytes
    usage.targets += charge.targets
    usage.drops += charge.drops
  }

  /// Gives a charge back. To give back more than was taken is a programmer's error, for which no peer must pay: the count
  /// becomes zero, and there is a `shortfall`, which is logged and fails the tests.
  static func -= (usage: inout Usage, charge: Usage) {
    usage.shortfall = usage.shortfall ?? charge.shortfall
    usage.offers = usage.left("offers", of: usage.offers, after: charge.offers)
    usage.items = usage.left("items", of: usage.items, after: charge.items)
    usage.transfers = usage.left("transfers", of: usage.transfers, after: charge.transfers)
    usage.heldBytes = usage.left("held bytes", of: usage.heldBytes, after: charge.heldBytes)
    usage.metadataBytes = usage.left(
      "metadata bytes", of: usage.metadataBytes, after: charge.metadataBytes)
    usage.listedBytes = usage.left("listed bytes", of: usage.listedBytes, after: charge.listedBytes)
    usage.targets = usage.left("targets", of: usage.targets, after: charge.targets)
    usage.drops = usage.left("drops", of: usage.drops, after: charge.drops)
  }

  private mutating func left(_ name: String, of count: UInt64, after returned: UInt64) -> UInt64 {
    guard returned > count else { return count - returned }
    shortfall = shortfall ?? "\(count) \(name) are charged, and \(returned) are given back"
    return 0
  }

  /// Tells a shortfall as its own.
  mutating func adopt(_ mistake: String?) { shortfall = shortfall ?? mistake }

  /// Hands the shortfall on, so that it is told once.
  mutating func takeShortfall() -> String? { shortfall.take() }
}

extension Limits {
  /// Refuses a charge that would lead a connection past its quota, or the user past the total.
  ///
  /// - Parameter account: what the connection's application has in all.
  func check(
    _ charge: Usage, on connection: Usage, account: Usage, total: Usage
  ) throws(Rejection) {
    try Self.check("offers_per_connection", offersPerConnection, connection.offers, charge.offers)
    try Self.check(
      "offers_per_user", offersPerUser, total.offers, charge.offers, own: account.offers)
    try Self.check("items_per_connection", itemsPerConnection, connection.items, charge.items)
    try Self.check("items_per_user", itemsPerUser, total.items, charge.items, own: account.items)
    try Self.check(
      "transfers_per_connection", transfersPerConnection, connection.transfers, charge.transfers)
    try Self.check(
      "transfers_per_user", transfersPerUser, total.transfers, charge.transfers,
      own: account.transfers)
    try Self.check(
      "held_bytes_per_connection", heldBytesPerConnection, connection.heldBytes, charge.heldBytes)
    try Self.check(
      "held_bytes_per_user", heldBytesPerUser, total.heldBytes, charge.heldBytes,
      own: account.heldBytes)
    try Self.check(
      "metadata_bytes_per_connection", metadataBytesPerConnection, connection.metadataBytes,
      charge.metadataBytes)
    try Self.check(
      "metadata_bytes_per_user", metadataBytesPerUser, total.metadataBytes, charge.metadataBytes,
      own: account.metadataBytes)
    try Self.check(
      "listed_bytes_per_connection", listedBytesPerConnection, connection.listedBytes,
      charge.listedBytes)
    try Self.check(
      "listed_bytes_per_user", listedBytesPerUser, total.listedBytes, charge.listedBytes,
      own: account.listedBytes)
    try Self.check(
      "targets_per_connection", targetsPerConnection, connection.targets, charge.targets)
    try Self.check(
      "targets_per_user", targetsPerUser, total.targets, charge.targets, own: account.targets)
    try Self.check("drops_per_connection", dropsPerConnection, connection.drops, charge.drops)
    try Self.check("drops_per_user", dropsPerUser, total.drops, charge.drops, own: account.drops)
  }

  package static func check(
    _ name: String, _ limit: UInt64, _ used: UInt64, _ wanted: UInt64
  ) throws(Rejection) {
    guard wanted > 0, used > limit || wanted > limit - used else { return }
    throw Rejection(
      .quotaExceeded, "\(name) is \(limit): \(used) in use, \(wanted) more asked for")
  }

  /// The same for a total, of which an application has `own`.
  ///
  /// The last quarter is for those that have little: one application that takes all that it gets leaves that to others.
  private static func check(
    _ name: String, _ limit: UInt64, _ used: UInt64, _ wanted: UInt64, own: UInt64
  ) throws(Rejection) {
    try check(name, limit, used, wanted)
    let reserve = Reserve(of: limit)
    guard wanted > reserve.room(used: used, own: own) else { return }
    throw Rejection(
      .quotaExceeded,
      "\(name) is \(limit): \(used) in use, \(own) of them by this application, \(wanted) more asked for; the last "
        + "quarter is for applications that have \(reserve.little) at most")
  }
}

/// The last quarter of what all may have together.
package struct Reserve {
  /// What one application may have when only the reserve is left.
  package let little: UInt64
  /// What anybody may use up.
  package let common: UInt64
  private let limit: UInt64

  /// - Parameter count: how many applications it is enough for.
  package init(of limit: UInt64, among count: UInt64 = 8) {
    self.limit = limit
    little = limit / 4 / count
    common = limit - count * little
  }

  /// What an application may have beside its `own` while all have `used`.
  package func room(used: UInt64, own: UInt64) -> UInt64 {
    min(limit - min(limit, used), max(common - min(common, used), little - min(little, own)))
  }
}
