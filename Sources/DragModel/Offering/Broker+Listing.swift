// The listed offers, newest first, as a doubly linked list: adding and removing one takes constant time.

extension Broker {
  /// Adds an offer at the head of the list if others may find it.
  mutating func list(_ id: Identifier) -> [Effect] {
    guard let offer = offers[id], offer.isListed else { return [] }
    offers[id]?.number = index.insert(offer)
    offers[id]?.older = newest
    if let newest { offers[newest]?.newer = id }
    newest = id
    return [.listed(id)]
  }

  mutating func unlist(_ id: Identifier) -> [Effect] {
    guard let offer = offers[id], offer.isListed else { return [] }
    index.remove(offer)
    if let newer = offer.newer { offers[newer]?.older = offer.older } else { newest = offer.older }
    if let older = offer.older { offers[older]?.newer = offer.newer }
    return [.unlisted(id)]
  }

  /// Removes an offer from the index under the types that it has lost.
  mutating func updateIndex(of id: Identifier, since before: OfferedTypes) {
    guard let offer = offers[id], offer.isListed else { return }
    index.update(offer, before: before)
  }

  /// The listed offers, newest first.
  package var listed: some Sequence<Identifier> {
    sequence(first: newest) { id in id.map { offers[$0]?.older } ?? nil }
      .lazy.prefix { $0 != nil }.compactMap { $0 }
  }
}
