/// A resource with a limit for each connection and for all connections of the user together.
enum Resource: Int, CaseIterable {
  case offers, items, transfers, heldBytes, metadataBytes, listedBytes, targets
  /// Proposals and drops that wait.
  case drops

  var perConnection: LimitKey { limits.connection }
  var perUser: LimitKey { limits.user }

  private var limits: (connection: LimitKey, user: LimitKey) {
    switch self {
    case .offers: (.offersPerConnection, .offersPerUser)
    case .items: (.itemsPerConnection, .itemsPerUser)
    case .transfers: (.transfersPerConnection, .transfersPerUser)
    case .heldBytes: (.heldBytesPerConnection, .heldBytesPerUser)
    case .metadataBytes: (.metadataBytesPerConnection, .metadataBytesPerUser)
    case .listedBytes: (.listedBytesPerConnection, .listedBytesPerUser)
    case .targets: (.targetsPerConnection, .targetsPerUser)
    case .drops: (.dropsPerConnection, .dropsPerUser)
    }
  }
}

/// The usage that is charged to a connection while it lives, to an application, or to the user in total.
struct Usage: Hashable {
  /// One number for each resource.
  private var counts = SIMD8<UInt64>(repeating: 0)
  /// The first refund of more than was charged: a mistake of dragd's own.
  private(set) var shortfall: String?

  init() {}

  init(_ resource: Resource, _ count: UInt64) { self[resource] = count }

  subscript(resource: Resource) -> UInt64 {
    get { counts[resource.rawValue] }
    set { counts[resource.rawValue] = newValue }
  }

  var isEmpty: Bool { self == Usage() }

  static func += (usage: inout Usage, charge: Usage) { usage.counts &+= charge.counts }

  /// Refunds a charge. A refund of more than was charged is a mistake of dragd's own, and no peer must pay for it: the
  /// count becomes zero and `shortfall` says so. dragd logs the shortfall, and it fails the tests.
  static func -= (usage: inout Usage, charge: Usage) {
    usage.shortfall = usage.shortfall ?? charge.shortfall
    let exceeds = charge.counts .> usage.counts
    usage.counts &-= charge.counts
    guard any(exceeds) else { return }
    for resource in Resource.allCases where exceeds[resource.rawValue] {
      let before = usage[resource] &+ charge[resource]
      usage[resource] = 0
      usage.recordShortfall(
        "\(before) \(resource) are charged, and \(charge[resource]) are given back")
    }
  }

  /// Keeps the first mistake.
  mutating func recordShortfall(_ mistake: String?) { shortfall = shortfall ?? mistake }

  /// Removes the shortfall and returns it, so that it is reported once.
  mutating func removeShortfall() -> String? { shortfall.take() }
}
