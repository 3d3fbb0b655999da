import DBus
import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// A client with a dragd of another version.
@Suite struct ConnectionTests {
  private let id = Identifier(high: 1, middle: 2, low: 3)

  private func failure<Reply>(
    _ request: @autoclosure () throws -> BrokerCall<Reply>, timeout: Int? = 10_000,
    _ answer: @escaping @Sendable (String) -> FakeDragd.Answer
  ) throws -> RequestError? {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let fake = try FakeDragd(on: bus, answer)
      defer { withExtendedLifetime(fake) {} }
      let connection = BrokerConnection(try Connection.open(address: bus.address))
      do {
        _ = try connection.perform(try request(), timeout: timeout)
        return nil
      } catch let error as RequestError {
        return error
      }
    }
  }

  @Test func errorsOfTheContractAreCodes() throws {
    for code in ErrorCode.allCases {
      let error = try failure(try .find([])) { _ in .error(code.errorName, "because") }
      #expect(error?.code == .broker(code))
      #expect(error?.message == "because")
      #expect(error?.underlying?.name == code.errorName)
    }
  }

  @Test func anErrorOfANewerDragdKeepsItsName() throws {
    let error = try failure(try .find([])) { _ in .error("org.dragd.Error.Moonphase", "wrong") }
    #expect(error?.code == .other)
    #expect(error?.underlying?.name == "org.dragd.Error.Moonphase")
    #expect(error?.message == "wrong")
  }

  @Test func anErrorWithoutWordsIsNamed() throws {
    let error = try failure(try .find([])) { _ in .error("a.b.C", "") }
    #expect(error?.message == "a.b.C")
  }

  @Test(arguments: [
    ("org.freedesktop.DBus.Error.UnknownMethod", RequestError.Code.unsupported),
    ("org.freedesktop.DBus.Error.AccessDenied", .deniedByBus),
    ("org.freedesktop.DBus.Error.Spawn.ExecFailed", .noBroker),
    ("org.freedesktop.DBus.Error.NoReply", .noReply),
  ])
  func theBussErrorsAreCodes(_ name: String, _ code: RequestError.Code) throws {
    #expect(try failure(try .find([])) { _ in .error(name, "x") }?.code == code)
  }

  @Test func aReplyOfTheWrongTypeIsMalformed() throws {
    let requests: [(String, () throws -> RequestError?)] = [
      ("Find", { try failure(try .find([])) { _ in .reply { try $0.append("text") } } }),
      ("Find", { try failure(try .find([])) { _ in .reply { try $0.appendPath("/elsewhere") } } }),
      ("Find", { try failure(try .find([])) { _ in .reply { _ in } } }),
      (
        "Accept",
        { try failure(try .accept(id, AcceptCall())) { _ in .reply { try $0.append(true) } } }
      ),
      ("GetItems", { try failure(try .items(of: id)) { _ in .reply { try $0.append(UInt8(1)) } } }),
      ("GetAll", { try failure(try .properties(of: id)) { _ in .reply { try $0.append("") } } }),
      ("Finish", { try failure(try .finish(id)) { _ in .reply { try $0.append("") } } }),
      (
        "Receive",
        {
          try failure(try .receive(.octetStream, of: id)) { _ in
            .reply { try $0.appendDictionary { _ throws(BusError) in } }
          }
        }
      ),
      ("GetManagedObjects", { try failure(try .offers()) { _ in .reply { try $0.append("") } } }),
    ]
    for (member, fail) in requests {
      let error = try fail()
      #expect(error?.code == .malformedReply, "\(member)")
      #expect(error?.message.contains(member) == true)
    }
  }

  @Test func keysOfANewerDragdAreIgnored() throws {
    let error = try failure(try .accept(id, AcceptCall())) { _ in
      .reply { writer in
        try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
          try array.appendStructure { fields throws(BusError) in
            try fields.appendPath("/")
            try fields.appendDictionary { entries throws(BusError) in
              try entries.entry("item", UInt32(0))
              try entries.entry("type", "a/b")
              try entries.entry("data", bytes: [1, 2])
              try entries.entry("moonphase", "full")
            }
          }
        }
      }
    }
    #expect(error == nil)
  }

  @Test func aDragdThatVanishesIsNoReply() throws {
    #expect(try failure(try .find([])) { _ in .vanish }?.code == .noReply)
  }

  @Test func aDragdThatIsSilentIsNoReplyInTime() throws {
    #expect(try failure(try .find([]), timeout: 100) { _ in .silence }?.code == .noReply)
  }

  @Test func withoutDragdThereIsNoBroker() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let connection = BrokerConnection(try Connection.open(address: bus.address))
      let error = #expect(throws: RequestError.self) { try connection.perform(try .find([])) }
      #expect(error?.code == .noBroker)
    }
  }

  @Test func whatCannotTravelIsRefusedHere() throws {
    let error = #expect(throws: RequestError.self) { try BrokerCall<Identifier>.find(["a\0b"]) }
    #expect(error?.code == .broker(.invalidArguments))
  }

  @Test func aBusThatIsGoneIsADisconnection() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let connection = BrokerConnection(try Connection.open(address: bus.address))
      bus.close()
      let error = #expect(throws: RequestError.self) { try connection.perform(try .find([])) }
      #expect([.disconnected, .noReply].contains(error?.code))
    }
  }
}

