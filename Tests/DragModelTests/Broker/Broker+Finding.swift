import DragModel

/// A search from its first step to its last, while nothing else happens.
extension Broker {
  /// The newest listed offer with a representation that matches and that the caller may see.
  func find(
    _ types: TypePreferences, for caller: Party, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier {
    guard let found = try finish(OfferSearch(types, for: caller, hierarchy: hierarchy)) else {
      fatalError("the answer for a known application depends on the application")
    }
    return found
  }

  /// The same for a caller whose application is not known; nil if the answer depends on the application.
  func find(
    _ types: TypePreferences, forUnidentified peer: Peer, hierarchy: any TypeHierarchy
  ) throws(Rejection) -> Identifier? {
    try finish(OfferSearch(types, forUnidentified: peer, hierarchy: hierarchy))
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
