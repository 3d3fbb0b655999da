import DBus
import DragModel
import DragProtocol
import Testing

/// What registrations, changes and drops may say.
@Suite struct TargetRulesTests {
  static func register(
    name: String = "n", types: [String] = [], _ options: [(String, Raw)] = [("target", .path("/t"))]
  ) throws -> RegisterTargetCall {
    try RegisterTargetCall(call(.string(name), .strings(types), .dictionary(options)))
  }

  static func context(_ entries: [(String, Raw)]) throws -> DropContext {
    try DropCall(call(.path(NamesTests.id.offerPath), .dictionary(entries))).context
  }

  static func changes(_ entries: [(String, Raw)]) throws -> TargetChanges {
    try TargetChanges(call(.dictionary(entries)))
  }

  /// Whether it was refused with a message that has all parts.
  static func expect(
    _ refused: Rejection?, _ code: ErrorCode = .invalidArguments, _ parts: String...,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(refused?.code == code, sourceLocation: location)
    for part in parts {
      #expect(
        refused?.message.contains(part) == true, "\(part) in \(refused?.message ?? "")",
        sourceLocation: location)
    }
  }

  @Test func `a registration has its defaults`() throws {
    let plain = try Self.register([("target", .path("/t")), ("unheard", .int32(1))])
    #expect(plain == RegisterTargetCall(name: "n", options: TargetOptions(target: "/t")))
    #expect(plain.options.operations == [.copy])
  }

  @Test func `a registration that breaks a rule is refused`() {
    let long = String(repeating: "n", count: 1_025)
    Self.expect(rejection { try Self.register(name: "") }, .invalidArguments, "name is “”")
    Self.expect(
      rejection { try Self.register(name: long) }, .invalidArguments,
      "name has 1025 bytes, the limit is 1024", "“nnnn")
    Self.expect(
      rejection { try Self.register(types: [String(repeating: "t", count: 256)]) },
      .invalidArguments, "types has 256 bytes, the limit is 255")
    Self.expect(rejection { try Self.register([]) }, .invalidArguments, "target is missing")
    Self.expect(
      rejection { try Self.register([("target", .string("/t"))]) }, .invalidArguments,
      "“target”", "object path (o)")
    Self.expect(
      rejection { try Self.register([("target", .path("/t")), ("label", .string(long))]) },
      .invalidArguments, "label has 1025 bytes")
    Self.expect(
      rejection { try Self.register([("target", .path("/t")), ("operations", .strings([]))]) },
      .invalidArguments, "operations is empty")
    Self.expect(
      rejection { try FindTargetsCall(call(.string(long))) }, .invalidArguments,
      "name has 1025 bytes")
  }

  @Test func `a change that breaks a rule is refused`() throws {
    #expect(try Self.changes([("unheard", .int32(1))]) == TargetChanges())
    Self.expect(
      rejection { try Self.changes([("label", .int32(3))]) }, .invalidArguments, "“label”", "int32")
    Self.expect(
      rejection { try Self.changes([("operations", .strings(["swap"]))]) }, .invalidArguments,
      "“swap”")
    Self.expect(
      rejection { try Self.changes([("types", .string("x"))]) }, .invalidArguments, "“types”")
  }

  @Test func `a context is read, and what a dropper says of itself is not`() throws {
    let context = try Self.context([
      ("operations", .strings(["link"])), ("index", .int16(5)), ("items", .int32s([2, 0])),
      ("dropper", .string("root")), ("unheard", .bool(true)),
    ])
    #expect(context == DropContext(operations: [.link], index: 5, items: [2, 0]))
  }

  @Test func `a context that breaks a rule is refused`() {
    Self.expect(
      rejection { try Self.context([("operations", .strings(["copy", "copy"]))]) },
      .invalidArguments, "“copy” twice")
    Self.expect(
      rejection { try Self.context([("index", .int32(-1))]) }, .invalidArguments, "“index”", "-1")
    Self.expect(
      rejection { try Self.context([("items", .uint32s([7, 7]))]) }, .invalidArguments,
      "items has 7 twice")
    Self.expect(
      rejection { try Self.context([("items", .int32s([-2]))]) }, .invalidArguments,
      "“items”", "-2")
    Self.expect(
      rejection { try Self.context([("items", .strings(["a"]))]) }, .invalidArguments,
      "“items”", "integer", "string (s)")
    Self.expect(
      rejection { try DropCall(call(.path("/my/offer"), .dictionary([]))) }, .noSuchOffer,
      "“/my/offer”")
    Self.expect(rejection { try LeaveCall(call(.path("/x"))) }, .noSuchOffer, "“/x”")
  }

  @Test func `of a target's reason no more is kept than dragd passes on`() throws {
    let reply = try call(
      .string("forbidden"), .dictionary([("reason", .string(String(repeating: "é", count: 600)))]))
    let read = try ProposalReply(reply)
    #expect(read.details.reason == String(repeating: "é", count: 512))
  }

  @Test func `an answer that is no proposal is refused`() {
    Self.expect(
      rejection { try ProposalReply(call(.string("steal"), .dictionary([]))) }, .invalidArguments,
      "“steal”", "“forbidden”")
    Self.expect(
      rejection {
        try ProposalReply(call(.string("copy"), .dictionary([("intent", .string("in"))])))
      }, .invalidArguments, "“in”", "“insert_at”")
  }
}
