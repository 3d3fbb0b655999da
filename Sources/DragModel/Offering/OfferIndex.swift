/// The listed offers by their types, with one index for each audience.
struct OfferIndex: Hashable, Sendable {
  /// Callers that may see the same types.
  enum Audience: Hashable {
    case everybody
    /// The programs of one application.
    case application(String)
    /// Everything that some application may see: it tells whether the result depends on the caller's application.
    case anyApplication
    /// The connection of the offer.
    case owner(Peer)
  }

  private var indexes: [Audience: TypeIndex] = [:]
  private var ids: [UInt64: Identifier] = [:]
  private var lastNumber: UInt64 = 0

  var isEmpty: Bool { indexes.isEmpty && ids.isEmpty }

  /// Adds an offer as the newest and returns its number.
  mutating func insert(_ offer: Offer) -> UInt64 {
    lastNumber += 1
    ids[lastNumber] = offer.id
    for visibility in Visibility.allCases {
      for type in offer.types.types(visibility) {
        for audience in Self.audiences(of: visibility, offer.owner) {
          indexes[audience, default: TypeIndex()].insert(type, of: lastNumber)
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
      for audience in Self.audiences(of: visibility, offer.owner) {
        guard let place = indexes.index(forKey: audience) else { continue }
        indexes.values[place].remove(type, of: offer.number)
        if indexes.values[place].isEmpty { indexes.remove(at: place) }
      }
    }
  }

  private static func audiences(of visibility: Visibility, _ owner: Party) -> [Audience] {
    switch visibility {
    case .all: [.everybody]
    case .app where owner.application.isEmpty: [.owner(owner.peer)]
    case .app:
      [.owner(owner.peer), .application(owner.application), .anyApplication]
    case .connection: [.owner(owner.peer)]
    }
  }

  /// The newest offer that one of the audiences may see and that matches.
  func newest(
    _ search: TypeSearch, for audiences: [Audience], above floor: UInt64? = nil,
    stepsLeft: inout Int,
    has: (Identifier, Audience) throws(Rejection) -> Bool
  ) throws(Rejection) -> UInt64? {
    var best: UInt64?
    for audience in audiences {
      guard let index = indexes[audience] else { continue }
      let newer = try index.newest(search, above: best ?? floor, stepsLeft: &stepsLeft) {
        number throws(Rejection) in
        guard let id = ids[number] else { return false }
        return try has(id, audience)
      }
      best = newer ?? best
    }
    return best
  }

  /// Whether one of the audiences may see a type of that essence.
  func hasEssence(_ essence: String, for audiences: [Audience]) -> Bool {
    audiences.contains { indexes[$0]?.hasEssence(essence) ?? false }
  }

  subscript(number: UInt64) -> Identifier? { ids[number] }
}

extension OfferIndex.Audience {
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
