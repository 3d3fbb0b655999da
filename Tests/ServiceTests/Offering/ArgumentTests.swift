import Harness
import Testing

/// Reading of the dictionaries of the contract.
@Suite struct ArgumentTests {
  @Test(arguments: eitherBus())
  func `any integer type is taken where an integer is wanted`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      try source.serve([
        "text/plain": Step.all("12345"), "text/silent": [.gate("never")],
        "text/slow": [.write("12"), .gate("never")],
      ])
      for signature in ["y", "n", "q", "i", "u", "x", "t"] {
        var item = Item(lazily("text/plain"), lazily("text/silent"), lazily("text/slow"))
        item.representations[0]["size"] = .variant(signature, 5)
        let offer = try source.offer(
          [item],
          [
            "source": .o(Names.sourcePath), "uses": .variant(signature, 3),
            "linger": .variant(signature, 7),
          ])
        #expect(try other.items(of: offer)[0][1][0]["size"] == .t(5))
        let whole = try other.acceptOne(
          offer, types: ["text/plain"],
          ["inline_max": .variant(signature, 1), "finish_timeout": .variant(signature, 100)])
        let (fd, size) = try other.receive(whole.transfer, "text/plain")
        #expect(size == 5)
        try other.close(fd)
        // A byte cannot hold a duration that surely lasts until the test reads the property.
        if signature != "y" {
          let lasting = try source.offer(
            [Item(data("text/plain", "a"))], ["expires_in": .variant(signature, 30_000)])
          let shown = try other.properties(of: lasting, Names.offer)
          #expect(
            try #require(shown["Expires"]?.number) - #require(shown["Created"]?.number)
              == 30_000_000)
        }
        // The test can only see that a timeout passes, not how soon.
        func stream(_ type: String, _ timeout: String) throws -> String {
          try other.stream(offer, types: [type], [timeout: .variant(signature, 100)]).transfer
        }
        let silent = try stream("text/silent", "start_timeout")
        let slow = try stream("text/slow", "stall_timeout")
        let expiring = try source.offer(
          [Item(data("text/plain", "a"))], ["expires_in": .variant(signature, 100)])
        try other.waitForState("failed", of: silent)
        try other.waitForState("failed", of: slow)
        try eventually("the offer to have expired") {
          do {
            _ = try other.items(of: expiring)
            return false
          } catch let failure as BusFailure {
            return failure.name == Names.error + "NoSuchOffer"
          }
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `an integer that does not fit is refused with its key and its value`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = service.observer
      let item = Item(data("text/plain", "a"))
      for (key, value, text) in [
        ("uses", Value.i(-1), "-1"), ("uses", .t(1 << 32), "4294967296"),
        ("expires_in", .variant("x", -5), "-5"), ("linger", .variant("n", -2), "-2"),
      ] {
        try expectFailure(Names.invalidArguments, saying: key, text) {
          try source.offer([item], [key: value])
        }
      }
      let offer = try source.offer([item])
      for key in ["inline_max", "start_timeout", "stall_timeout", "finish_timeout"] {
        try expectFailure(Names.invalidArguments, saying: key, "-7") {
          try source.accept(offer, [key: .i(-7)])
        }
      }
      try expectFailure(Names.invalidArguments, saying: "finish_timeout") {
        try source.accept(offer, ["finish_timeout": .t(0)])
      }
      var promise = Item(lazily("a/b"))
      promise.representations[0]["size"] = .i(-3)
      try expectFailure(Names.invalidArguments, saying: "size", "-3") {
        try source.offer([promise], ["source": .o(Names.sourcePath)])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `the longest times there are can be waited for`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", [UInt8](repeating: 66, count: 1_000))
      let offer = try source.offer([Item(file("a/b", try source.open(path)))])
      let options = ["start_timeout", "stall_timeout", "finish_timeout"].map {
        ($0, Value.t(.max))
      }
      let (transfer, pipe) = try destination.stream(
        offer, Dictionary(uniqueKeysWithValues: options))
      #expect(try destination.read(pipe).length == 1_000)
      try destination.finish(transfer)
    }
  }

