import Testing

@testable import DragModel

@Suite("Type judge")
struct TypeJudgeTests {
  @Test("a type is taken exactly when it is chosen where it is alone")
  func takes() throws {
    let types = [
      "application/xml", "text/xml", "image/svg+xml", "image/gif", "a/b;x=1;y=2", "a/b;x=2", "a/b",
      "text/plain", "application/octet-stream", "image/*", "*/*",
    ]
    let all = ["application/xml", "image/*", "a/b;x=1", "*/*", "application/octet-stream"]
    for patterns in all.map({ [$0] }) + [[], all] {
      let preferences = try TypePreferences(patterns)
      var judge = TypeJudge(preferences, TypeTable.desktop)
      for text in types + types {
        let type = try #require(MIMEType(text))
        let isTaken = judge.takes(type)
        let choice = preferences.choose(among: [type], hierarchy: TypeTable.desktop)
        #expect(isTaken == (choice != nil), "\(patterns) and \(text)")
      }
    }
  }

  @Test("a search asks about each type once, however many items have it")
  func search() throws {
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
}
