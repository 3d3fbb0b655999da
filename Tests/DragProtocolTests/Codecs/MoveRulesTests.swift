import DBus
import DragModel
import DragProtocol
import Testing

/// What an offer that allows moves has to have.
@Suite struct MoveRulesTests {
  static let good: [(String, Raw)] = [
    ("operations", .strings(["copy", "move"])), ("source", .path("/source")),
    ("cookie", .string(OfferOptionsTests.cookie)),
  ]

  static func item(key: String?) -> RawItem {
    var item = RawItem.plain
    if let key { item.attributes = [("key", .string(key))] }
    return item
  }

  static func offer(_ items: [RawItem], _ options: [(String, Raw)]) throws -> OfferCall {
    try OfferCall(offerCall(items, options)) { _ in }
  }

  @Test func `with a source, a cookie and a key for each item moves are allowed`() throws {
    let call = try Self.offer([Self.item(key: "1"), Self.item(key: "2")], Self.good)
    #expect(call.options.operations == [.copy, .move])
  }

  @Test(arguments: ["source", "cookie"])
  func `a move without a source or cookie is refused`(_ missing: String) throws {
    let options = Self.good.filter { $0.0 != missing }
    let refused = rejection { try Self.offer([Self.item(key: "1")], options) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("\(missing) is missing") == true)
    #expect(refused?.message.contains("“move”") == true)
  }

  @Test func `a move of what is sensitive is refused`() throws {
    let refused = rejection {
      try Self.offer([Self.item(key: "1")], Self.good + [("sensitive", .bool(true))])
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("sensitive is true") == true)
  }

  @Test func `an item without a key is refused`() throws {
    let refused = rejection {
      try Self.offer([Self.item(key: "1"), Self.item(key: nil)], Self.good)
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("item 1 has no key") == true)
  }

  @Test func `two items with one key are refused`() throws {
    let refused = rejection {
      try Self.offer([Self.item(key: "twin"), Self.item(key: "twin")], Self.good)
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("item 1: key “twin”") == true)
  }

  @Test func `where nothing moves, keys may be missing and repeat`() throws {
    let items = [Self.item(key: "twin"), Self.item(key: "twin"), Self.item(key: nil)]
    #expect(try Self.offer(items, []).items.count == 3)
  }

  @Test func `items that are added need keys of their own`() throws {
    var options = OfferOptions()
    options.operations = [.move]
    options.source = "/source"
    let added = try AddItemsCall(offerCall([Self.item(key: "1"), Self.item(key: "2")])) { _ in }
    try OfferRules.check(added.items, addedTo: options, after: ["3"])
    let refused = rejection {
      try OfferRules.check(added.items, addedTo: options, after: ["2"])
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("“2”") == true)
  }
}
