import DragModel

/// A search from its first step to its last, while nothing else happens.
extension Broker {
  /// The newest listed offer with a representation that matches and that the caller may see.
  func find(
    _ types: TypePreferences, for caller: Party, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier {
    let types = try searched(types, for: caller.peer, hierarchy)
    guard let found = try finish(OfferSearch(types, for: caller, hierarchy: hierarchy)) else {
      fatalError("the answer for a known application depends on the application")
    }
    return found
  }

  /// The same for a caller whose application is not known; nil if the answer depends on the application.
  func find(
    _ types: TypePreferences, forUnidentified peer: Peer, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier? {
    let types = try searched(types, for: peer, hierarchy)
    return try finish(OfferSearch(types, forUnidentified: peer, hierarchy: hierarchy))
  }

  /// The patterns of a search that begins now.
  func searched(
    _ preferences: TypePreferences, for peer: Peer, _ hierarchy: any TypeHierarchy
  ) throws(Rejection) -> SearchedTypes {
    let offered = typesOnOffer(for: peer, hierarchy: hierarchy)
    var types = SearchedTypes()
    for pattern in preferences.patterns {
      try types.append(pattern.description.utf8.span, among: offered)
    }
    return types
  }

  private func finish(_ search: OfferSearch) throws(Rejection) -> Identifier? {
    var search = search
    while true {
      switch try advance(&search) {
      case .unfinished: continue
      case .found(let id): return id
      case .dependsOnApplication: return nil
      }
    }
  }
}
