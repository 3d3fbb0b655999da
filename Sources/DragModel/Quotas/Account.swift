/// The application that is charged for all its connections. A sandboxed application has another account than one of
/// the same name outside a sandbox.
///
/// Programs of unknown application share one account for each systemd unit; all sandboxed ones share one.
package struct Account: Hashable, Sendable {
  private let name: String
  private let isSandboxed: Bool

  package init(_ party: Party) {
    name = party.application.isEmpty && !party.isSandboxed ? party.unit : party.application
    isSandboxed = party.isSandboxed
  }
}

extension Account: CustomStringConvertible {
  /// Different for different accounts.
  package var description: String { (isSandboxed ? "sandboxed " : "free ") + name }
}

/// The usage that is charged to all accounts together, and to each.
struct Charges: Hashable {
  private(set) var total = Usage()
  private var accounts: [Account: Usage] = [:]
  /// Offers that have outlived their sources; `accounts` includes them.
  private var lingering: [Account: LingeringOffers] = [:]
  /// The sum of `lingering`.
  private var lingeringTotal = Usage()

  func usage(of account: Account) -> Usage { accounts[account] ?? Usage() }

  mutating func add(_ charge: Usage, to account: Account) {
    total += charge
    accounts[account, default: Usage()] += charge
  }

  mutating func remove(_ charge: Usage, from account: Account) {
    total -= charge
    var own = usage(of: account)
    own -= charge
    total.recordShortfall(own.removeShortfall())
    accounts[account] = own.isEmpty ? nil : own
  }

  /// Removes the first mistake and returns it (`Usage.shortfall`).
  mutating func removeShortfall() -> String? { total.removeShortfall() }

  /// Removes what is still charged when nobody has anything, a mistake of dragd's own, and returns it.
  mutating func removeRest() -> String? {
    guard !total.isEmpty else { return nil }
    defer { self = Charges() }
    let rest = Resource.allCases.filter { total[$0] > 0 }.map { "\(total[$0]) \($0)" }
    return "\(rest.joined(separator: ", ")) are charged, and nothing is there"
  }

  // MARK: Offers without a source

  mutating func addLingering(_ offer: Identifier, _ charge: Usage, of account: Account) {
    lingering[account, default: LingeringOffers()].add(offer, charge)
    lingeringTotal += charge
  }

  mutating func removeLingering(_ offer: Identifier?, _ charge: Usage, of account: Account) {
    guard var rest = lingering[account] else { return }
    lingering[account] = nil
    rest.remove(offer, charge)
    lingeringTotal -= charge
    total.recordShortfall(rest.removeShortfall())
    if !rest.isEmpty { lingering[account] = rest }
  }

  /// The oldest offer without a source of an account whose offers without sources exceed the limits of one
  /// connection; else, while those of all accounts take more than three quarters of a total, the oldest of the account
  /// that has the most.
  func oldestExcess(of account: Account, within limits: Limits) -> Identifier? {
    if let offers = lingering[account], offers.exceeds(limits) { return offers.oldest }
    for resource in Resource.allCases {
      let limit = limits[resource.perUser]
      guard lingeringTotal[resource] > limit - limit / 4 else { continue }
      // The name breaks a tie, so that the same events always have the same effects.
      let most = lingering.max { a, b in
        let (less, more) = (a.value.usage[resource], b.value.usage[resource])
        return less == more ? a.key.description < b.key.description : less < more
      }
      return most?.value.oldest
    }
    return nil
  }
}

/// The offers of an account that have outlived their sources.
private struct LingeringOffers: Hashable {
  private(set) var usage = Usage()
  /// The oldest first; nil for an offer that has ended.
  private var order: [Identifier?] = []
  private var places: [Identifier: Int] = [:]
  private var first = 0

  var isEmpty: Bool { places.isEmpty }

  var oldest: Identifier? { first < order.count ? order[first] : nil }

  mutating func add(_ offer: Identifier, _ charge: Usage) {
    usage += charge
    places[offer] = order.count
    order.append(offer)
  }

  /// - Parameter offer: the offer that has ended; nil if an offer lost only a part.
  mutating func remove(_ offer: Identifier?, _ charge: Usage) {
    usage -= charge
    guard let place = offer.flatMap({ places.removeValue(forKey: $0) }) else { return }
    order[place] = nil
    while first < order.count, order[first] == nil { first += 1 }
    guard order.count > 64, places.count * 2 < order.count else { return }
    order.removeAll { $0 == nil }
    first = 0
    for (place, offer) in order.enumerated() {
      if let offer { places[offer] = place }
    }
  }

  mutating func removeShortfall() -> String? { usage.removeShortfall() }

  func exceeds(_ limits: Limits) -> Bool {
    Resource.allCases.contains { usage[$0] > limits[$0.perConnection] }
  }
}
