import DBus
import DragModel
import DragProtocol
import Testing

/// Ids, cookies and reasons in calls; and replies of a dragd that keeps no promise.
@Suite struct TransferRulesTests {
  static let id = NamesTests.id.description

  @Test(arguments: ["", "x", "aaaaaaaaaaaaaaaaaaaaaaaaa", "AAAAAAAAAAAAAAAAAAAAAAAAAA"])
  func `what is no id is refused, for nothing may be concluded from it`(_ text: String) {
    let outcome = rejection { try MoveCall(.outcome, call(.string(text))) }
    let move = rejection {
      try AcknowledgeMoveCall(call(.string(text), .string(OfferOptionsTests.cookie)))
    }
    let acknowledged = rejection { try MoveCall(.acknowledgeOutcome, call(.string(text))) }
    for refused in [outcome, move, acknowledged] {
      TargetRulesTests.expect(refused, .invalidArguments, "“\(text)”", "26 characters")
    }
  }

  @Test func `a path in place of an id is refused, and told so`() {
    let path = NamesTests.id.transferPath
    let refused = rejection { try MoveCall(.outcome, call(.string(path))) }
    TargetRulesTests.expect(refused, .invalidArguments, "“\(path)”", "last element")
  }

  @Test func `a cookie that is too short is refused and not repeated`() {
    let unacknowledged = rejection { try UnacknowledgedMovesCall(call(.string("secret"))) }
    let acknowledged = rejection {
      try AcknowledgeMoveCall(call(.string(Self.id), .string("secret")))
    }
    for refused in [unacknowledged, acknowledged] {
      TargetRulesTests.expect(refused, .invalidArguments, "6 characters", "22")
      #expect(refused?.message.contains("secret") == false)
    }
  }

  @Test func `a cookie's characters are counted, not its bytes`() throws {
    let cookie = String(repeating: "é", count: 22)
    #expect(try UnacknowledgedMovesCall(call(.string(cookie))).cookie == cookie)
    let refused = rejection {
      try UnacknowledgedMovesCall(call(.string(String(repeating: "é", count: 21))))
    }
    #expect(refused?.code == .invalidArguments)
  }

  @Test(arguments: [
    ("short", "short"),
    (String(repeating: "r", count: 2_000), String(repeating: "r", count: 1_024)),
    ("x" + String(repeating: "é", count: 600), "x" + String(repeating: "é", count: 511)),
  ])
  func `of a reason the first 1,024 bytes are kept, in whole characters`(
    _ sent: String, _ kept: String
  ) throws {
    #expect(try CancelCall(call(.string(sent))).reason == kept)
  }

  @Test func `Receive of what is no type is refused`() {
    let refused = rejection { try ReceiveCall(call(.string("png"), .dictionary([]))) }
    TargetRulesTests.expect(refused, .invalidType, "“png”")
  }

  @Test func `a reply without what is always there is refused by name`() throws {
    func missing(_ key: String, _ body: () throws -> Void) {
      TargetRulesTests.expect(rejection(body), .invalidArguments, "“\(key)” is missing")
    }
    func results(_ entries: [(String, Raw)]) throws -> Message {
      try call { writer throws(BusError) in
        try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
          try array.appendStructure { fields throws(BusError) in
            try fields.appendPath("/")
            try Raw.dictionary(entries).write(to: &fields)
          }
        }
      }
    }
    missing("item") { _ = try AcceptedPart.read(results([("type", .string("a/b"))])) }
    missing("type") { _ = try AcceptedPart.read(results([("item", .uint32(0))])) }
    missing("fd") { _ = try ReceivedFile(call(.dictionary([("size", .uint64(1))]))) }
    missing("size") { _ = try ReceivedFile(call(.dictionary([("fd", .descriptor)]))) }
    missing("bytes") { _ = try FinishResult(call(.dictionary([]))) }
    missing("operation") { _ = try FinishResult(call(.dictionary([("bytes", .uint64(1))]))) }
    missing("acknowledged") {
      _ = try FinishResult(
        call(.dictionary([("bytes", .uint64(1)), ("operation", .string("copy"))])))
    }
    missing("items") { _ = try DropResult(call(.string("copy"), .dictionary([]))) }
    missing("bytes") {
      _ = try DropResult(call(.string("copy"), .dictionary([("items", .uint32(1))])))
    }
  }

  @Test func `a reply of another shape is refused, not trapped on`() throws {
    let wrong = try call(.int32(1))
    let readers: [(Message) throws -> Void] = [
      { _ = try AcceptedPart.read($0) }, { _ = try ShownItems.read($0) },
      { _ = try ReceivedFile($0) }, { _ = try FinishResult($0) }, { _ = try MoveOutcome($0) },
      { _ = try UnacknowledgedMove.read($0) }, { _ = try TargetSummary.read($0) },
      { _ = try DropResult($0) }, { _ = try ProposalReply($0) }, { _ = try ManagedObjects($0) },
      { _ = try OfferProperties($0) }, { _ = try TransferProperties($0) },
      { _ = try TargetProperties($0) }, { _ = try BrokerProperties($0) },
      { _ = try ProvidedResult($0) }, { _ = try $0.readOffer() }, { _ = try $0.readTarget() },
      { _ = try ProvideCall($0) }, { _ = try PrepareCall($0) }, { _ = try EndedCall($0) },
      { _ = try ReleasedCall($0) }, { _ = try TargetProposeCall($0) },
      { _ = try TargetLeaveCall($0) }, { _ = try TargetPerformCall($0) },
      { _ = try ManagedObject(added: $0) }, { _ = try ManagedObject.removed($0) },
    ]
    for (index, read) in readers.enumerated() {
      let refused = rejection { try read(wrong) }
      #expect(refused?.code == .invalidArguments, "reader \(index)")
      #expect(refused?.message.contains("int32 (i)") == true, "reader \(index)")
      let empty = rejection { try read(call()) }
      #expect(empty?.message.contains("nothing more") == true, "reader \(index)")
    }
  }

  @Test func `words of a newer dragd are refused where they decide, not trapped on`() throws {
    TargetRulesTests.expect(
      rejection { try MoveOutcome(call(.string("perhaps"))) }, .invalidArguments, "“perhaps”")
    TargetRulesTests.expect(
      rejection { try ReleasedCall(call(.path(NamesTests.id.offerPath), .string("lost"))) },
      .invalidArguments, "“lost”", "“withdrawn”")
  }
}
