import Testing

@testable import DragModel

@Suite struct TypeMatcherTests {
  @Test
  func aTypeIsTakenExactlyWhenItIsChosenWhereItIsAlone() throws {
    let types = [
      "application/xml", "text/xml", "image/svg+xml", "image/gif", "a/b;x=1;y=2", "a/b;x=2", "a/b",
      "text/plain", "application/octet-stream", "image/*", "*/*",
    ]
    let all = ["application/xml", "image/*", "a/b;x=1", "*/*", "application/octet-stream"]
    for patterns in all.map({ [$0] }) + [[], all] {
      let preferences = try TypePreferences(patterns)
      var matcher = TypeMatcher(preferences, TypeTable.desktop)
      for text in types + types {
        let type = try #require(MIMEType(text))
        let isTaken = try matcher.matches(type)
        let choice = preferences.choose(among: [type], hierarchy: TypeTable.desktop)
        #expect(isTaken == (choice != nil), "\(patterns) and \(text)")
      }
    }
  }

  @Test
  func aSearchAsksAsMuchHoweverManyItemsHaveAType() throws {
    func questions(items count: Int) throws -> Int {
      var world = World()
      let representations = ["text/html", "image/png"].map {
        Representation<OfferedContent>(type: MIMEType($0), content: .lazy(size: nil))
      }
      let item = Item<OfferedContent>(
        attributes: ItemAttributes(), representations: representations)
      var options = OfferOptions()
      options.source = "/source"
      for _ in 0..<2 {
        try world.handle(
          .offer(
            id: world.id(), owner: World.source, items: Array(repeating: item, count: count),
            options: options))
      }
      let table = TypeTable.desktop
      let wanted = try TypePreferences(["video/mp4", "application/xml"])
      let named = #expect(throws: Rejection.self) {
        try world.broker.find(wanted, for: World.destination, hierarchy: table)
      }
      let unnamed = #expect(throws: Rejection.self) {
        try world.broker.find(wanted, forUnidentified: World.destination.peer, hierarchy: table)
      }
      #expect(named?.code == .noSuchOffer && unnamed?.code == .noSuchOffer)
      return table.questions
    }
    #expect(try questions(items: 100) == questions(items: 1))
    #expect(try questions(items: 1) > 0)
  }

  @Test
  func whatIsChosenIsWhatOnePatternAfterTheOtherWouldChoose() throws {
    let names = [
      "a/b", "a/c", "text/xml", "application/xml", "image/svg+xml", "text/plain", "text/html",
      "application/octet-stream", "application/json",
    ]
    let parameters = ["", ";x=1", ";x=2", ";x=1;y=2", ";charset=utf-8", ";charset=UTF-8"]
    var random = SystemRandomNumberGenerator()
    func type() throws -> String {
      try #require(names.randomElement(using: &random))
        + #require(parameters.randomElement(using: &random))
    }
    for _ in 0..<2_000 {
      let patterns = try (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Int.random(in: 0..<4, using: &random) == 0
          ? try #require(["*/*", "text/*", "a/*", "*/*;x=1", "a/*;x=2"].randomElement())
          : try type()
      }
      let types = try (0..<Int.random(in: 0...5, using: &random)).map { _ in
        try #require(MIMEType(try type()))
      }
      let preferences = try TypePreferences(patterns)
      var matcher = TypeMatcher(preferences, TypeTable.desktop)
      let chosen = try matcher.choose(among: types)
      let expected = preferences.patterns.lazy.compactMap {
        $0.naiveChoice(among: types, TypeTable.desktop)
      }.first
      #expect(chosen == expected, "\(patterns) among \(types)")
    }
  }

  @Test
  func theHierarchyIsAskedAboutTypesAndPatternsNotAboutAllPairsOfThem() throws {
    let table = TypeTable.desktop
    let patterns = (0..<500).map { "application/x-wanted\($0)" }
    var matcher = TypeMatcher(try TypePreferences(patterns), table)
    for number in 0..<500 {
      #expect(try matcher.choose(among: [#require(MIMEType("application/x-\(number)"))]) == nil)
    }
    #expect(table.questions < 2_000)
  }

  @Test
  func moreParametersThanAnybodyNeedsAreRefused() throws {
    let many = (0..<200).map { ";p\($0)=1" }.joined()
    var matcher = TypeMatcher(
      try TypePreferences((0..<1_024).map { "*/*\(many);q\($0)=1" }), TypeTable.desktop)
    let rejection = #expect(throws: Rejection.self) {
      _ = try matcher.choose(among: [#require(MIMEType("a/b\(many)"))])
    }
    #expect(rejection?.code == .quotaExceeded)
  }
}
