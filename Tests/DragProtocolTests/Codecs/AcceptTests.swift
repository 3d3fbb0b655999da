import DBus
import DragModel
import DragProtocol
import DragSystem
import Testing

/// The arguments of Accept.
@Suite struct AcceptTests {
  static func read(
    items: Raw = .uint32s([]), types: Raw = .strings([]), _ options: [(String, Raw)] = []
  ) throws -> AcceptCall {
    try AcceptCall(call(items, types, .dictionary(options)))
  }

  @Test func `what is left out has its default`() throws {
    #expect(try Self.read([("unheard", .bool(true))]) == AcceptCall())
  }

  @Test func `every argument and option is read`() throws {
    var options = AcceptOptions()
    options.operation = .move
    options.also = ["image/*", "text/html"]
    options.delivery = .stream
    options.inlineMax = 1 << 20
    options.startTimeout = 0
    options.stallTimeout = 1
    options.finishTimeout = 2
    let call = try Self.read(
      items: .uint32s([4, 0]), types: .strings(["image/png", "*/*"]),
      [
        ("operation", .string("move")), ("also", .strings(["image/*", "text/html"])),
        ("delivery", .string("stream")), ("inline_max", .int32(1 << 20)),
        ("start_timeout", .byte(0)), ("stall_timeout", .int64(1)), ("finish_timeout", .uint64(2)),
      ])
    #expect(call == AcceptCall(items: [4, 0], types: ["image/png", "*/*"], options: options))
  }

  @Test(arguments: [
    OfferOptionsTests.Refusal(
      key: "operation", value: .string("steal"), parts: ["“steal”", "“copy”, “move”, “link”"]),
    .init(key: "operation", value: .strings(["copy"]), parts: ["“operation”", "string (s)"]),
    .init(
      key: "delivery", value: .string("post"), parts: ["“post”", "“any”, “file”, “stream”"]),
    .init(key: "delivery", value: .int32(1), parts: ["“delivery”", "string (s)"]),
    .init(
      key: "inline_max", value: .uint64(1_048_577), parts: ["1048577", "the limit is 1048576"]),
    .init(key: "inline_max", value: .int32(-2), parts: ["“inline_max”", "-2", "from 0 to"]),
    .init(key: "start_timeout", value: .int32(-3), parts: ["“start_timeout”", "-3"]),
    .init(key: "stall_timeout", value: .string("1s"), parts: ["“stall_timeout”", "integer"]),
    .init(key: "finish_timeout", value: .int32(0), parts: ["finish_timeout is 0"]),
    .init(key: "finish_timeout", value: .int32(-1), parts: ["“finish_timeout”", "-1"]),
    .init(key: "also", value: .string("text/plain"), parts: ["“also”", "(as)"]),
    .init(
      key: "also", value: .strings([String(repeating: "t", count: 256)]),
      parts: ["also has 256 bytes, the limit is 255"]),
    .init(
      key: "also", value: .strings(Array(repeating: "*/*", count: 1_025)),
      parts: ["more than 1024 patterns"]),
  ])
  func `an option that breaks a rule is refused`(_ refusal: OfferOptionsTests.Refusal) throws {
    let refused = rejection { try Self.read([(refusal.key, refusal.value)]) }
    #expect(refused?.code == refusal.code)
    for part in refusal.parts {
      #expect(refused?.message.contains(part) == true, "\(part) in \(refused?.message ?? "")")
    }
  }

  @Test func `an item asked for twice is refused`() throws {
    let refused = rejection { try Self.read(items: .uint32s([3, 1, 3])) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("items has 3 twice") == true)
  }

  @Test func `a list of items that no offer has is not looked through`() throws {
    let refused = rejection { try Self.read(items: .uint32s(Array(0...65_536))) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("more than 65536") == true)
  }

  @Test func `a pattern that is too long is refused`() throws {
    let refused = rejection {
      try Self.read(types: .strings(["a/b", String(repeating: "t", count: 256)]))
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("types has 256 bytes, the limit is 255") == true)
  }

  @Test func `each key of the options is read as an option`() throws {
    let keys = try options(of: OfferMethod.accept, in: .offer)
    for key in keys {
      let refused = rejection { try Self.read([(key, .double(0.5))]) }
      #expect(refused?.message.contains("“\(key)”") == true, "\(key)")
    }
  }

  @Test func `each key of an offer is read as an option`() throws {
    let keys = try options(of: BrokerMethod.offer, in: .broker)
    for key in keys {
      let refused = rejection { try OfferOptionsTests.read([(key, .double(0.5))]) }
      #expect(refused?.message.contains("“\(key)”") == true, "\(key)")
    }
  }

  /// The keys of a method's options; there is at least one.
  private func options(
    of method: some RawRepresentable<String>, in interface: InterfaceName
  ) throws -> [String] {
    let row = try #require(Contract.interface(interface).method(named: method.rawValue))
    let keys = row.arguments.filter { $0.name == "options" }.flatMap(\.keys).map(\.name)
    try #require(!keys.isEmpty)
    return keys
  }
}
