/// The listed offers by their types, with one index for each group of viewers.
struct OfferIndex: Hashable, Sendable {
  /// Callers that may see the same types.
  enum Viewers: Hashable {
    case everybody
    /// The programs of one application.
    case application(String)
    /// Everything that some application may see: it tells whether the result depends on the caller's application.
    case anyApplication
    /// The connection of the offer.
    case owner(Peer)
  }

  private var indexes: [Viewers: TypeIndex] = [:]
  private var ids: [UInt64: Identifier] = [:]
  private var lastNumber: UInt64 = 0

  var isEmpty: Bool { indexes.isEmpty && ids.isEmpty }

  /// Adds an offer as the newest and returns its number.
  mutating func insert(_ offer: Offer) -> UInt64 {
    lastNumber += 1
    ids[lastNumber] = offer.id
    for visibility in Visibility.allCases {
      for type in offer.types.types(visibility) {
        for viewer in Self.viewers(of: visibility, offer.owner) {
          indexes[viewer, default: TypeIndex()].insert(type, of: lastNumber)
        }
      }
    }
    return lastNumber
  }

  mutating func remove(_ offer: Offer) {
    ids[offer.number] = nil
    for visibility in Visibility.allCases {
      remove(offer.types.types(visibility), visibility, of: offer)
    }
  }

  /// Removes the types that an offer has lost.
  mutating func update(_ offer: Offer, before: OfferedTypes) {
    for visibility in Visibility.allCases {
      remove(offer.types.removed(since: before, visibility), visibility, of: offer)
    }
  }

  private mutating func remove(
    _ types: some Sequence<MIMEType>, _ visibility: Visibility, of offer: Offer
  ) {
    for type in types {
      for viewer in Self.viewers(of: visibility, offer.owner) {
        guard let place = indexes.index(forKey: viewer) else { continue }
        indexes.values[place].remove(type, of: offer.number)
        if indexes.values[place].isEmpty { indexes.remove(at: place) }
      }
    }
  }

  private static func viewers(of visibility: Visibility, _ owner: Party) -> [Viewers] {
    switch visibility {
    case .all: [.everybody]
    case .app where owner.application.isEmpty: [.owner(owner.peer)]
    case .app:
      [.owner(owner.peer), .application(owner.application), .anyApplication]
    case .connection: [.owner(owner.peer)]
    }
  }

  /// The newest offer that one of the viewers may see and that matches.
  func newest(
    _ search: TypeSearch, for viewers: [Viewers], above floor: UInt64? = nil,
    stepsLeft: inout Int,
    has: (Identifier, Viewers) throws(Rejection) -> Bool
  ) throws(Rejection) -> UInt64? {
    var best: UInt64?
    for viewer in viewers {
      guard let index = indexes[viewer] else { continue }
      let newer = try index.newest(search, above: best ?? floor, stepsLeft: &stepsLeft) {
        number throws(Rejection) in
        guard let id = ids[number] else { return false }
        return try has(id, viewer)
      }
      best = newer ?? best
    }
    return best
  }

  /// The types that the viewers may see.
  func indexes(for viewers: [Viewers]) -> [TypeIndex] { viewers.compactMap { indexes[$0] } }

  subscript(number: UInt64) -> Identifier? { ids[number] }
}

extension OfferIndex.Viewers {
  /// Whether its index has types of that visibility.
  func sees(_ visibility: Visibility) -> Bool {
    switch (self, visibility) {
    case (.everybody, .all), (.application, .app), (.anyApplication, .app), (.owner, .app),
      (.owner, .connection):
      true
    case (.everybody, .app), (.everybody, .connection), (.application, .all),
      (.application, .connection), (.anyApplication, .all), (.anyApplication, .connection),
      (.owner, .all):
      false
    }
  }
}
