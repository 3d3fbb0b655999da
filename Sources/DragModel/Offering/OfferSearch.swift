/// A search for the newest listed offer with a representation that matches and that the caller may see, in steps of a
/// few patterns: a caller may name a thousand, and others wait meanwhile.
///
/// Offers may come and go between the steps. One that comes may not be found, as if it had come afterwards.
package struct OfferSearch {
  package enum Step: Hashable, Sendable {
    case unfinished
    case found(Identifier)
    /// The caller's application is not known, and the answer depends on it.
    case dependsOnApplication
  }

  private let types: SearchedTypes
  private let hierarchy: any TypeHierarchy
  private let caller: Party
  private let viewers: [OfferIndex.Viewers]
  private let isIdentified: Bool
  /// Patterns that were searched for.
  private var done = 0
  /// The number of the newest offer that was found, and of the newest that some application may see.
  private var best: UInt64?
  private var bestOfApplications: UInt64?
  private var stepsLeft = TypeSearch.mostSteps
  private var comparisonsLeft = TypeSearch.mostSteps

  private static let patternsPerStep = 64

  package init(_ types: SearchedTypes, for caller: Party, hierarchy: any TypeHierarchy) {
    var viewers: [OfferIndex.Viewers] = [.everybody, .owner(caller.peer)]
    if !caller.application.isEmpty { viewers.append(.application(caller.application)) }
    self.init(types, caller, hierarchy, viewers, isIdentified: true)
  }

  /// The same for a caller whose application is not known.
  package init(
    _ types: SearchedTypes, forUnidentified peer: Peer, hierarchy: any TypeHierarchy
  ) {
    self.init(types, Party(peer), hierarchy, [.everybody, .owner(peer)], isIdentified: false)
  }

  private init(
    _ types: SearchedTypes, _ caller: Party, _ hierarchy: any TypeHierarchy,
    _ viewers: [OfferIndex.Viewers], isIdentified: Bool
  ) {
    self.types = types
    self.caller = caller
    self.hierarchy = hierarchy
    self.viewers = viewers
    self.isIdentified = isIdentified
  }

  /// Begins anew, because the offer that it found has ended.
  package mutating func restart() { (done, best, bestOfApplications) = (0, nil, nil) }

  fileprivate mutating func step(in broker: Broker) throws(Rejection) -> Step {
    let next = types.present.slice(from: done, count: Self.patternsPerStep)
    done += Self.patternsPerStep
    if !next.isEmpty || types.isAny { try search(next, in: broker) }
    guard done >= types.present.patterns.count else { return .unfinished }
    if let bestOfApplications, bestOfApplications > best ?? 0 { return .dependsOnApplication }
    guard let best else { throw broker.noOffer(of: types) }
    guard let id = broker.index[best] else {
      restart()
      return .unfinished
    }
    return .found(id)
  }

  private mutating func search(
    _ patterns: TypePreferences, in broker: Broker
  ) throws(Rejection) {
    var running = RunningSearch(
      TypeSearch(patterns, hierarchy), TypeMatcher(patterns, hierarchy),
      stepsLeft: comparisonsLeft)
    best = try broker.newest(&running, &stepsLeft, for: viewers, above: best) ?? best
    if !isIdentified {
      bestOfApplications =
        try broker.newest(
          &running, &stepsLeft, for: [.anyApplication],
          above: max(best ?? 0, bestOfApplications ?? 0)) ?? bestOfApplications
    }
    comparisonsLeft = running.stepsLeft
  }
}

/// The patterns of a step, and how many comparisons are left.
private struct RunningSearch {
  let wanted: TypeSearch
  private var matcher: TypeMatcher
  private(set) var stepsLeft: Int

  init(_ wanted: TypeSearch, _ matcher: TypeMatcher, stepsLeft: Int) {
    self.wanted = wanted
    self.matcher = matcher
    self.stepsLeft = stepsLeft
  }

  /// Whether an offer has a wanted type, for a search that the index alone cannot answer.
  mutating func matches(_ offer: Offer?, for viewer: OfferIndex.Viewers) throws(Rejection)
    -> Bool
  {
    guard let offer else { return false }
    for visibility in Visibility.allCases where viewer.sees(visibility) {
      for type in offer.types.types(visibility) {
        stepsLeft -= 1
        guard stepsLeft >= 0 else { throw TypeSearch.tooLong }
        if try matcher.matches(type) { return true }
      }
    }
    return false
  }
}

extension Broker {
  /// Takes the next step of a search.
  package func advance(_ search: inout OfferSearch) throws(Rejection) -> OfferSearch.Step {
    try search.step(in: self)
  }

  fileprivate func newest(
    _ running: inout RunningSearch, _ stepsLeft: inout Int, for viewers: [OfferIndex.Viewers],
    above floor: UInt64?
  ) throws(Rejection) -> UInt64? {
    try index.newest(running.wanted, for: viewers, above: floor, stepsLeft: &stepsLeft) {
      id, viewer throws(Rejection) in
      try running.matches(offers[id], for: viewer)
    }
  }

  fileprivate func noOffer(of types: SearchedTypes) -> Rejection {
    guard newest != nil else { return Rejection(.noSuchOffer, "nothing is on offer") }
    return Rejection(.noSuchOffer, "nothing on offer has a representation of \(types.list)")
  }
}
