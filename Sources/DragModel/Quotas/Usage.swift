/// What is charged to a connection while it lives, or to the user in total.
struct Usage: Hashable {
  var offers: UInt64 = 0
  var items: UInt64 = 0
  var transfers: UInt64 = 0
  var heldBytes: UInt64 = 0
  var targets: UInt64 = 0
  /// Proposals and drops that wait.
  var drops: UInt64 = 0

  var isEmpty: Bool { self == Usage() }

  static func += (usage: inout Usage, charge: Usage) {
    usage.offers += charge.offers
    usage.items += charge.items
    usage.transfers += charge.transfers
    usage.heldBytes += charge.heldBytes
    usage.targets += charge.targets
    usage.drops += charge.drops
  }

  /// Gives a charge back; giving back more than was taken is a programmer's error and traps.
  static func -= (usage: inout Usage, charge: Usage) {
    usage.offers -= charge.offers
    usage.items -= charge.items
    usage.transfers -= charge.transfers
    usage.heldBytes -= charge.heldBytes
    usage.targets -= charge.targets
    usage.drops -= charge.drops
  }
}

extension Limits {
  /// Refuses a charge that would lead a connection past its quota, or the user past the total.
  func check(
    _ charge: Usage, on connection: Usage, total: Usage
  ) throws(Rejection) {
    try Self.check("offers_per_connection", offersPerConnection, connection.offers, charge.offers)
    try Self.check("offers_per_user", offersPerUser, total.offers, charge.offers)
    try Self.check("items_per_connection", itemsPerConnection, connection.items, charge.items)
    try Self.check("items_per_user", itemsPerUser, total.items, charge.items)
    try Self.check(
      "transfers_per_connection", transfersPerConnection, connection.transfers, charge.transfers)
    try Self.check("transfers_per_user", transfersPerUser, total.transfers, charge.transfers)
    try Self.check(
      "held_bytes_per_connection", heldBytesPerConnection, connection.heldBytes, charge.heldBytes)
    try Self.check("held_bytes_per_user", heldBytesPerUser, total.heldBytes, charge.heldBytes)
    try Self.check(
      "targets_per_connection", targetsPerConnection, connection.targets, charge.targets)
    try Self.check("targets_per_user", targetsPerUser, total.targets, charge.targets)
    try Self.check("drops_per_connection", dropsPerConnection, connection.drops, charge.drops)
    try Self.check("drops_per_user", dropsPerUser, total.drops, charge.drops)
  }

  package static func check(
    _ name: String, _ limit: UInt64, _ used: UInt64, _ wanted: UInt64
  ) throws(Rejection) {
    guard wanted > 0, used > limit || wanted > limit - used else { return }
    throw Rejection(
      .quotaExceeded, "\(name) is \(limit): \(used) in use, \(wanted) more asked for")
  }
}
