// The listed offers, newest first: a chain, so that any number can come and go at no cost.

extension Broker {
  /// Puts an offer at the head of the list if it may be shown.
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

  /// Representations of an offer have gone: nobody finds it any more by types that it had before and has not now.
  mutating func strikeOut(_ id: Identifier, since before: OfferedTypes) {
    guard let offer = offers[id], offer.isListed else { return }
    index.update(offer, before: before)
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
    var finding = Finding(types, hierarchy, caller)
    var audiences: [OfferIndex.Audience] = [.everybody, .owner(caller.peer)]
    if !caller.application.isEmpty { audiences.append(.application(caller.application)) }
    guard let found = try newest(&finding, for: audiences) else { throw nothing(of: types) }
    return found.id
  }

  /// The same for a caller of whom nothing else is known; nil where it depends on its application.
  package func find(
    _ types: TypePreferences, forUnidentified peer: Peer, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier? {
    var finding = Finding(types, hierarchy, Party(peer))
    let found = try newest(&finding, for: [.everybody, .owner(peer)])
    guard try newest(&finding, for: [.anyApplication], above: found?.number) == nil else {
      return nil
    }
    guard let found else { throw nothing(of: types) }
    return found.id
  }

  /// A search on its way.
  private struct Finding {
    let search: TypeSearch
    let caller: Party
    private var matcher: TypeMatcher
    private var steps = TypeSearch.mostSteps

    init(_ types: TypePreferences, _ hierarchy: any TypeHierarchy, _ caller: Party) {
      search = TypeSearch(types, hierarchy)
      matcher = TypeMatcher(types, hierarchy)
      self.caller = caller
    }

    /// Whether an offer has a type that is searched for, where the index cannot tell.
    mutating func fits(_ offer: Offer?, for audience: OfferIndex.Audience) throws(Rejection) -> Bool
    {
      guard let offer else { return false }
      for visibility in Visibility.allCases where audience.sees(visibility) {
        for type in offer.types.shown(visibility) {
          steps -= 1
          guard steps >= 0 else { throw TypeSearch.endless }
          if try matcher.takes(type) { return true }
        }
      }
      return false
    }
  }

  private func newest(
    _ finding: inout Finding, for audiences: [OfferIndex.Audience], above floor: UInt64? = nil
  ) throws(Rejection) -> (number: UInt64, id: Identifier)? {
    let found = try index.newest(finding.search, for: audiences, above: floor) {
      id, audience throws(Rejection) in
      try finding.fits(offers[id], for: audience)
    }
    guard let found, let id = index[found] else { return nil }
    return (found, id)
  }

  private func nothing(of types: TypePreferences) -> Rejection {
    guard newest != nil else { return Rejection(.noSuchOffer, "nothing is on offer") }
    return Rejection(.noSuchOffer, "nothing on offer has a representation of \(types.list)")
  }
}
