import Harness
import Testing

@testable import DragModel

/// The index finds the same as a scan of every listed offer.
@Suite struct SearchTests {
  @Test(arguments: 0..<8)
  func theIndexFindsWhatALookAtEverythingFinds(seed: Int) throws {
    var walk = SearchWalk(seed: UInt64(seed))
    for _ in 0..<1_000 { try walk.step() }
    #expect(walk.found > 1_000 && walk.missed > 100, "\(walk.found) found, \(walk.missed) not")
    try walk.disconnectAllPeers()
  }

  @Test func aSearchCostsWhatIsAskedForNotWhatIsListed() throws {
    func questions(offers: Int) throws -> Int {
      var world = World()
      for number in 0..<offers { _ = try world.offer([world.held(1)], types: ["a/b\(number)"]) }
      let table = TypeTable.desktop
      let wanted = try TypePreferences(["application/xml", "a/b0", "video/*", "a/none;x=1"])
      _ = try world.broker.find(wanted, for: World.stranger, hierarchy: table)
      return table.questions
    }
    #expect(try questions(offers: 1_000) == questions(offers: 1))
  }

  @Test func aSearchForManyTypesTakesManyShortSteps() throws {
    var world = World()
    let (old, new) = (
      try world.offer([world.held(1)], types: ["a1000/b"]),
      try world.offer([world.held(1)], types: ["a0/b"])
    )
    let table = TypeTable.desktop
    let wanted = try world.broker.searched(
      TypePreferences((0..<1_024).map { "a\($0)/*" }), for: World.stranger.peer, table)
    var search = OfferSearch(wanted, for: World.stranger, hierarchy: table)
    var steps = 0
    func finish() throws -> OfferSearch.Step {
      while true {
        steps += 1
        let step = try world.broker.advance(&search)
        guard step == .unfinished else { return step }
      }
    }
    #expect(try finish() == .found(new))
    #expect(steps == 16)
    // What was found has gone meanwhile.
    search.restart()
    for _ in 0..<8 { #expect(try world.broker.advance(&search) == .unfinished) }
    _ = try world.handle(.withdraw(offer: new, caller: World.source))
    #expect(try finish() == .found(old))
  }

  @Test func aRefusalNamesOnlySomeOfManyTypes() throws {
    var world = World()
    _ = try world.offer([world.held(1)], types: ["a/b"])
    func words(_ count: Int) throws -> String? {
      let wanted = try TypePreferences((0..<count).map { "no/such\($0)" })
      return #expect(throws: Rejection.self) {
        try world.broker.find(wanted, for: World.stranger, hierarchy: TypeTable.desktop)
      }?.message
    }
    let few = try words(2)
    #expect(few?.hasSuffix("of no/such0, no/such1") == true, "\(few ?? "")")
    let many = try words(1_024)
    #expect(many?.hasSuffix(", no/such15 and 1008 more") == true, "\(many ?? "")")
  }

  @Test func whatNobodyOffersIsNotSearchedFor() throws {
    var world = World()
    _ = try world.offer([world.held(1)], types: ["a/b"])
    let table = TypeTable.desktop
    func lookups(_ patterns: [String]) throws -> Int {
      let before = table.searches
      _ = try? world.broker.find(
        try TypePreferences(patterns), for: World.stranger, hierarchy: table)
      return table.searches - before
    }
    let none = (0..<1_024).map { "no/such\($0);a=\($0)" }
    #expect(try lookups(none) == 0)
    #expect(try lookups(["a/b"]) == 1)
    #expect(try lookups(none + ["A/b"]) == 1)
    let kept = try world.broker.searched(
      TypePreferences(none + ["a/b"]), for: World.stranger.peer, table)
    #expect(kept.present.patterns.map(\.description) == ["a/b"])
  }

  @Test func aSearchThatWouldStepOverFarTooMuchIsRefused() throws {
    var world = World()
    let common = (0..<8).map { ";p\($0)=1" }
    for number in 0..<200 {
      let half = number % 2 == 0 ? "x=1" : "y=1"
      _ = try world.offer([world.held(1)], types: ["a/b;\(half)" + common.joined()])
    }
    func failure(_ patterns: [String]) throws -> Rejection? {
      let wanted = try TypePreferences(patterns)
      return #expect(throws: Rejection.self) {
        try world.broker.find(wanted, for: World.stranger, hierarchy: NoHierarchy())
      }
    }
    #expect(try failure(["*/*;x=1;y=1"])?.code == .noSuchOffer, "no type has both")
    let sets = (0..<256).map { bits in
      "*/*;x=1;y=1" + common.indices.filter { bits >> $0 & 1 == 1 }.map { common[$0] }.joined()
    }
    #expect(try failure(sets)?.code == .quotaExceeded)
  }

  @Test func postingsAreWhatATableOfCountsIs() {
    var generator = SeededGenerator(seed: 7)
    var postings = Postings()
    var table: [UInt64: UInt32] = [:]
    var number: UInt64 = 1
    for _ in 0..<20_000 {
      if Int.random(in: 0..<5, using: &generator) < 2 {
        number += UInt64.random(in: 0...2, using: &generator)
        postings.insert(number)
        table[number, default: 0] += 1
      } else if let some = table.keys.sorted().randomElement(using: &generator), table.count > 12 {
        postings.remove(some)
        table[some] = table[some].flatMap { $0 > 1 ? $0 - 1 : nil }
      }
      #expect(postings.count == table.count && postings.newest == table.keys.max())
      #expect(postings.isEmpty == table.isEmpty)
    }
    var newestFirst = Postings.NewestFirst(postings)
    for wanted in table.keys.sorted(by: >) {
      let next = newestFirst.next()
      #expect(next?.offer == wanted && next?.count == table[wanted])
    }
    #expect(newestFirst.next() == nil)
    var counting = Postings.NewestFirst(postings)
    for asked in (0...number).reversed() {
      #expect(counting.count(of: asked) == table[asked] ?? 0)
    }
  }
}