/// dragctl itself, with such a dragd.
@Suite struct StrangeDragdTests {
  private func run(
    _ arguments: String..., answer: @escaping @Sendable (String) -> FakeDragd.Answer
  ) throws -> (result: Program.Result, calls: [String]) {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let fake = try FakeDragd(on: bus, answer)
      let result = try fixture.run(Built.dragctl, arguments, on: bus)
      return (result, fake.calls)
    }
  }

  private static let id = Identifier(high: 1, middle: 2, low: 3)

  /// The answers of a dragd with one small offer.
  private static let small: @Sendable (String) -> FakeDragd.Answer = { member in
    member == "Find"
      ? .reply { try $0.appendPath(id.offerPath) }
      : .reply { writer in
        try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
          try array.appendStructure { fields throws(BusError) in
            try fields.appendPath("/")
            try fields.appendDictionary { entries throws(BusError) in
              try entries.entry("item", UInt32(0))
              try entries.entry("type", "a/b")
              try entries.entry("data", bytes: Array("hi".utf8))
            }
          }
        }
      }
  }

  /// The content comes first. Only the properties of the offer tell whether there are more items to speak of; where
  /// they cannot be had, as here, the accept is a success all the same.
  @Test func aPlainAcceptAsksForNothingMoreThanItNeeds() throws {
    let newest = try run("accept", answer: Self.small)
    #expect(newest.result.output == "hi")
    #expect(newest.calls == ["Find", "Accept", "GetAll"])
    #expect(newest.result.status == 0 && !newest.result.error.contains("more item"))
    let named = try run("accept", "\(Self.id)", answer: Self.small)
    #expect(named.result.output == "hi")
    #expect(named.calls == ["Accept", "GetAll"])
    #expect(named.result.status == 0 && !named.result.error.contains("more item"))
    // Who names an item knows that there are others.
    let one = try run("accept", "\(Self.id)", "--item", "0", answer: Self.small)
    #expect(one.result.output == "hi")
    #expect(one.calls == ["Accept"])
  }

  @Test func theErrorsOfANewerDragdEndInAMessage() throws {
    let (result, _) = try run("accept") { _ in .error("org.dragd.Error.Moonphase", "wrong moon") }
    #expect(result.status == 1)
    #expect(result.error == "dragctl: wrong moon (org.dragd.Error.Moonphase)\n")
  }

  @Test func nonsenseEndsInAMessage() throws {
    for verb in [["accept"], ["list"], ["status"], ["types"], ["offer", "--text", "x"]] {
      let (result, _) = try Fixture.run { fixture in
        let bus = try fixture.bus(.dbusDaemon)
        let fake = try FakeDragd(on: bus) { _ in .reply { try $0.append(Int32(7)) } }
        return (try fixture.run(Built.dragctl, verb, on: bus), fake.calls)
      }
      #expect(result.status == 1, "\(verb): \(result.error)")
      #expect(result.error.contains("cannot be understood"))
    }
  }

  /// A new dragd does not know the claim of the one before. The ledger is read once on each connection,
  /// with its first claim.
  @Test func aSourceOfMovesClaimsAgainBeforeABusyDragdIsAskedAgain() throws {
    let (result, calls) = try run("offer", "--operations", "move", "/etc/hostname") { member in
      switch member {
      case "Offer": .error(ErrorCode.busy.errorName, "claim first")
      case "GetAll":
        .reply {
          try $0.appendDictionary { entries throws(BusError) in
            try entries.entry("Ledger", "\(Self.id)")
          }
        }
      default: .reply { try $0.appendArray(of: "(ss)") { _ throws(BusError) in } }
      }
    }
    #expect(result.status == 6, "\(result.error)")
    let attempt = ["UnacknowledgedMoves", "Offer"]
    // In the end dragctl claims the cookie once more, over a new connection, to release it.
    let first = ["UnacknowledgedMoves", "GetAll", "Offer"]
    #expect(calls == first + attempt + attempt + ["UnacknowledgedMoves", "GetAll"])
  }

  @Test func aDragdThatVanishesIsUnavailable() throws {
    let (result, _) = try run("accept") { _ in .vanish }
    #expect(result.status == 7)
  }
}
