import Harness
import Testing

/// Propose and Leave: what dragd asks the owner, and what it makes of the answer.
@Suite struct ProposalTests {
  private static let copyOfAnything = ["Propose": [Step.propose("copy")]]

  @Test(arguments: eitherBus())
  func `the owner is asked only what is known, and who drops`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let details: [String: Value] = [
        "intent": .s("insert_at"), "index": .u(4), "reason": .s("why not"), "secret": .s("x"),
      ]
      let target = try owner.registerTarget(
        "Inbox", ["Propose": [.propose("link", details)]],
        ["operations": .strings(["copy", "link", "move"])])
      let offer = try dropper.offer(
        [Item(data("a/b", "x")), Item(data("a/b", "y"))],
        ["operations": .strings(["copy", "link"])])
      let answer = try dropper.propose(
        offer, on: target,
        [
          "operations": .strings(["move", "link", "copy"]), "index": .i(3),
          "items": .variant("au", [1]), "dropper": .variant("a{sv}", ["connection": .s(":1.0")]),
          "other": .s("not passed on"),
        ])
      #expect(answer.proposal == "link")
      #expect(
        answer.details == ["intent": "insert_at", "index": 4, "reason": "why not"])
      let call = try owner.waitForCall("Propose")
      #expect(call[0].string == target)
      #expect(call[1].string == offer)
      let context = call[2].object
      #expect(Set(context.keys) == ["operations", "index", "items", "dropper"])
      #expect(context["operations"]?.inside == ["link", "copy"])
      #expect(context["index"]?.inside == 3)
      #expect(context["items"]?.inside == [1])
      #expect(
        context["dropper"]?.inside == [
          "connection": .s(dropper.name), "app_id": .s(""), "sandboxed": .b(false),
        ])

      _ = try dropper.propose(offer, on: target)
      let usual = try owner.waitForCall("Propose", count: 2)[2].object
      #expect(Set(usual.keys) == ["operations", "dropper"])
      #expect(usual["operations"]?.inside == ["copy", "link"])
    }
  }

  @Test(arguments: eitherBus())
  func `what dragd knows to be impossible is forbidden without asking`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let pictures = try owner.registerTarget("Pictures", types: ["image/*"])
      let any = try owner.registerTarget("Any", [:], ["operations": .strings(["copy", "move"])])
      let offer = try dropper.offer([Item(data("text/plain", "x")), Item(data("image/png", "y"))])
      let hidden = try dropper.offer([
        Item(["type": .s("image/png"), "data": .bytes("x"), "visibility": .s("connection")])
      ])
      let cases: [(String, String, [String: Value], [String])] = [
        (offer, pictures, [:], ["item 0", "image/*"]),
        (hidden, pictures, [:], ["item 0", "image/*"]),
        (offer, any, ["operations": .strings(["link"])], ["link", "copy"]),
        (offer, any, ["operations": .strings(["move"])], ["move"]),
      ]
      for (offer, target, context, words) in cases {
        let answer = try dropper.propose(offer, on: target, context)
        #expect(answer.proposal == "forbidden")
        for word in words { #expect(answer.reason.contains(word), "\(answer.reason)") }
        try expectFailure("Forbidden", saying: answer.reason) {
          try dropper.drop(offer, on: target, context)
        }
      }
      #expect(owner.calls("Propose").isEmpty)
      #expect(
        try dropper.propose(offer, on: pictures, ["items": .variant("au", [1])]).proposal == "copy")
    }
  }

  @Test(arguments: eitherBus())
  func `what does not exist says so`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget()
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let nobody = "aaaaaaaaaaaaaaaaaaaaaaaaaa"
      try expectFailure("NoSuchOffer", saying: nobody) {
        try dropper.propose("\(Names.root)/offer/\(nobody)", on: target)
      }
      try expectFailure("NoSuchOffer") { try dropper.propose("/example", on: target) }
      try expectFailure("NoSuchTarget", saying: nobody) {
        try dropper.propose(offer, on: "\(Names.root)/target/\(nobody)")
      }
      try expectFailure("NoSuchItem", saying: "item 1") {
        try dropper.propose(offer, on: target, ["items": .variant("au", [1])])
      }
      try expectFailure(Names.invalidArguments, saying: "twice") {
        try dropper.propose(offer, on: target, ["items": .variant("au", [0, 0])])
      }
      try expectFailure(Names.invalidArguments, saying: "eat") {
        try dropper.propose(offer, on: target, ["operations": .strings(["eat"])])
      }
      let growing = try dropper.offer([Item(data("a/b", "x"))], ["more": .b(true)])
      try expectFailure("Busy", saying: "adding items") {
        try dropper.propose(growing, on: target)
      }
      #expect(owner.calls("Propose").isEmpty)
    }
  }

  /// An invalid answer of an owner, and what the error's message must contain.
  struct BadAnswer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    let saying: [String]
  }

  static let badAnswers: [BadAnswer] = [
    BadAnswer(
      testDescription: "not in question", steps: [.propose("move")], saying: ["“move”", "copy"]),
    BadAnswer(testDescription: "no word", steps: [.propose("eat")], saying: ["malformed", "eat"]),
    BadAnswer(
      testDescription: "another signature", steps: [.raw("u", [3])], saying: ["malformed"]),
    BadAnswer(testDescription: "nothing", steps: [.raw("", [])], saying: ["malformed"]),
    BadAnswer(
      testDescription: "a known key of a wrong type",
      steps: [.propose("copy", ["index": .s("three")])], saying: ["malformed"]),
    BadAnswer(
      testDescription: "an error", steps: [.error("org.example.Error.No", "the drawer is stuck")],
      saying: ["the drawer is stuck"]),
    BadAnswer(testDescription: "silence", steps: [], saying: ["did not answer within 2 s"]),
  ]

  @Test(arguments: eitherBus(with: badAnswers))
  func `an answer that breaks the rules is forbidden`(
    bus: PrivateBus.Kind, answer: BadAnswer
  ) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", ["Propose": answer.steps])
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let proposed = try dropper.startPropose(offer, on: target)
      let dropped = try dropper.startDrop(offer, on: target)
      let result = Proposed(try proposed.reply())
      #expect(result.proposal == "forbidden")
      for word in answer.saying { #expect(result.reason.contains(word), "\(result.reason)") }
      try expectFailure("Forbidden", saying: result.reason) { try dropped.reply() }
      #expect(owner.calls("Perform").isEmpty)
    }
  }

  @Test(arguments: eitherBus())
  func `an owner without such an object is forbidden`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let dropper = try service.peer()
      // The bus's own program answers with an error because it has no such object.
      let target = try dropper.registerTarget(
        "Inbox", ["Propose": [.error("org.freedesktop.DBus.Error.UnknownObject", "")]])
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let answer = try dropper.propose(offer, on: target)
      #expect(answer.proposal == "forbidden")
      #expect(answer.reason.contains("UnknownObject"))
    }
  }

  @Test(arguments: eitherBus(with: [false, true]))
  func `an owner that goes before it has answered is no target`(
    bus: PrivateBus.Kind, byUnregistering: Bool
  ) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", ["Propose": [.gate("never")]])
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let calls = [
        try dropper.startPropose(offer, on: target), try dropper.startDrop(offer, on: target),
      ]
      try owner.waitForCall("Propose", count: 2)
      if byUnregistering { try owner.unregister(target) } else { owner.kill() }
      for call in calls {
        try expectFailure("NoSuchTarget", saying: "gone") { try call.reply() }
      }
    }
  }

  /// Regression: dragd looks a caller up before it asks for its first proposal, and the leave came first.
  @Test(arguments: eitherBus())
  func `a leave does not overtake the proposal`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", Self.copyOfAnything)
      let offer = try owner.offer([Item(data("a/b", "x"))])
      let proposing = try dropper.startPropose(offer, on: target)
      try dropper.call("Leave", on: Names.dropTarget, at: target, "o", [.string(offer)])
      #expect(Proposed(try proposing.reply()).proposal == "copy")
      try owner.waitForCall("Leave")
      try owner.waitForCall("Propose")
      let calls = owner.told.filter { $0["event"] == "call" }
      #expect(calls.map { $0["member"].string } == ["Propose", "Leave"])
    }
  }

  @Test(arguments: eitherBus())
  func `leave is passed on and answered at once`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", ["Leave": [.gate("never")]])
      let offer = "\(Names.root)/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa"
      try dropper.call("Leave", on: Names.dropTarget, at: target, "o", [.string(offer)])
      #expect(try owner.waitForCall("Leave") == [.string(target), .string(offer)])
      try expectFailure("NoSuchTarget") {
        try dropper.call(
          "Leave", on: Names.dropTarget, at: "\(Names.root)/target/aaaaaaaaaaaaaaaaaaaaaaaaaa",
          "o", [.string(offer)])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `proposals that wait are limited`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "drops_per_connection=2"]) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let target = try owner.registerTarget("Inbox", ["Propose": [.gate("go"), .propose("copy")]])
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      let waiting = try (0..<2).map { _ in try dropper.startPropose(offer, on: target) }
      try owner.waitForCall("Propose", count: 2)
      try expectFailure("QuotaExceeded", saying: "drops_per_connection", "2") {
        try dropper.propose(offer, on: target)
      }
      try owner.openGate("go")
      for call in waiting { #expect(Proposed(try call.reply()).proposal == "copy") }
      #expect(try dropper.propose(offer, on: target).proposal == "copy")
    }
  }

  @Test(arguments: eitherBus())
  func `a silent owner is asked nothing more, though every target is a new one`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let (dropper, owner) = (try service.peer(), try service.peer())
      let offer = try dropper.offer([Item(data("a/b", "x"))])
      for round in 1...32 {
        let targets = try (0..<8).map { _ in try owner.registerTarget("Inbox", ["Propose": []]) }
        for target in targets {
          for _ in 0..<16 { _ = try dropper.startPropose(offer, on: target) }
        }
        try owner.waitForCall("Propose", count: round * 128)
        for target in targets { try owner.unregister(target) }
      }
      let target = try owner.registerTarget("Inbox")
      let answer = try dropper.propose(offer, on: target)
      #expect(answer.proposal == "forbidden")
      #expect(answer.reason.contains("4096"), "\(answer.reason)")
      try expectFailure("Forbidden", saying: answer.reason) {
        try dropper.drop(offer, on: target)
      }
      #expect(owner.calls("Propose").count == 4_096)
    }
  }
}