  /// Every known key with a value of a wrong type.
  static let wrongTypes: [(place: String, key: String, value: Value)] = [
    ("offer", "operations", .s("copy")), ("offer", "source", .s("/a")),
    ("offer", "cookie", .u(1)), ("offer", "label", .u(1)), ("offer", "private", .u(1)),
    ("offer", "sensitive", .s("true")), ("offer", "uses", .s("1")),
    ("offer", "expires_in", .b(true)),
    ("offer", "linger", .s("1")), ("offer", "replaces", .s("/a")), ("offer", "more", .i(1)),
    ("item", "name", .u(1)), ("item", "key", .o("/a")), ("item", "local", .b(true)),
    ("representation", "type", .o("/a")), ("representation", "data", .s("abc")),
    ("representation", "fd", .u(3)), ("representation", "size", .s("1")),
    ("representation", "visibility", .strings(["all"])),
    ("accept", "operation", .strings(["copy"])), ("accept", "also", .s("*/*")),
    ("accept", "delivery", .u(0)), ("accept", "inline_max", .s("1")),
    ("accept", "start_timeout", .variant("d", 1)), ("accept", "stall_timeout", .s("1")),
    ("accept", "finish_timeout", .b(true)), ("add", "more", .s("no")),
  ]

  @Test(arguments: eitherBus())
  func `a known key of a wrong type is refused by name`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = service.observer
      let plain = try source.offer([Item(data("text/plain", "a"))])
      let growing = try source.offer([], ["more": .b(true)])
      for (place, key, value) in Self.wrongTypes {
        try expectFailure(Names.invalidArguments, saying: key) {
          var item = Item(data("text/plain", "a"))
          switch place {
          case "offer": return try source.offer([item], [key: value])
          case "item":
            item.attributes[key] = value
            return try source.offer([item])
          case "representation":
            if key == "fd" { item.representations[0]["data"] = nil }
            if key == "size" { item = Item(lazily("a/b")) }
            item.representations[0][key] = value
            return try source.offer([item], ["source": .o(Names.sourcePath)])
          case "accept": return try source.accept(plain, [key: value])
          default: return try source.addItems(to: growing, [item], [key: value])
          }
        }
      }
      #expect(try source.statistics()["offers"] == 2)
    }
  }

  @Test(arguments: eitherBus())
  func `an unknown key is ignored, whatever its value, a descriptor too`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      let pipe = try source.pipe()
      let unknown: [String: Value] = [
        "x-unknown": .variant("(sa{sv})", ["a", ["b": .u(1)]]), "": .s("empty"),
        "x-pipe": .descriptor(pipe.reader),
      ]
      let offer = try source.offer(
        [
          Item(
            attributes: unknown,
            representations: [data("text/plain", "a").merging(unknown) { own, _ in own }])
        ], unknown)
      #expect(
        try other.items(of: offer) == [
          [
            [:],
            [
              ["type": .s("text/plain"), "size": .t(1), "held": .b(true)]
            ],
          ]
        ])
      #expect(try other.acceptOne(offer, ["x-unknown": .b(true)]).data?.text == "a")
      let result = try other.acceptOne(offer, ["delivery": .s("stream"), "x-unknown": .u(1)])
      _ = try other.read(try #require(result.fd))
      try other.call(
        "Finish", on: Names.transfer, at: result.transfer, "a{sv}", [["x-unknown": .u(1)]])
    }
  }

  /// Regression: a misspelled `private` made a public offer, and nobody was told.
  @Test(arguments: eitherBus())
  func `a misspelled key is refused for whoever is strict, and named in the log once for others`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let item = Item(data("text/plain", "a"))
      var misspelled = item
      misspelled.representations[0]["visibilty"] = .s("app")
      let strict = Value.b(true)
      try expectFailure(Names.invalidArguments, saying: "“privat”", "private, sensitive") {
        try source.offer([item], ["privat": .b(true), "strict": strict])
      }
      try expectFailure(Names.invalidArguments, saying: "item 0", "“visibilty”", "visibility") {
        try source.offer([misspelled], ["strict": strict])
      }
      let offer = try source.offer([item], ["sensitve": .b(true)])
      _ = try source.offer([item], ["sensitve": .b(true), "label": .s("x")])
      try expectFailure(Names.invalidArguments, saying: "“inlinemax”", "inline_max") {
        try source.accept(offer, ["inlinemax": .u(1), "strict": strict])
      }
      let accepted = try source.acceptOne(offer, ["inline_max": .u(1), "strict": strict])
      #expect(accepted.data?.text == "a")
      try expectFailure(Names.invalidArguments, saying: "“lable”", "label") {
        try source.registerTarget("Inbox", [:], ["lable": .s("x"), "strict": strict])
      }
      let features = try source.property("Features", of: Names.root, Names.broker).array
      #expect(features.contains("strict"))
      service.hasEnded = true
      try service.daemon.terminate()
      let log = try service.daemon.wait().error.split(separator: "\n")
      let named = log.filter { $0.contains("“sensitve”") }
      #expect(named.count == 1 && named.allSatisfy { $0.contains("Offer") }, "\(log)")
    }
  }

  /// Values of the right type that InvalidArgs refuses, and what the message must name.
  static let wrongValues: [(place: String, key: String, value: Value, named: String)] = [
    ("offer", "operations", .strings([]), "operations"),
    ("offer", "operations", .strings(["copy", "steal"]), "steal"),
    ("offer", "operations", .strings(["copy", "copy"]), "copy"),
    ("offer", "label", .s(String(repeating: "l", count: 1025)), "1024"),
    ("offer", "cookie", .s(String(repeating: "c", count: 1025)), "1024"),
    ("item", "name", .s(""), "name"), ("item", "name", .s("."), "name"),
    ("item", "name", .s(".."), "name"), ("item", "name", .s("a/b"), "a/b"),
    ("item", "name", .s(String(repeating: "n", count: 256)), "255"),
    ("item", "key", .s(String(repeating: "k", count: 1025)), "1024"),
    ("item", "local", .s(String(repeating: "o", count: 1025)), "1024"),
    ("representation", "type", .s("text/" + String(repeating: "t", count: 251)), "255"),
    ("representation", "visibility", .s("some"), "some"),
    ("representation", "data", .bytes(.pattern(1_048_577)), "1048577"),
    ("accept", "operation", .s("steal"), "steal"),
    ("accept", "delivery", .s("pigeon"), "pigeon"),
  ]

  @Test(arguments: eitherBus())
  func `a value that cannot be is refused and named`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = service.observer
      let plain = try source.offer([Item(data("text/plain", "a"))])
      for (place, key, value, named) in Self.wrongValues {
        try expectFailure(Names.invalidArguments, saying: named) {
          var item = Item(data("text/plain", "a"))
          switch place {
          case "offer": return try source.offer([item], [key: value])
          case "item": item.attributes[key] = value
          case "representation": item.representations[0][key] = value
          default: return try source.accept(plain, [key: value])
          }
          return try source.offer([item])
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `the longest values that may be are taken`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = service.observer
      // The limit counts bytes of UTF-8: 127 × 2 + 1.
      let name = String(repeating: "ä", count: 127) + "a"
      let type = "text/" + String(repeating: "t", count: 250)
      let long = String(repeating: "x", count: 1024)
      let offer = try source.offer(
        [Item(name: name, key: long, local: long, data(type, .pattern(1_048_576)))],
        ["label": .s(long), "linger": .t(.max), "expires_in": .t(.max)])
      let item = try source.items(of: offer)[0]
      #expect(item[0] == ["name": .s(name), "key": .s(long), "local": .s(long)])
      #expect(item[1][0]["type"] == .s(type) && item[1][0]["size"] == .t(1_048_576))
      #expect(try source.property("Label", of: offer, Names.offer).string == long)
      try expectFailure(Names.invalidArguments, saying: "255") {
        try source.offer([Item(name: String(repeating: "ä", count: 128), data("a/b", ""))])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `what cannot be an item or an offer is refused`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = service.observer
      let memory = try source.memory("x")
      try expectFailure(Names.invalidArguments, saying: "item") { try source.offer([]) }
      try expectFailure(Names.invalidArguments, saying: "representation") {
        try source.offer([Item(name: "a")])
      }
      try expectFailure(Names.invalidArguments, saying: "data", "fd") {
        try source.offer([Item(data("a/b", "x").merging(file("a/b", memory)) { $1 })])
      }
      try expectFailure(Names.invalidArguments, saying: "source") {
        try source.offer([Item(lazily("a/b"))])
      }
      try expectFailure(Names.invalidArguments, saying: "text/plain") {
        try source.offer([Item(data("text/plain", "a"), data("TEXT/plain", "b"))])
      }
    }
  }
}
