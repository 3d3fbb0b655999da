internal import DBus
package import DragModel
internal import DragProtocol
package import DragSystem

/// Reports when offers of other programs end.
///
/// dragd signals the end of a listed offer, but reports the end of a private one to its source alone. So this class
/// asks dragd whether a private offer still exists: when its source has left the bus, when its time is over, and
/// whenever the caller knows that it was used (`check`, `checkSoon`).
package final class OfferEndFollowing {
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let ended: (Identifier) -> Void
  private var sources: PeerFollowing?
  /// The followed offers, each with the connection of its source; empty until that is known.
  private var followed: [Identifier: String] = [:]
  private var timers: [Identifier: LoopTimer] = [:]
  private var nextCheck: LoopTimer?

  /// Milliseconds that dragd may take to answer.
  private static let timeout = 10_000
  /// Microseconds from `checkSoon` to the check.
  private static let moment: UInt64 = 100_000

  /// - Parameter ended: gets each offer that has ended while it was followed, on the loop, once.
  package init(
    on connection: BrokerConnection, _ loop: EventLoop, ended: @escaping (Identifier) -> Void
  ) {
    self.connection = connection
    self.loop = loop
    self.ended = ended
    sources = PeerFollowing(on: connection) { [weak self] in self?.checkOffers(of: $0) }
    connection.listen { [weak self] message in
      guard case .removed(let offer)? = OfferChange(message) else { return }
      self?.end(offer)
    }
  }

  /// Follows these offers, and no others.
  package func follow(_ offers: Set<Identifier>) {
    for offer in followed.keys where !offers.contains(offer) { forget(offer) }
    for offer in offers where followed[offer] == nil {
      followed[offer] = ""
      try? connection.bus.addMatch(MatchRule.removal(of: offer))
      check(offer)
    }
  }

  /// Asks dragd whether the offer still exists.
  package func check(_ offer: Identifier) {
    guard followed[offer] != nil,
      let call = try? BrokerCall<OfferProperties>.properties(of: offer).startingNothing()
    else { return }
    connection.perform(call, timeout: Self.timeout) { [weak self] result in
      guard let self, followed[offer] != nil else { return }
      switch result {
      case .success(let properties): note(properties, of: offer)
      case .failure(let error):
        // The caller learns elsewhere that dragd has ended.
        if error.code == .broker(.noSuchOffer) { end(offer) }
      }
    }
  }

  /// Asks for every followed offer in a moment: once, however often this is called until then.
  package func checkSoon() {
    guard !followed.isEmpty, nextCheck?.isPending != true else { return }
    nextCheck = loop.after(microseconds: Self.moment) { [weak self] in
      guard let self else { return }
      for offer in followed.keys { check(offer) }
    }
  }

  private func note(_ properties: OfferProperties, of offer: Identifier) {
    followed[offer] = properties.connection
    if !properties.connection.isEmpty { sources?.follow(properties.connection) }
    timers.removeValue(forKey: offer)?.cancel()
    guard properties.expires > 0 else { return }
    let now = Clock.realtime
    // dragd may still list an offer that has just expired.
    let rest = max(properties.expires > now ? properties.expires - now : 0, 10_000)
    timers[offer] = loop.after(microseconds: rest) { [weak self] in self?.check(offer) }
  }

  private func checkOffers(of source: String) {
    for (offer, owner) in followed where owner == source { check(offer) }
  }

  private func end(_ offer: Identifier) {
    guard followed[offer] != nil else { return }
    forget(offer)
    ended(offer)
  }

  private func forget(_ offer: Identifier) {
    followed[offer] = nil
    timers.removeValue(forKey: offer)?.cancel()
    try? connection.bus.removeMatch(MatchRule.removal(of: offer))
  }
}
