import DBus
import DragClient
import DragModel
import DragProtocol
import Harness
import Testing

/// How a client handles a dragd that is not the one it was written with.
@Suite struct ErrorTests {
  /// A client of a stand-in for dragd.
  private func with<Value>(
    _ answer: @escaping @Sendable (String) -> FakeDragd.Answer,
    _ body: (DragClient) async throws -> Value
  ) async throws -> Value {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let fake = try FakeDragd(on: bus, answer)
      defer { withExtendedLifetime(fake) {} }
      return try await body(try await DragClient.connect(to: .address(bus.address)))
    }
  }

  private static let id = Identifier(high: 1, middle: 2, low: 3)
  private static let transfer = Identifier(high: 4, middle: 5, low: 1)

  /// A dragd that has one offer with one item, and whose `member` behaves as given.
  private static func dragd(
    _ member: String, _ answer: FakeDragd.Answer
  ) -> @Sendable (String) -> FakeDragd.Answer {
    { called in
      if called == member { return answer }
      switch called {
      case "Offer", "Find": return .reply { try $0.appendPath(id.offerPath) }
      case "GetAll": return .reply { try $0.appendDictionary { _ throws(BusError) in } }
      case "GetItems":
        return .reply { writer in
          try writer.appendArray(of: "(a{sv}aa{sv})") { array throws(BusError) in
            try array.appendStructure { fields throws(BusError) in
              try fields.appendDictionary { entries throws(BusError) in
                try entries.entry("moonphase", "full")
              }
              try fields.appendArray(of: "a{sv}") { list throws(BusError) in
                try list.appendDictionary { entries throws(BusError) in
                  try entries.entry("type", "a/b")
                  try entries.entry("held", false)
                  try entries.entry("moonphase", "full")
                }
              }
            }
          }
        }
      case "Accept":
        return .reply { writer in
          try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
            try array.appendStructure { fields throws(BusError) in
              try fields.appendPath(transfer.transferPath)
              try fields.appendDictionary { entries throws(BusError) in
                try entries.entry("item", UInt32(0))
                try entries.entry("type", "a/b")
                try entries.entry("moonphase", "full")
              }
            }
          }
        }
      default: return .silence
      }
    }
  }

  @Test func errorsOfTheContractHaveTheirCodes() async throws {
    for code in ErrorCode.allCases {
      let error = try await with(FakeDragd.always(.error(code.errorName, "because"))) { client in
        await failure { () async throws(DragError) in try await client.find() }
      }
      #expect(error?.code.rawValue == code.errorName.split(separator: ".").last.map(String.init))
      #expect(error?.message == "because")
      guard case .bus(code.errorName, "because")? = error?.cause else {
        Issue.record("the cause of \(code) is \(String(describing: error?.cause))")
        continue
      }
    }
  }

  @Test(arguments: [
    ("org.dragd.Error.Moonphase", DragError.Code(rawValue: "Moonphase")),
    ("test.Error.Strange", .other),
    ("org.freedesktop.DBus.Error.UnknownMethod", .unsupported),
    ("org.freedesktop.DBus.Error.AccessDenied", .deniedByBus),
    ("org.freedesktop.DBus.Error.NoReply", .noReply),
    ("org.freedesktop.DBus.Error.Spawn.ExecFailed", .noBroker),
  ])
  func otherErrorsHaveCodesToo(_ name: String, _ code: DragError.Code) async throws {
    let error = try await with(FakeDragd.always(.error(name, "wrong moon"))) { client in
      await failure { () async throws(DragError) in try await client.find() }
    }
    #expect(error?.code == code)
    #expect(error?.message == "wrong moon")
  }

  @Test(arguments: ["Find", "GetAll", "GetItems", "Accept", "Receive", "Finish", "Offer"])
  func anAnswerOfTheWrongTypeIsMalformed(_ member: String) async throws {
    let unanswered = Box(0)
    let answer: @Sendable (String) -> FakeDragd.Answer = { called in
      if called == "Receive", member == "Finish" { unanswered.count() }
      return Self.dragd(member, .seven)(called)
    }
    let error = try await with(answer) { client in
      // Finish comes after Receive, which this dragd does not answer.
      await everything(client, givingUpAfter: member == "Finish" ? unanswered : nil)
    }
    #expect(error?.code == (member == "Finish" ? .noReply : .malformedReply), "\(error as Any)")
  }

  @Test(arguments: ["Find", "GetAll", "GetItems", "Accept", "Receive", "Offer"])
  func aDragdThatVanishesIsNoReply(_ member: String) async throws {
    let error = try await with(Self.dragd(member, .vanish)) { client in await everything(client) }
    #expect(error?.code == .noReply, "\(error as Any)")
  }

  /// Offers, finds and loads; returns the first failure. Gives up once `unanswered` counts a call.
  private func everything(
    _ client: DragClient, givingUpAfter unanswered: Box<Int>? = nil
  ) async -> DragError? {
    do throws(DragError) {
      _ = try await client.offer([ItemProvider(text: "x")])
      let item = try await client.find().firstItem()
      let loading = Task { () async -> DragError? in
        await failure { () async throws(DragError) in try await item.bytes() }
      }
      let waiting = Task {
        if let unanswered {
          try? await eventually("what is not answered is asked") { unanswered.value > 0 }
        } else {
          try await Task.sleep(for: Timeout.usual)
        }
        client.close()
      }
      defer { waiting.cancel() }
      let error = await loading.value
      return error?.code == .disconnected ? DragError(.noReply, "it was given up") : error
    } catch {
      return error
    }
  }

  @Test func aSourceRefusesWhatItCannotUnderstand() async throws {
    let nonsense: [(String, @Sendable (inout MessageWriter) throws -> Void)] = [
      ("Provide", { try $0.append("text") }),
      ("Provide", { _ in }),
      ("Prepare", { try $0.append(UInt8(1)) }),
      ("Ended", { try $0.append(true) }),
      ("Released", { try $0.appendPath("/elsewhere") }),
      ("Moonphase", { _ in }),
    ]
    for (member, write) in nonsense {
      let paths = Box("")
      let answer: @Sendable (String) -> FakeDragd.Answer = { called in
        guard called == "Offer" else {
          return Self.dragd("", .silence)(called)
        }
        return .replyAndSend { writer in
          try writer.appendPath(Self.id.offerPath)
        } send: { sender in
          paths.update { $0 = sender }
          let call = try Message.call(
            to: sender, path: "/org/dragd/client/offer1", interface: "org.dragd.Source1",
            member: member)
          try call.write { writer in try write(&writer) }
          return call
        }
      }
      try await with(answer) { client in
        _ = try await client.offer([ItemProvider(lazy: "a/b") { _ in }])
        // It is still there, and works.
        #expect(try await client.find().path == Self.id.offerPath)
      }
      #expect(!paths.value.isEmpty)
    }
  }

  @Test func aTargetRefusesWhatItCannotUnderstand() async throws {
    for member in ["Propose", "Leave", "Perform", "Moonphase"] {
      let sent = Box(0)
      let answer: @Sendable (String) -> FakeDragd.Answer = { called in
        guard called == "RegisterTarget" else { return Self.dragd("", .silence)(called) }
        return .replyAndSend { writer in
          try writer.appendPath(Self.id.targetPath)
        } send: { sender in
          sent.count()
          let call = try Message.call(
            to: sender, path: "/org/dragd/client/target1", interface: "org.dragd.Target1",
            member: member)
          try call.write { writer throws(BusError) in try writer.append("nonsense") }
          return call
        }
      }
      try await with(answer) { client in
        let target = try await client.registerTarget(
          "x", propose: { _ in DropProposal(.copy) },
          perform: { _ in Issue.record("nonsense was performed") })
        #expect(target.path == Self.id.targetPath)
        #expect(try await client.find().path == Self.id.offerPath)
      }
      #expect(sent.value == 1)
    }
  }

  @Test(arguments: ["PropertiesChanged", "InterfacesAdded", "InterfacesRemoved", "Moonphase"])
  func aSignalOfTheWrongTypeIsIgnored(_ member: String) async throws {
    let answer: @Sendable (String) -> FakeDragd.Answer = { called in
      guard called == "Accept" else { return Self.dragd("Receive", .error("a.B", "no"))(called) }
      guard case .reply(let write) = Self.dragd("", .silence)(called) else { return .silence }
      return .replyAndSend(
        write,
        send: { sender in
          let signal = try Message.signal(
            path: member == "PropertiesChanged" ? Self.transfer.transferPath : "/org/dragd/Broker1",
            interface: member == "PropertiesChanged"
              ? "org.freedesktop.DBus.Properties" : "org.freedesktop.DBus.ObjectManager",
            member: member, to: sender)
          try signal.write { writer throws(BusError) in try writer.append("nonsense") }
          return signal
        })
    }
    try await with(answer) { client in
      var lists = client.offers.makeAsyncIterator()
      let item = try await client.find().firstItem()
      let error = await failure { () async throws(DragError) in try await item.bytes() }
      #expect(error?.code == .other)
      #expect(error?.message == "no")
      client.close()
      while await lists.next() != nil {}
    }
  }

  @Test func aCodeIsPrintedInWords() {
    let codes: [DragError.Code] = [.noSuchOffer, .invalidArguments, .fileExists, .system]
    #expect(
      codes.map { "\($0)" }
        == ["no such offer", "invalid arguments", "file exists", "system call failed"])
    #expect("\(DragError.Code(rawValue: "WrongMoon\n"))" == "wrong moon�")
  }

  @Test func whatIsMissingIsNamedAsInThisLibrary() async throws {
    try await World.run { world in
      let client = try await world.client()
      let moves = MoveSource(cookie: "short") { _ in }
      let refused: [([ItemProvider], OfferingOptions, String)] = [
        ([], OfferingOptions(), "items is empty: offer at least one"),
        ([ItemProvider(text: "x")], OfferingOptions(operations: [.move]), "set a MoveSource"),
        (
          [ItemProvider(text: "x")], OfferingOptions(operations: [.move], moves: moves),
          "MoveSource.newCookie()"
        ),
        (
          [ItemProvider(text: "x")],
          OfferingOptions(
            operations: [.move], moves: MoveSource(cookie: MoveSource.newCookie()) { _ in }),
          "item 0 has no key"
        ),
      ]
      for (items, options, words) in refused {
        let error = await failure { () async throws(DragError) in
          try await client.offer(items, options: options)
        }
        #expect(error?.code == .invalidArguments)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      }
      var many = ItemProvider()
      for number in 0..<17 {
        many.register("a/b\(number)", bytes: [UInt8](repeating: 1, count: 70_000))
      }
      let error = await failure { () async throws(DragError) in try await client.offer([many]) }
      #expect(error?.code == .tooManyItems)
      #expect(error?.message.contains("17 representations") == true)
    }
  }

  @Test func withoutDragdThereIsNoBroker() async throws {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let client = try await DragClient.connect(to: .address(bus.address))
      #expect(
        await failure { () async throws(DragError) in try await client.find() }?.code
          == .noBroker)
      #expect(
        await failure { () async throws(DragError) in
          try await client.offer([ItemProvider(text: "x")])
        }?.code == .noBroker)
    }
  }

  @Test func withoutABusThereIsNoConnection() async throws {
    let error = await failure { () async throws(DragError) in
      try await DragClient.connect(to: .address("unix:path=/nonexistent"))
    }
    #expect(error?.code == .noSessionBus)
    #expect(throws: DragError.self) { try PolledDragClient(to: .address("nonsense")) }
  }

  @Test func aBusThatIsLostEndsEverything() async throws {
    try await World.run { world in
      let client = try await world.client()
      let offering = try await client.offer([ItemProvider(text: "x")])
      let events = offering.events
      world.bus.close()
      let end = try await next(of: events, "the end") { event -> DragError? in
        if case .released(.failed(let error)) = event { error } else { nil }
      }
      #expect(end.code == .disconnected)
      #expect(
        await failure { () async throws(DragError) in try await client.find() }?.code
          == .disconnected)
    }
  }

  @Test func aClosedClientSaysSo() async throws {
    try await World.run { world in
      let client = try await world.client()
      client.close()
      client.close()
      let error = await failure { () async throws(DragError) in try await client.find() }
      #expect(error?.code == .disconnected)
    }
  }
}

extension FakeDragd {
  fileprivate static func always(_ answer: Answer) -> @Sendable (String) -> Answer {
    { _ in answer }
  }
}

extension FakeDragd.Answer {
  /// An answer that no member of dragd's gives.
  fileprivate static let seven = FakeDragd.Answer.reply { try $0.append(Int32(7)) }
}
