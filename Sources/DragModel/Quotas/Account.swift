/// Who is charged, however many connections it has: an application, a sandboxed one apart from one of the same name
/// that is in no sandbox.
///
/// Programs of unknown application share one account for each systemd unit, and all of those in sandboxes one.
package struct Account: Hashable, Sendable {
  private let name: String
  private let isSandboxed: Bool

  package init(_ party: Party) {
    name = party.application.isEmpty && !party.isSandboxed ? party.unit : party.application
    isSandboxed = party.isSandboxed
  }
}

/// What is charged to everybody together, and to each account.
struct Charges: Hashable {
  private(set) var total = Usage()
  private var accounts: [Account: Usage] = [:]
  /// What has outlived its sources; it is part of the above.
  private var left: [Account: LeftOffers] = [:]

  func usage(of account: Account) -> Usage { accounts[account] ?? Usage() }

  mutating func add(_ charge: Usage, to account: Account) {
    total += charge
    accounts[account, default: Usage()] += charge
  }

  mutating func remove(_ charge: Usage, from account: Account) {
    total -= charge
    var own = usage(of: account)
    own -= charge
    total.adopt(own.takeShortfall())
    accounts[account] = own.isEmpty ? nil : own
  }

  /// Hands on the first charge that was given back and had not been taken.
  mutating func takeShortfall() -> String? { total.takeShortfall() }

  // MARK: Offers without a source

  mutating func leave(_ offer: Identifier, _ charge: Usage, of account: Account) {
    left[account, default: LeftOffers()].add(offer, charge)
  }

  mutating func removeLeft(_ offer: Identifier?, _ charge: Usage, of account: Account) {
    guard var rest = left[account] else { return }
    left[account] = nil
    rest.remove(offer, charge)
    total.adopt(rest.takeShortfall())
    if !rest.isEmpty { left[account] = rest }
  }

  /// The oldest offer without a source of an account that has more of them than one connection may have offers.
  func excess(of account: Account, within limits: Limits) -> Identifier? {
    guard let left = left[account], left.exceeds(limits) else { return nil }
    return left.oldest
  }
}

/// The offers of an account that have outlived their sources.
private struct LeftOffers: Hashable {
  private var usage = Usage()
  /// The oldest first; an offer that has ended is struck out.
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

  /// - Parameter offer: the offer that has ended; nil when only something of one has gone.
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

  mutating func takeShortfall() -> String? { usage.takeShortfall() }

  func exceeds(_ limits: Limits) -> Bool {
    usage.offers > limits.offersPerConnection || usage.items > limits.itemsPerConnection
      || usage.heldBytes > limits.heldBytesPerConnection
      || usage.metadataBytes > limits.metadataBytesPerConnection
      || usage.listedBytes > limits.listedBytesPerConnection
  }
}
