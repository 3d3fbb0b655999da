/// The values of all limits.
package struct Limits: Hashable, Sendable {
  /// In the order of the keys.
  private var values: [UInt64]

  package init() { values = LimitKey.allCases.map(\.standard) }

  package subscript(key: LimitKey) -> UInt64 {
    get { values[key.rawValue] }
    set { values[key.rawValue] = newValue }
  }

  /// Refuses `wanted` more of what `key` limits.
  package func check(_ key: LimitKey, _ used: UInt64, _ wanted: UInt64) throws(Rejection) {
    try key.check(self[key], used, wanted)
  }

  /// Refuses a charge that exceeds a connection's quota, or that of all the user's connections.
  ///
  /// - Parameter account: what the connection's application has in all.
  func check(
    _ charge: Usage, on connection: Usage, account: Usage, total: Usage
  ) throws(Rejection) {
    for resource in Resource.allCases {
      let wanted = charge[resource]
      guard wanted > 0 else { continue }
      try check(resource.perConnection, connection[resource], wanted)
      let perUser = resource.perUser
      try perUser.check(self[perUser], total[resource], wanted, own: account[resource])
    }
  }
}

/// The last quarter of a limit that all applications have together.
package struct Reserve {
  /// The amount that one application may have when only the reserve is left.
  package let perAccount: UInt64
  /// The amount that any application may use up.
  package let shared: UInt64
  private let limit: UInt64

  /// - Parameter count: how many applications the reserve is enough for.
  package init(of limit: UInt64, among count: UInt64 = 8) {
    self.limit = limit
    perAccount = limit / 4 / count
    shared = limit - count * perAccount
  }

  /// The amount that an application may add to its `own` while all together have `used`.
  package func room(used: UInt64, own: UInt64) -> UInt64 {
    min(
      limit - min(limit, used),
      max(shared - min(shared, used), perAccount - min(perAccount, own)))
  }
}
