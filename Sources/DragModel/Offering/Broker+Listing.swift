// The listed offers, newest first: a chain, so that any number can come and go at no cost.

extension Broker {
  /// Puts an offer at the head of the list if it may be shown.
  mutating func list(_ id: Identifier) -> [Effect] {
    guard offers[id]?.isListed == true else { return [] }
    offers[id]?.older = newest
    if let newest { offers[newest]?.newer = id }
    newest = id
    return [.listed(id)]
  }

  mutating func unlist(_ id: Identifier) -> [Effect] {
    guard let offer = offers[id], offer.isListed else { return [] }
    if let newer = offer.newer { offers[newer]?.older = offer.older } else { newest = offer.older }
    if let older = offer.older { offers[older]?.newer = offer.newer }
    return [.unlisted(id)]
  }

  /// The listed offers, newest first.
  package var listed: some Sequence<Identifier> {
    sequence(first: newest) { id in id.map { offers[$0]?.older } ?? nil }
      .lazy.prefix { $0 != nil }.compactMap { $0 }
  }

  /// The newest listed offer with a representation that the caller may see and accepts.
  package func find(
    _ types: TypePreferences, for caller: Party, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier {
    var judge = TypeJudge(types, hierarchy)
    for id in listed where try fits(id, &judge, caller) { return id }
    throw nothing(of: types)
  }

  /// The same for a caller of whom nothing else is known; nil where it depends on his application.
  package func find(
    _ types: TypePreferences, forUnidentified peer: Peer, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier? {
    let caller = Party(peer)
    var judge = TypeJudge(types, hierarchy)
    for id in listed {
      if needsApplication(offer: id) { return nil }
      if try fits(id, &judge, caller) { return id }
    }
    throw nothing(of: types)
  }

  private func fits(
    _ id: Identifier, _ judge: inout TypeJudge, _ caller: Party
  ) throws(Rejection) -> Bool {
    guard let offer = offers[id] else { return false }
    for item in offer.items {
      for representation in item.representations
      where representation.isVisible(to: caller, of: offer.owner) {
        if try judge.takes(representation.type) { return true }
      }
    }
    return false
  }

  private func nothing(of types: TypePreferences) -> Rejection {
    guard newest != nil else { return Rejection(.noSuchOffer, "nothing is on offer") }
    return Rejection(.noSuchOffer, "nothing on offer has a representation of \(types.list)")
  }
}
