import DBus
import DragModel
import DragProtocol
import DragSystem
import Testing

/// What may stand in the items of Offer and AddItems.
@Suite struct ItemTests {
  static func offer(_ items: [RawItem], _ options: [(String, Raw)] = []) throws -> OfferCall {
    try OfferCall(offerCall(items, options)) { _ in }
  }

  static func one(_ representation: [(String, Raw)]) -> RawItem {
    RawItem(representations: [representation])
  }

  @Test func `attributes and representations are read in their order`() throws {
    let item = RawItem(
      attributes: [
        ("name", .string("a b.txt")), ("key", .string("k")), ("local", .string("here")),
        ("unheard", .string("of")),
      ],
      representations: [
        [
          ("type", .string("Text/Plain; charset=UTF-8")), ("data", .bytes([1, 2])),
          ("visibility", .string("app")), ("unheard", .int32(1)),
        ],
        [("type", .string("image/png")), ("fd", .descriptor)],
        [("type", .string("image/gif")), ("size", .int32(5))],
        [("data", .bytes([]))],
      ])
    let call = try Self.offer([item], [("source", .path("/source"))])
    let read = try #require(call.items.first)
    #expect(read.attributes == ItemAttributes(name: "a b.txt", key: "k", local: "here"))
    #expect(
      read.representations.map(\.type)
        == [
          MIMEType("text/plain;charset=UTF-8"), MIMEType("image/png"), MIMEType("image/gif"), nil,
        ]
    )
    #expect(read.representations.map(\.visibility) == [.app, .all, .all, .all])
    #expect(
      read.representations.map(\.content)
        == [.bytes([1, 2]), .descriptor(0), .lazy(size: 5), .bytes([])])
  }

  @Test(arguments: Visibility.allCases)
  func `each visibility is known`(_ visibility: Visibility) throws {
    let call = try Self.offer([
      Self.one([("data", .bytes([])), ("visibility", .string(visibility.rawValue))])
    ])
    #expect(call.items[0].representations[0].visibility == visibility)
  }

  @Test func `descriptors are kept in the order of the message`() throws {
    var kept: [[UInt64]] = []
    let message = try offerCall([
      Self.one([("fd", .descriptor)]), .plain, Self.one([("fd", .descriptor)]),
    ])
    let call = try OfferCall(message) { descriptor in kept.append(identity(of: descriptor)) }
    #expect(kept == [identity(of: nullDevice()), identity(of: nullDevice())])
    #expect(
      call.items.map { $0.representations[0].content }
        == [.descriptor(0), .bytes([1]), .descriptor(1)])
  }

  @Test func `a refused call leaves its descriptors to the caller`() throws {
    var kept = 0
    let message = try offerCall([
      Self.one([("fd", .descriptor)]), Self.one([("fd", .descriptor), ("data", .bytes([]))]),
    ])
    #expect(throws: Rejection.self) { try OfferCall(message) { _ in kept += 1 } }
    #expect(kept == 2)
  }

  @Test func `sixteen descriptors travel in one message, and no more`() throws {
    func items(_ count: Int) -> [RawItem] {
      Array(repeating: Self.one([("fd", .descriptor)]), count: count)
    }
    #expect(try Self.offer(items(16)).items.count == 16)
    let refused = rejection { try Self.offer(items(17)) }
    #expect(refused?.code == .tooManyItems)
    #expect(refused?.message.contains("16") == true)
    #expect(refused?.message.contains("AddItems") == true)
  }

  @Test(arguments: [
    "a", ".hidden", "...", "ä ö", "with\nnewline", String(repeating: "x", count: 255),
  ])
  func `a name of one path component is taken`(_ name: String) throws {
    var item = RawItem.plain
    item.attributes = [("name", .string(name))]
    #expect(try Self.offer([item]).items[0].attributes.name == name)
  }

  @Test(arguments: ["", ".", "..", "a/b", "/", "/a"])
  func `a name that is not one path component is refused`(_ name: String) throws {
    var item = RawItem.plain
    item.attributes = [("name", .string(name))]
    let refused = rejection { try Self.offer([.plain, item]) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("“\(name)”") == true)
    #expect(refused?.message.contains("item 1") == true)
    #expect(refused?.message.contains("one path component") == true)
  }

  @Test(arguments: [("name", 255), ("key", 1_024), ("local", 1_024)])
  func `an attribute may be so long and no longer`(_ key: String, _ limit: Int) throws {
    func offer(_ length: Int) throws -> OfferCall {
      var item = RawItem.plain
      item.attributes = [(key, .string(String(repeating: "y", count: length)))]
      return try Self.offer([item])
    }
    #expect(try offer(limit).items.count == 1)
    let refused = rejection { try offer(limit + 1) }
    #expect(refused?.code == .invalidArguments)
    for part in [key, "\(limit + 1) bytes", "the limit is \(limit)", "“yyyy"] {
      #expect(refused?.message.contains(part) == true, "\(part)")
    }
  }

  @Test(arguments: ["", "text", "text/", "/plain", "te xt/plain", "text/pl@in"])
  func `what is no MIME type is refused as InvalidType`(_ type: String) throws {
    let refused = rejection {
      try Self.offer([Self.one([("type", .string(type)), ("data", .bytes([]))])])
    }
    #expect(refused?.code == .invalidType)
    #expect(refused?.message.contains("“\(type)”") == true)
    #expect(refused?.message.contains("image/png") == true)
  }

  @Test func `a type may have 255 bytes and no more`() throws {
    func offer(_ length: Int) throws -> OfferCall {
      let type = "text/" + String(repeating: "z", count: length - 5)
      return try Self.offer([Self.one([("type", .string(type)), ("data", .bytes([]))])])
    }
    #expect(try offer(255).items.count == 1)
    let refused = rejection { try offer(256) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("256 bytes, the limit is 255") == true)
  }

  /// dragd passes types on as it serialises them.
  @Test func `the limit of a type counts what serialising adds to it`() throws {
    func offer(_ length: Int) throws -> OfferCall {
      // The bracket needs quotes, which are two bytes more.
      let type = "a/b;c=" + String(repeating: "(", count: length - 6)
      return try Self.offer([Self.one([("type", .string(type)), ("data", .bytes([]))])])
    }
    let longest = try #require(try offer(253).items[0].representations[0].type)
    #expect(longest.description.utf8.count == 255)
    let refused = rejection { try offer(254) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("256 bytes, the limit is 255") == true)
  }

  @Test func `data may have one mebibyte and no more`() throws {
    func offer(_ count: Int) throws -> OfferCall {
      try Self.offer([Self.one([("data", .bytes([UInt8](repeating: 7, count: count)))])])
    }
    #expect(
      try offer(1 << 20).items[0].representations[0].content
        == .bytes([UInt8](repeating: 7, count: 1 << 20)))
    let refused = rejection { try offer(1 << 20 + 1) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("\(1 << 20 + 1) bytes, the limit is 1048576") == true)
    #expect(refused?.message.contains("use fd") == true)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var why: String
    var representations: [[(String, Raw)]]
    var parts: [String]
    var testDescription: String { why }
  }

  static let text: (String, Raw) = ("type", .string("text/plain"))

  @Test(arguments: [
    Refusal(
      why: "both data and fd", representations: [[("data", .bytes([])), ("fd", .descriptor)]],
      parts: ["data and fd", "one of them"]),
    Refusal(why: "no representation", representations: [], parts: ["at least one"]),
    Refusal(
      why: "lazy without a type", representations: [[("size", .uint64(3))]],
      parts: ["type is missing"]),
    Refusal(
      why: "size of held content",
      representations: [[("data", .bytes([1])), ("size", .uint64(77))]],
      parts: ["size is 77", "only lazy"]),
    Refusal(
      why: "size of a descriptor",
      representations: [[("fd", .descriptor), ("size", .uint64(78))]],
      parts: ["size is 78", "only lazy"]),
    Refusal(
      why: "a negative size", representations: [[text, ("size", .int32(-4))]],
      parts: ["“size”", "-4", "from 0 to"]),
    Refusal(
      why: "a size that no file has", representations: [[text, ("size", .uint64(.max))]],
      parts: ["18446744073709551615", "the limit is 9223372036854775807"]),
    Refusal(
      why: "one type twice",
      representations: [
        [("type", .string("text/plain")), ("data", .bytes([1]))],
        [("type", .string("Text/PLAIN")), ("data", .bytes([2]))],
      ],
      parts: ["“text/plain” twice", "each type once"]),
    Refusal(
      why: "unknown visibility",
      representations: [[("data", .bytes([])), ("visibility", .string("friends"))]],
      parts: ["“friends”", "“all”, “app”, “connection”"]),
    Refusal(
      why: "a type that is no string", representations: [[("type", .int32(1))]],
      parts: ["“type”", "string (s)", "int32 (i)"]),
    Refusal(
      why: "data that is no array of bytes", representations: [[text, ("data", .string("x"))]],
      parts: ["“data”", "bytes (ay)", "string (s)"]),
    Refusal(
      why: "fd that is a number", representations: [[text, ("fd", .int32(3))]],
      parts: ["“fd”", "file descriptor (h)", "int32 (i)"]),
    Refusal(
      why: "size that is a text", representations: [[text, ("size", .string("1"))]],
      parts: ["“size”", "integer", "string (s)"]),
    Refusal(
      why: "visibility that is no string",
      representations: [[text, ("visibility", .bool(true))]],
      parts: ["“visibility”", "string (s)", "boolean (b)"]),
  ])
  func `a representation that breaks a rule is refused`(_ refusal: Refusal) throws {
    let item = RawItem(representations: refusal.representations)
    let refused = rejection { try Self.offer([item], [("source", .path("/source"))]) }
    #expect(refused?.code == .invalidArguments)
    for part in refusal.parts {
      #expect(refused?.message.contains(part) == true, "\(part) in \(refused?.message ?? "")")
    }
  }

  @Test func `a lazy representation needs a source`() throws {
    let item = Self.one([("type", .string("image/png"))])
    #expect(try Self.offer([item], [("source", .path("/source"))]).items.count == 1)
    let refused = rejection { try Self.offer([.plain, item]) }
    #expect(refused?.code == .invalidArguments)
    for part in ["item 1", "“image/png”", "Source1"] {
      #expect(refused?.message.contains(part) == true, "\(part)")
    }
  }

  @Test func `a message quotes no more of a value than helps`() throws {
    var item = RawItem.plain
    item.attributes = [("name", .string("\u{1B}[2J" + String(repeating: "/", count: 250)))]
    let refused = try #require(rejection { try Self.offer([item]) })
    #expect(!refused.message.unicodeScalars.contains("\u{1B}"))
    #expect(refused.message.contains("…”"))
    #expect(refused.message.utf8.count < 400)
  }
}
