import Testing

@testable import DragModel

/// The clauses of the contract's “`types` is a preference list”, one by one.
@Suite struct TypePreferencesTests {
  private func choice(
    _ patterns: [String], among types: [String], hierarchy: TypeTable = .desktop
  ) throws -> String? {
    let offered = try types.map { try #require(MIMEType($0)) }
    return try TypePreferences(patterns).choose(among: offered, hierarchy: hierarchy)
      .map { types[$0] }
  }

  private func index(_ patterns: [String], among types: [String]) throws -> Int? {
    let offered = try types.map { try #require(MIMEType($0)) }
    return try TypePreferences(patterns).choose(among: offered, hierarchy: TypeTable.desktop)
  }

  @Test
  func noPreferenceTakesTheSourcesFirstAndNothingWhereThereIsNothing() throws {
    #expect(try choice([], among: ["image/png", "text/plain"]) == "image/png")
    #expect(try choice([], among: ["text/plain", "image/png"]) == "text/plain")
    #expect(try choice([], among: []) == nil)
    #expect(try choice(["*/*"], among: []) == nil)
    #expect(TypePreferences.none.isEmpty)
  }

  @Test
  func nothingIsTakenThatNoPatternMatches() throws {
    #expect(try choice(["image/png", "video/*"], among: ["text/plain", "image/gif"]) == nil)
  }

  @Test
  func theFirstPatternThatMatchesWinsHoweverWellALaterOneWould() throws {
    let types = ["text/plain", "image/png"]
    #expect(try choice(["image/*", "text/plain"], among: types) == "image/png")
    #expect(try choice(["text/plain", "image/*"], among: types) == "text/plain")
    #expect(try choice(["video/mp4", "image/png", "text/plain"], among: types) == "image/png")
    #expect(
      try choice(["application/xml", "text/html"], among: ["text/html", "image/svg+xml"])
        == "image/svg+xml")
    #expect(try choice(["*/*", "image/png"], among: types) == "text/plain")
  }

  @Test
  func theClassesWithinOnePatternComeInTheContractsOrderWhateverTheSources() throws {
    // Exact, more parameters, alias, subclass; and something that does not match.
    let best = [
      "application/xml", "application/xml;charset=utf-8", "text/xml", "image/svg+xml", "image/png",
    ]
    for wanted in 0..<4 {
      for types in permutations(Array(best[wanted...])) {
        #expect(try choice(["application/xml"], among: types) == best[wanted], "\(types)")
      }
    }
    #expect(try choice(["application/xml"], among: ["image/png"]) == nil)
  }

  @Test
  func theExactTypeComesBeforeTheTypeWithMoreParameters() throws {
    let types = [
      "text/plain;charset=utf-8;format=flowed", "text/plain;charset=utf-8", "text/plain",
    ]
    #expect(try choice(["text/plain"], among: types) == "text/plain")
    #expect(try choice(["text/plain;charset=utf-8"], among: types) == "text/plain;charset=utf-8")
  }

  @Test
  func theExactTypeMayHaveItsParametersInAnotherOrder() throws {
    let types = ["a/b;x=1;y=2;z=3", "a/b;y=2;x=1"]
    #expect(try choice(["a/b;x=1;y=2"], among: types) == "a/b;y=2;x=1")
  }

  @Test
  func theTypeWithMoreParametersComesBeforeAnAlias() throws {
    let types = ["application/x-pdf", "application/pdf;version=1.7"]
    #expect(try choice(["application/pdf"], among: types) == "application/pdf;version=1.7")
    #expect(
      try choice(["application/pdf"], among: types.reversed()) == "application/pdf;version=1.7")
  }

  @Test
  func anAliasComesBeforeASubclass() throws {
    let types = ["application/gpx+xml", "text/xml"]
    #expect(try choice(["application/xml"], among: types) == "text/xml")
    #expect(try choice(["application/xml"], among: types.reversed()) == "text/xml")
  }

  @Test
  func aSubclassComesBeforeWhatOnlyAWildcardMatches() throws {
    let types = ["image/png", "application/gpx+xml"]
    #expect(try choice(["application/xml", "*/*"], among: types) == "application/gpx+xml")
    #expect(try choice(["*/*", "application/xml"], among: types) == "image/png")
  }

