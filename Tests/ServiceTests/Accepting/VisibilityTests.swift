import Harness
import Testing

extension [String: Value] {
  /// The representation with visibility `app` or `connection`.
  func visible(to whom: String) -> [String: Value] {
    merging(["visibility": .s(whom)]) { $1 }
  }
}

@Suite struct VisibilityTests {
  @Test(arguments: eitherBus())
  func `what is for the connection does not exist for others`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), try service.peer())
      let offer = try source.offer([
        Item(
          data("a/mine", "mine").visible(to: "connection"),
          data("text/plain", "all").visible(to: "all")),
        Item(data("a/mine", "only mine").visible(to: "connection")),
      ])
      #expect(try other.property("Types", of: offer, Names.offer) == ["text/plain"])
      #expect(
        try other.items(of: offer).map { $0[1].array.map { $0["type"].inside.string } }
          == [["text/plain"], []])
      #expect(
        try source.items(of: offer).map { $0[1].array.count } == [2, 1])
      #expect(try other.accept(offer, items: [0]).map(\.type) == ["text/plain"])
      let failure = try expectFailure("NotAcceptable", saying: "a/mine") {
        try other.accept(offer, items: [0], types: ["a/mine"])
      }
      // The message may repeat the requested pattern, but must not list the type among those on offer.
      #expect(failure?.message.split(separator: "on offer").last?.contains("a/mine") == false)
      try expectFailure("NotAcceptable") { try other.accept(offer, items: [1]) }
      try expectFailure("NoSuchOffer") { try other.find(["a/mine"]) }
      #expect(try source.find(["a/mine"]) == offer)
      #expect(try source.accept(offer).map { $0.data?.text } == ["mine", "only mine"])
    }
  }

  @Test(arguments: eitherBus())
  func `what is for the application is hidden while applications are unknown`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), try service.peer())
      let offer = try source.offer([Item(data("text/plain", "app").visible(to: "app"))])
      try #require(
        try other.property("Source", of: offer, Names.offer)["app_id"] == .s(""),
        "the tests themselves run inside a desktop application's scope")
      #expect(try other.items(of: offer)[0][1] == [])
      try expectFailure("NotAcceptable") { try other.accept(offer) }
      #expect(try source.acceptOne(offer).data?.text == "app")
    }
  }

  @Test(
    .enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: eitherBus())
  func `what is for the application is shown to its other processes and to nobody else`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer(Sandbox.command("org.example.Board"))
      let same = try service.peer(Sandbox.command("org.example.Board"))
      let other = try service.peer(Sandbox.command("org.example.Mail"))
      let offer = try source.offer([
        Item(data("text/html", "app").visible(to: "app"), data("text/plain", "all"))
      ])
      #expect(
        try other.property("Source", of: offer, Names.offer)["app_id"] == .s("org.example.Board"))
      #expect(try other.property("Types", of: offer, Names.offer) == ["text/plain"])
      #expect(try same.items(of: offer)[0][1].array.count == 2)
      #expect(try same.acceptOne(offer).data?.text == "app")
      #expect(try same.find(["text/html"]) == offer)
      for outsider in [other, service.observer] {
        #expect(try outsider.items(of: offer)[0][1].array.count == 1)
        #expect(try outsider.acceptOne(offer).data?.text == "all")
        try expectFailure("NotAcceptable", saying: "text/html") {
          try outsider.accept(offer, types: ["text/html"])
        }
        try expectFailure("NoSuchOffer") { try outsider.find(["text/html"]) }
      }
    }
  }
}
