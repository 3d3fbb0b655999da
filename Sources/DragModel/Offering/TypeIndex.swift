/// The listed offers by essence, by family and all together, each list again by every single parameter: the cost of a
/// search depends on the patterns and not on the number of offers.
struct TypeIndex: Hashable, Sendable {
  private var all = Listings()
  private var families: [String: Listings] = [:]
  private var essences: [String: Listings] = [:]

  /// The offers that have a type of one essence, of one family, or any type.
  private struct Listings: Hashable, Sendable {
    private(set) var offers = Postings()
    /// With the names of charsets in lower case.
    private(set) var parameters: [MIMEType.Parameter: Postings] = [:]

    mutating func insert(_ offer: UInt64, _ present: [MIMEType.Parameter]) {
      offers.insert(offer)
      for parameter in present { parameters[parameter, default: Postings()].insert(offer) }
    }

    mutating func remove(_ offer: UInt64, _ present: [MIMEType.Parameter]) {
      offers.remove(offer)
      for parameter in present {
        guard let place = parameters.index(forKey: parameter) else { continue }
        parameters.values[place].remove(offer)
        if parameters.values[place].isEmpty { parameters.remove(at: place) }
      }
    }

    /// Candidates for a type with all these parameters: the offers with the rarest of them.
    func offers(with wanted: [MIMEType.Parameter]) -> Postings {
      guard let first = wanted.first else { return offers }
      return wanted.dropFirst().reduce(parameters[first] ?? Postings()) { rarest, parameter in
        let other = parameters[parameter] ?? Postings()
        return other.count < rarest.count ? other : rarest
      }
    }
  }

  var isEmpty: Bool { all.offers.isEmpty }

  func hasEssence(_ essence: String) -> Bool { essences.index(forKey: essence) != nil }

  /// Adds a type of an offer.
  /// - Parameter offer: its number, no lower than any that was inserted before.
  mutating func insert(_ type: MIMEType, of offer: UInt64) {
    let parameters = type.parameters.map(\.folded)
    all.insert(offer, parameters)
    families[type.type, default: Listings()].insert(offer, parameters)
    essences[type.essence, default: Listings()].insert(offer, parameters)
  }

  mutating func remove(_ type: MIMEType, of offer: UInt64) {
    let parameters = type.parameters.map(\.folded)
    all.remove(offer, parameters)
    Self.remove(type.type, from: &families, offer, parameters)
    Self.remove(type.essence, from: &essences, offer, parameters)
  }

  private static func remove(
    _ key: String, from table: inout [String: Listings], _ offer: UInt64,
    _ parameters: [MIMEType.Parameter]
  ) {
    guard let place = table.index(forKey: key) else { return }
    table.values[place].remove(offer, parameters)
    if table.values[place].offers.isEmpty { table.remove(at: place) }
  }

  /// The newest offer with a type that matches.
  ///
  /// - Parameter floor: only a newer offer counts.
  /// - Parameter stepsLeft: how many steps the search may still take.
  /// - Parameter has: whether an offer has such a type; called for several parameters, which an offer may have on
  ///   different types.
  /// - Throws: QuotaExceeded, when no steps are left.
  func newest(
    _ wanted: TypeSearch, above floor: UInt64?, stepsLeft: inout Int,
    has: (UInt64) throws(Rejection) -> Bool
  ) throws(Rejection) -> UInt64? {
    var best = floor
    func search(
      in listings: Listings?, for alternatives: [[MIMEType.Parameter]],
      without excluded: [Listings] = []
    ) throws(Rejection) {
      guard let listings else { return }
      for parameters in alternatives {
        stepsLeft -= 1
        guard stepsLeft >= 0 else { throw TypeSearch.tooLong }
        var candidates = Postings.NewestFirst(listings.offers(with: parameters))
        var others = excluded.map { Postings.NewestFirst($0.offers(with: parameters)) }
        while let (offer, count) = candidates.next(), offer > best ?? 0 {
          stepsLeft -= 1
          guard stepsLeft >= 0 else { throw TypeSearch.tooLong }
          // With several parameters the counts are those of types with one of them: the offer has to be read.
          let matches =
            if parameters.count > 1 { try has(offer) } else {
              others.isEmpty
                || count > others.indices.reduce(0) { $0 + others[$1].count(of: offer) }
            }
          guard matches else { continue }
          best = offer
          break
        }
      }
    }

    try search(in: all, for: wanted.any)
    for (family, parameters) in wanted.families {
      try search(in: families[family], for: parameters)
    }
    for (members, parameters) in wanted.types {
      // Iterates over the shorter of the two lists.
      if essences.count < members.names.count {
        for (name, listings) in essences where members.names.contains(name) {
          try search(in: listings, for: parameters)
        }
      } else {
        for name in members.names { try search(in: essences[name], for: parameters) }
      }
      if let excluded = members.excludedTexts {
        try search(
          in: families["text"], for: parameters, without: excluded.compactMap { essences[$0] })
      }
    }
    return best == floor ? nil : best
  }
}