  @Test
  func aliasesCountOnBothSides() throws {
    #expect(try choice(["application/x-pdf"], among: ["application/pdf"]) == "application/pdf")
    #expect(try choice(["application/pdf"], among: ["application/x-pdf"]) == "application/x-pdf")
    #expect(try choice(["audio/mp3"], among: ["audio/x-mp3"]) == "audio/x-mp3")
  }

  @Test
  func aPatternThatIsAnAliasOfAParentMatchesTheSubclass() throws {
    #expect(try choice(["text/xml"], among: ["image/png", "image/svg"]) == "image/svg")
    #expect(
      try choice(["text/xml"], among: ["image/svg+xml", "application/xml"]) == "application/xml")
  }

  @Test
  func subclassesCountThroughEveryGenerationAndNeverUpwards() throws {
    #expect(try choice(["text/plain"], among: ["image/png", "image/svg+xml"]) == "image/svg+xml")
    #expect(try choice(["image/svg+xml"], among: ["application/xml", "text/plain"]) == nil)
    #expect(try choice(["inode/directory"], among: ["inode/mount-point"]) == "inode/mount-point")
  }

  @Test
  func everyTextTypeIsPlainText() throws {
    #expect(try choice(["text/plain"], among: ["image/png", "text/html"]) == "text/html")
    #expect(try choice(["text/html"], among: ["text/plain"]) == nil)
  }

  @Test
  func notEverythingIsAnOctetStreamByWhateverNameItIsAskedFor() throws {
    for pattern in ["application/octet-stream", "application/x-octet-stream"] {
      #expect(try choice([pattern], among: ["image/png", "text/plain", "inode/directory"]) == nil)
      #expect(
        try choice([pattern], among: ["image/png", "application/octet-stream"])
          == "application/octet-stream")
    }
  }

  @Test
  func wildcardsMatchByTheWrittenNameWithoutTheHierarchy() throws {
    let table = TypeTable.desktop
    let types = ["text/plain", "image/png", "image/gif"]
    #expect(try choice(["image/*"], among: types, hierarchy: table) == "image/png")
    #expect(try choice(["*/*"], among: types, hierarchy: table) == "text/plain")
    #expect(try choice(["IMAGE/*"], among: types, hierarchy: table) == "image/png")
    #expect(try choice(["imag/*"], among: types, hierarchy: table) == nil)
    #expect(try choice(["application/*"], among: ["text/xml"], hierarchy: table) == nil)
    #expect(try choice(["text/*"], among: ["image/svg+xml"], hierarchy: table) == nil)
    #expect(table.questions == 0)
  }

  @Test
  func aStatedParameterMustBeThere() throws {
    let pattern = ["text/plain;charset=utf-8"]
    #expect(try choice(pattern, among: ["text/plain"]) == nil)
    #expect(try choice(pattern, among: ["text/plain;charset=latin1"]) == nil)
    #expect(try choice(pattern, among: ["text/plain;format=flowed"]) == nil)
    let types = ["text/plain", "text/plain;format=flowed;charset=utf-8"]
    #expect(try choice(pattern, among: types) == "text/plain;format=flowed;charset=utf-8")
  }

  @Test
  func charsetAndTheNamesOfParametersAreComparedRegardlessOfCase() throws {
    for pattern in ["text/plain;charset=UTF-8", "TEXT/plain;CharSet=\"Utf-8\""] {
      #expect(
        try choice([pattern], among: ["text/plain;charset=utf-8"]) == "text/plain;charset=utf-8")
    }
    #expect(try choice(["a/b;VERSION=1"], among: ["a/b;Version=1"]) == "a/b;Version=1")
  }

  @Test
  func aCharsetInAnotherCaseIsNoLessExact() throws {
    let types = ["text/plain;charset=UTF-8", "text/plain;charset=utf-8"]
    #expect(try index(["text/plain;charset=utf-8"], among: types) == 0)
    #expect(try index(["text/plain;charset=utf-8"], among: types.reversed()) == 0)
  }

  @Test
  func theValuesOfOtherParametersAreComparedExactly() throws {
    let types = ["a/b;profile=One", "a/b;profile=one"]
    #expect(try choice(["a/b;profile=one"], among: types) == "a/b;profile=one")
    #expect(try choice(["a/b;profile=ONE"], among: types) == nil)
  }

  @Test
  func statedParametersHoldForAliasesSubclassesAndWildcardsToo() throws {
    let pattern = ["application/xml;charset=utf-8"]
    #expect(
      try choice(pattern, among: ["text/xml", "text/xml;charset=UTF-8"]) == "text/xml;charset=UTF-8"
    )
    #expect(
      try choice(pattern, among: ["image/svg+xml", "image/svg+xml;charset=utf-8"])
        == "image/svg+xml;charset=utf-8")
    // A subclass that states it comes before an alias that does not.
    #expect(
      try choice(pattern, among: ["text/xml", "image/svg+xml;charset=utf-8"])
        == "image/svg+xml;charset=utf-8")
    #expect(
      try choice(["text/*;charset=utf-8"], among: ["text/html", "text/csv;charset=utf-8"])
        == "text/csv;charset=utf-8")
    #expect(
      try choice(["*/*;charset=utf-8"], among: ["image/png", "text/csv;charset=utf-8"])
        == "text/csv;charset=utf-8")
  }

  @Test(arguments: [
    ("a/b", "a/b;x=1", "a/b;x=2"),
    ("application/pdf;v=1", "application/x-pdf;v=1", "application/x-pdf;v=1;w=2"),
    ("application/xml", "image/svg+xml", "application/gpx+xml"),
    ("image/*", "image/png", "image/gif"),
    ("*/*", "text/plain", "image/png"), ("a/b;x=1", "a/b;x=1;y=1", "a/b;x=1;y=1;z=1"),
  ])
  func amongEqualsTheSourcesOrderDecides(pattern: String, one: String, other: String) throws {
    #expect(
      try choice([pattern], among: ["model/stl", one, other])
        == (pattern == "*/*" ? "model/stl" : one))
    #expect(try choice([pattern], among: [one, other]) == one)
    #expect(try choice([pattern], among: [other, one]) == other)
  }

  @Test
  func theHierarchyIsNotAskedWhenATypeOfThePatternsOwnNameIsThere() throws {
    let table = TypeTable.desktop
    let types = ["text/html", "application/x-pdf", "application/pdf;v=1", "text/plain"]
    #expect(try choice(["text/plain"], among: types, hierarchy: table) == "text/plain")
    #expect(
      try choice(["application/pdf"], among: types, hierarchy: table) == "application/pdf;v=1")
    #expect(table.questions == 0)
    #expect(try choice(["image/png"], among: types, hierarchy: table) == nil)
    #expect(table.questions > 0)
  }

  @Test
  func everyOfferedTypeCanBeAskedForByItsOwnName() throws {
    let types = ["image/png", "image/*", "a/b;q=1", "x/y*", "*/*", "a/b"]
    for type in types {
      #expect(try choice([type], among: types) == type)
    }
  }

  @Test
  func aTypeIsTakenWhenAnyPatternMatchesItInEveryClass() throws {
    func matches(
      _ type: String, _ patterns: [String] = ["application/xml", "image/*", "a/b;x=1"]
    ) throws -> Bool {
      var matcher = TypeMatcher(try TypePreferences(patterns), TypeTable.desktop)
      return try matcher.matches(#require(MIMEType(type)))
    }
    for type in [
      "application/xml", "application/xml;charset=utf-8", "text/xml", "application/gpx+xml",
      "image/gif", "a/b;y=2;x=1",
    ] {
      #expect(try matches(type), "\(type)")
    }
    for type in ["text/plain", "application/octet-stream", "a/b", "a/b;x=2", "audio/mpeg"] {
      #expect(try !matches(type), "\(type)")
    }
    #expect(try matches("a/b", []))
    #expect(try !matches("a/b", ["application/octet-stream"]))
  }
}

/// Every order of `elements`.
private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  guard !elements.isEmpty else { return [[]] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return permutations(rest).map { [first] + $0 }
  }
}
