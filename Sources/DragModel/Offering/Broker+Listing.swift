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

  /// The newest listed offer with a representation that matches and that the caller may see.
  package func find(
    _ types: TypePreferences, for caller: Party, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier {
    var running = Search(types, hierarchy, caller)
    var audiences: [OfferIndex.Audience] = [.everybody, .owner(caller.peer)]
    if !caller.application.isEmpty { audiences.append(.application(caller.application)) }
    guard let found = try newest(&running, for: audiences) else { throw noOffer(of: types) }
    return found.id
  }

  /// The same for a caller whose application is not known; nil if the answer depends on the application.
  package func find(
    _ types: TypePreferences, forUnidentified peer: Peer, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier? {
    var running = Search(types, hierarchy, Party(peer))
    let found = try newest(&running, for: [.everybody, .owner(peer)])
    guard try newest(&running, for: [.anyApplication], above: found?.number) == nil else {
      return nil
    }
    guard let found else { throw noOffer(of: types) }
    return found.id
  }

  /// A running search.
  private struct Search {
    let wanted: TypeSearch
    let caller: Party
    private var matcher: TypeMatcher
    private var stepsLeft = TypeSearch.mostSteps

    init(_ types: TypePreferences, _ hierarchy: any TypeHierarchy, _ caller: Party) {
      wanted = TypeSearch(types, hierarchy)
      matcher = TypeMatcher(types, hierarchy)
      self.caller = caller
    }

    /// Whether an offer has a wanted type, for a search that the index alone cannot answer.
    mutating func matches(_ offer: Offer?, for audience: OfferIndex.Audience) throws(Rejection)
      -> Bool
    {
      guard let offer else { return false }
      for visibility in Visibility.allCases where audience.sees(visibility) {
        for type in offer.types.types(visibility) {
          stepsLeft -= 1
          guard stepsLeft >= 0 else { throw TypeSearch.tooLong }
          if try matcher.takes(type) { return true }
        }
      }
      return false
    }
  }

  private func newest(
    _ running: inout Search, for audiences: [OfferIndex.Audience], above floor: UInt64? = nil
  ) throws(Rejection) -> (number: UInt64, id: Identifier)? {
    let found = try index.newest(running.wanted, for: audiences, above: floor) {
      id, audience throws(Rejection) in
      try running.matches(offers[id], for: audience)
    }
    guard let found, let id = index[found] else { return nil }
    return (found, id)
  }

  private func noOffer(of types: TypePreferences) -> Rejection {
    guard newest != nil else { return Rejection(.noSuchOffer, "nothing is on offer") }
    return Rejection(.noSuchOffer, "nothing on offer has a representation of \(types.list)")
  }
}
