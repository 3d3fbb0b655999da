import DBus
import DragModel
import DragProtocol
import Testing

/// The options of Offer.
@Suite struct OfferOptionsTests {
  static let id = NamesTests.id
  static let cookie = "0123456789abcdefghijkl"

  static func read(
    _ options: [(String, Raw)], items: [RawItem] = [.plain]
  ) throws -> OfferOptions {
    try OfferCall(offerCall(items, options)) { _ in }.options
  }

  @Test func `what is left out has its default`() throws {
    #expect(try Self.read([]) == OfferOptions())
  }

  @Test func `an unknown option is ignored, whatever it is`() throws {
    #expect(
      try Self.read([("colour", .string("red")), ("deep", .dictionary([("x", .int32(1))]))])
        == OfferOptions())
  }

  @Test func `every option is read`() throws {
    var expected = OfferOptions()
    expected.operations = [.link, .copy]
    expected.source = "/my/source"
    expected.cookie = Self.cookie
    expected.label = "Holiday"
    expected.isPrivate = true
    expected.isSensitive = true
    expected.uses = 3
    expected.expiresIn = 4
    expected.linger = 5
    expected.replaces = Self.id
    expected.more = true
    #expect(
      try Self.read([
        ("operations", .strings(["link", "copy"])), ("source", .path("/my/source")),
        ("cookie", .string(Self.cookie)), ("label", .string("Holiday")), ("private", .bool(true)),
        ("sensitive", .bool(true)), ("uses", .uint32(3)), ("expires_in", .uint64(4)),
        ("linger", .uint64(5)), ("replaces", .path(Self.id.offerPath)), ("more", .bool(true)),
      ]) == expected)
  }

  @Test(arguments: [
    Raw.byte(7), .int16(7), .uint16(7), .int32(7), .uint32(7), .int64(7), .uint64(7),
  ])
  func `an integer of any type is taken where it fits`(_ seven: Raw) throws {
    let options = try Self.read([("uses", seven), ("expires_in", seven), ("linger", seven)])
    #expect(options.uses == 7)
    #expect(options.expiresIn == 7)
    #expect(options.linger == 7)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var key: String
    var value: Raw
    var parts: [String]
    var code = ErrorCode.invalidArguments
    var testDescription: String { "\(key): \(value)" }
  }

  @Test(arguments: [
    Refusal(
      key: "operations", value: .strings([]), parts: ["operations is empty", "“copy”, “move”"]),
    Refusal(key: "operations", value: .strings(["copy", "burn"]), parts: ["“burn”", "“link”"]),
    Refusal(
      key: "operations", value: .strings(["copy", "link", "copy"]), parts: ["“copy” twice"]),
    Refusal(
      key: "operations", value: .string("copy"), parts: ["“operations”", "(as)", "string (s)"]),
    Refusal(
      key: "source", value: .string("/source"), parts: ["“source”", "object path (o)"]),
    Refusal(
      key: "source", value: .path("/" + String(repeating: "p", count: 1_024)),
      parts: ["source has 1025 bytes, the limit is 1024"]),
    Refusal(
      key: "label", value: .string(String(repeating: "l", count: 1_025)),
      parts: ["label has 1025 bytes, the limit is 1024", "“llll"]),
    Refusal(key: "label", value: .int32(1), parts: ["“label”", "string (s)"]),
    Refusal(key: "private", value: .int32(1), parts: ["“private”", "boolean (b)", "int32 (i)"]),
    Refusal(key: "sensitive", value: .string("yes"), parts: ["“sensitive”", "boolean (b)"]),
    Refusal(key: "uses", value: .int32(-1), parts: ["“uses”", "-1", "from 0 to 4294967295"]),
    Refusal(
      key: "uses", value: .uint64(4_294_967_296),
      parts: ["“uses”", "4294967296", "from 0 to 4294967295"]),
    Refusal(key: "uses", value: .double(1), parts: ["“uses”", "integer", "double (d)"]),
    Refusal(key: "expires_in", value: .int64(-5), parts: ["“expires_in”", "-5", "from 0 to"]),
    Refusal(key: "linger", value: .int16(-6), parts: ["“linger”", "-6", "from 0 to"]),
    Refusal(key: "replaces", value: .string("x"), parts: ["“replaces”", "object path (o)"]),
    Refusal(
      key: "replaces", value: .path("/my/offer"),
      parts: ["“/my/offer”", "/org/dragd/Broker1/offer/"], code: .noSuchOffer),
    Refusal(key: "more", value: .byte(1), parts: ["“more”", "boolean (b)", "byte (y)"]),
  ])
  func `an option that breaks a rule is refused`(_ refusal: Refusal) throws {
    let refused = rejection { try Self.read([(refusal.key, refusal.value)]) }
    #expect(refused?.code == refusal.code)
    for part in refusal.parts {
      #expect(refused?.message.contains(part) == true, "\(part) in \(refused?.message ?? "")")
    }
  }

  @Test(arguments: ["", "short", "012345678901234567890"])
  func `a cookie of less than 22 characters is refused and not repeated`(
    _ cookie: String
  ) throws {
    let refused = rejection { try Self.read([("cookie", .string(cookie))]) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("cookie has \(cookie.count) characters") == true)
    #expect(refused?.message.contains("22") == true)
    #expect(cookie.isEmpty || refused?.message.contains(cookie) == false)
  }

  @Test func `a cookie of more than 1,024 bytes is refused and not repeated`() throws {
    let refused = rejection {
      try Self.read([("cookie", .string(String(repeating: "c", count: 1_025)))])
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("1025 bytes, the limit is 1024") == true)
    #expect(refused?.message.contains("ccc") == false)
  }

  /// Others wait while a dictionary is read.
  @Test func `a dictionary has at most 1,024 entries, of which the last of a key counts`() throws {
    let labels = (1...1_024).map { ("label", Raw.string("\($0)")) }
    #expect(try Self.read(labels).label == "1024")
    let refused = rejection { try Self.read(labels + labels.prefix(1)) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message == "a dictionary has more than 1024 entries")
  }

  @Test func `an offer without items is one to which more will be added`() throws {
    #expect(try Self.read([("more", .bool(true))], items: []).more)
    let refused = rejection { try Self.read([], items: []) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("items is empty") == true)
    #expect(refused?.message.contains("“more”") == true)
  }
}
