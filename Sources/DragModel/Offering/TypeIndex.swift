/// The types of listed offers, so that a search costs what is asked for and not what is listed: the offers by their types'
/// names, by families, and all of them, each again by every single parameter.
struct TypeIndex: Hashable, Sendable {
  private var all = Listings()
  private var families: [String: Listings] = [:]
  private var essences: [String: Listings] = [:]

  /// The offers that have a type of one kind.
  private struct Listings: Hashable, Sendable {
    private(set) var offers = Postings()
    /// Charsets' names in lower case.
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

    /// The offers that may have a type with all these parameters: those that have the rarest one.
    func offers(with wanted: [MIMEType.Parameter]) -> Postings {
      guard let first = wanted.first else { return offers }
      return wanted.dropFirst().reduce(parameters[first] ?? Postings()) { rarest, parameter in
        let other = parameters[parameter] ?? Postings()
        return other.count < rarest.count ? other : rarest
      }
    }
  }

  var isEmpty: Bool { all.offers.isEmpty }

  /// Lists a type of an offer.
  /// - Parameter offer: its number, no lower than any before.
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

  /// The newest offer with a type that is searched for.
  ///
  /// - Parameter floor: only a newer one matters.
  /// - Parameter steps: how much may still be looked at; gets less.
  /// - Parameter has: whether an offer has such a type; asked where several parameters are wanted, which it may have on
  ///   different types.
  /// - Throws: QuotaExceeded, when there are no steps left.
  func newest(
    _ search: TypeSearch, above floor: UInt64?, steps: inout Int,
    has: (UInt64) throws(Rejection) -> Bool
  ) throws(Rejection) -> UInt64? {
    var best = floor
    func look(
      in listings: Listings?, for wanted: [[MIMEType.Parameter]], without excepted: [Listings] = []
    ) throws(Rejection) {
      guard let listings else { return }
      for parameters in wanted {
        steps -= 1
        guard steps >= 0 else { throw TypeSearch.endless }
        var candidates = Postings.Descent(listings.offers(with: parameters))
        var others = excepted.map { Postings.Descent($0.offers(with: parameters)) }
        while let (offer, count) = candidates.next(), offer > best ?? 0 {
          steps -= 1
          guard steps >= 0 else { throw TypeSearch.endless }
          // With several parameters the counts are of types that have one of them: only a look tells.
          let isThere =
            if parameters.count > 1 { try has(offer) } else {
              others.isEmpty
                || count > others.indices.reduce(0) { $0 + others[$1].count(of: offer) }
            }
          guard isThere else { continue }
          best = offer
          break
        }
      }
    }

    try look(in: all, for: search.any)
    for (family, wanted) in search.families { try look(in: families[family], for: wanted) }
    for one in search.types {
      let (members, wanted) = (one.members, one.parameters)
      // The shorter of the two lists is gone through.
      if essences.count < members.names.count {
        for (name, listings) in essences where members.names.contains(name) {
          try look(in: listings, for: wanted)
        }
      } else {
        for name in members.names { try look(in: essences[name], for: wanted) }
      }
      if let excepted = members.textsBut {
        try look(
          in: families["text"], for: wanted, without: excepted.compactMap { essences[$0] })
      }
    }
    return best == floor ? nil : best
  }
}