/// Offers of random types come, change and go, and random searches are made.
private struct SearchWalk {
  var world = World()
  var generator: SeededGenerator
  var offers: [Identifier] = []
  var (found, missed) = (0, 0)
  static let table = TypeTable.desktop
  static let parties = (1...4).map {
    Party(Peer(":1.\($0)"), application: ["", "a", "a", "b"][$0 - 1], isSandboxed: false)
  }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func any<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func type() -> String {
    let essence = any([
      "text/plain", "text/html", "text/xml", "application/xml", "application/gpx+xml", "text/pdf",
      "application/pdf", "application/x-pdf", "text/ico", "image/x-icon", "image/png", "a/b",
      "application/octet-stream", "application/json", "text/unknown",
    ])
    return essence
      + any([
        "", "", "", ";charset=utf-8", ";charset=UTF-8", ";x=1", ";x=2", ";x=1;y=2", ";y=2;x=2",
        ";charset=latin1;x=1",
      ])
  }

  mutating func pattern() -> String {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: any(["image/*", "text/*", "a/*", "video/*"]) + any(["", ";x=1", ";x=1;y=2"])
    case 1: "*/*" + any([";x=1", ";charset=utf-8", ";y=2;x=1", ";none=1"])
    default: type()
    }
  }

  mutating func step() throws {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...1: try offer()
    case 2 where !offers.isEmpty:
      let id = any(offers)
      if let owner = world.broker.offers[id]?.owner {
        try world.handle(.withdraw(offer: id, caller: owner))
      }
    case 3 where !offers.isEmpty: acceptSome()
    case 4 where Int.random(in: 0..<6, using: &generator) == 0:
      try world.handle(.peerLeft(any(Self.parties).peer, unread: []))
    default: break
    }
    offers.removeAll { world.broker.offers[$0] == nil }
    try search()
  }

  private mutating func offer() throws {
    if offers.count > 30 { return }
    var options = OfferOptions()
    options.source = "/s"
    options.uses = any([0, 1])
    options.isPrivate = any([false, false, false, true])
    options.more = any([false, false, true])
    options.linger = 1_000_000
    let id = world.id()
    let owner = any(Self.parties)
    try world.handle(.offer(id: id, owner: owner, items: items(), options: options))
    if options.more {
      try world.handle(.addItems(offer: id, caller: owner, items: items(), more: false))
    }
    offers.append(id)
  }

  private mutating func items() -> [Item<OfferedContent>] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      let types = Set((0..<Int.random(in: 1...4, using: &generator)).map { _ in MIMEType(type()) })
      return Item(
        attributes: ItemAttributes(),
        representations: types.map {
          Representation(
            type: $0, visibility: any(Visibility.allCases),
            content: any([.lazy(size: nil), world.held(3)]))
        })
    }
  }

  /// Uses items up, if the offer limits their uses.
  private mutating func acceptSome() {
    let id = any(offers)
    _ = try? world.accept(id, by: any(Self.parties), items: [0]) { $0.inlineMax = 100 }
  }

  private mutating func search() throws {
    let patterns = (0..<Int.random(in: 0...3, using: &generator)).map { _ in pattern() }
    let wanted = try TypePreferences(patterns)
    for caller in Self.parties + [Party(Peer(":1.9"), application: "a")] {
      let expected = world.broker.naivelyFound(wanted, for: caller, Self.table)
      let answer = try? world.broker.find(wanted, for: caller, hierarchy: Self.table)
      #expect(answer == expected, "\(patterns) for \(caller)")
      if expected == nil { missed += 1 } else { found += 1 }
      if let early = try? world.broker.find(
        wanted, forUnidentified: caller.peer, hierarchy: Self.table)
      {
        #expect(early == expected, "\(patterns) for \(caller), not identified")
      }
    }
  }

  mutating func disconnectAllPeers() throws {
    for party in Self.parties { try world.handle(.peerLeft(party.peer, unread: [])) }
    for id in offers where world.broker.offers[id] != nil {
      try world.handle(.withdraw(offer: id, caller: World.stranger))
    }
    #expect(world.broker.index.isEmpty)
    #expect(
      world.broker.charges.total[.metadataBytes] == 0
        && world.broker.charges.total[.listedBytes] == 0)
  }
}

extension Walk {
  /// Compares the index with a scan.
  func checkSearches() {
    for patterns in [[], ["a/*"], ["a/b"], ["text/plain"], ["application/pdf", "*/*;x=1"]] {
      guard let wanted = try? TypePreferences(patterns) else { continue }
      for party in peers {
        let answer = try? world.broker.find(wanted, for: party, hierarchy: TypeTable.desktop)
        #expect(answer == world.broker.naivelyFound(wanted, for: party, TypeTable.desktop))
      }
    }
  }

  func checkNothingIsCharged() {
    #expect(world.broker.charges.total.isEmpty)
    #expect(world.broker.index.isEmpty)
  }
}
