internal import DBus
package import DragModel
internal import DragProtocol
package import DragSystem

/// Tells when offers of other programs end.
///
/// dragd signals the end of a listed offer. Of a private one it tells its source alone: then it is looked after when
/// its source has left the bus, when its time is over, and whenever the caller knows that it was used (`look`).
package final class OfferEndFollowing {
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let ended: (Identifier) -> Void
  private var sources: PeerFollowing?
  /// Each with the connection of its source, once that is known.
  private var followed: [Identifier: String] = [:]
  private var timers: [Identifier: DragSystem.Timer] = [:]

  /// For dragd to answer, in ms.
  private static let timeout = 10_000

  /// - Parameter ended: gets each offer that has ended while it was followed, on the loop, once.
  package init(
    on connection: BrokerConnection, _ loop: EventLoop, ended: @escaping (Identifier) -> Void
  ) {
    self.connection = connection
    self.loop = loop
    self.ended = ended
    sources = PeerFollowing(on: connection) { [weak self] in self?.sourceLeft($0) }
    connection.listen { [weak self] message in
      guard case .removed(let offer)? = OfferChange(message) else { return }
      self?.end(offer)
    }
  }

  /// Follows these, and no other.
  package func follow(_ offers: Set<Identifier>) {
    for offer in followed.keys where !offers.contains(offer) { forget(offer) }
    for offer in offers where followed[offer] == nil {
      followed[offer] = ""
      try? connection.bus.addMatch(MatchRule.removal(of: offer))
      look(offer)
    }
  }

  /// Finds out whether it is still there.
  package func look(_ offer: Identifier) {
    guard followed[offer] != nil,
      let call = try? BrokerCall<OfferProperties>.properties(of: offer).startingNothing()
    else { return }
    connection.perform(call, timeout: Self.timeout) { [weak self] result in
      guard let self, followed[offer] != nil else { return }
      switch result {
      case .success(let properties): note(properties, of: offer)
      case .failure(let error):
        // A dragd that has gone is told of elsewhere.
        if error.code == .broker(.noSuchOffer) { end(offer) }
      }
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
    timers[offer] = loop.after(microseconds: rest) { [weak self] in self?.look(offer) }
  }

  private func sourceLeft(_ name: String) {
    for (offer, source) in followed where source == name { look(offer) }
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
