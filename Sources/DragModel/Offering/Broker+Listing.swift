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
    _ types: TypePreferences, for caller: Party, hierarchy: some TypeHierarchy
  ) throws(Rejection) -> Identifier {
    if let found = listed.first(where: { fits($0, types, caller, hierarchy) }) { return found }
    throw nothing(of: types)
  }

  /// The same for a caller of whom nothing else is known; nil where it depends on his application.
  package func find(
    _ types: TypePreferences, forUnidentified peer: Peer, hierarchy: some TypeHierarchy
  ) throws(Rejection) -> Identifier? {
    let caller = Party(peer)
    for id in listed {
      if needsApplication(offer: id) { return nil }
      if fits(id, types, caller, hierarchy) { return id }
    }
    throw nothing(of: types)
  }

  private func fits(
    _ id: Identifier, _ types: TypePreferences, _ caller: Party, _ hierarchy: some TypeHierarchy
  ) -> Bool {
    guard let offer = offers[id] else { return false }
    return offer.items.contains { item in
      let visible = item.representations.lazy
        .filter { $0.isVisible(to: caller, of: offer.owner) }.map(\.type)
      return types.choose(among: Array(visible), hierarchy: hierarchy) != nil
    }
  }

  private func nothing(of types: TypePreferences) -> Rejection {
    guard newest != nil else { return Rejection(.noSuchOffer, "nothing is on offer") }
    return Rejection(.noSuchOffer, "nothing on offer has a representation of \(types.list)")
  }
}
