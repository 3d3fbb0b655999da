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
    for id in listed {
      guard let offer = offers[id] else { continue }
      for item in offer.items {
        let visible = item.representations.lazy
          .filter { $0.isVisible(to: caller, of: offer.owner) }.map(\.type)
        if types.choose(among: Array(visible), hierarchy: hierarchy) != nil { return id }
      }
    }
    guard newest != nil else {
      throw Rejection(.noSuchOffer, "nothing is on offer")
    }
    throw Rejection(.noSuchOffer, "nothing on offer has a representation of \(types.list)")
  }
}
