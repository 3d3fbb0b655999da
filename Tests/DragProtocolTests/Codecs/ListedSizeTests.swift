import DBus
import DragProtocol
import Testing

@testable import DragModel

/// A listed object is charged for the bytes that it needs in a reply that lists all.
@Suite struct ListedSizeTests {
  @Test(arguments: 0..<200)
  func `an object's charge is at least its bytes, and not many more`(seed: Int) throws {
    func text(_ length: Int) -> String { String(repeating: "x", count: length) }
    let lengths = [0, 1, 2, 3, 4, 9, 100, 1_024]
    let owner = Party(Peer(":1.\(seed)"), application: text(lengths[seed % 5]))
    var broker = Broker()

    var options = OfferOptions()
    options.source = "/source"
    options.label = text(lengths[seed % 8])
    options.operations = Array(Operation.allCases.prefix(1 + seed % 2))
    let count = lengths[seed / 8 % 7]
    var items = PreparedItems(of: owner, limits: broker.limits)
    for number in 0..<count {
      let type = MIMEType("a/\(number)" + text(seed))
      items.append(
        Item(
          attributes: ItemAttributes(),
          representations: [Representation(type: type, content: .lazy(size: nil))]))
    }
    let offer = Identifier(high: 0, middle: 1, low: 0)
    let now = Instant(monotonic: 0, boottime: 0, realtime: 1)
    _ = try broker.handle(.offer(id: offer, owner: owner, items: items, options: options), at: now)
    let listed = try OfferProperties(broker.shown(offer: offer)).added(at: .offer(offer))
    check(listed.bodyLength, charged: broker.charges.total[.listedBytes])

    let before = broker.charges.total[.listedBytes]
    var target = TargetOptions(target: "/target")
    target.label = options.label
    target.operations = Operation.allCases
    let id = Identifier(high: 0, middle: 2, low: 0)
    let patterns = (0..<count).map { "a/\($0)" + text(seed) }
    _ = try broker.handle(
      .registerTarget(
        id: id, name: "t" + text(lengths[seed / 3 % 8] % 1_000), types: patterns, owner: owner,
        options: target), at: now)
    let shown = try TargetProperties(broker.shown(target: id)).added(at: .target(id))
    check(shown.bodyLength, charged: broker.charges.total[.listedBytes] - before)
  }

  /// In a list the object begins at the next multiple of 8.
  private func check(_ bytes: Int, charged: UInt64) {
    let bytes = UInt64(bytes + 7) / 8 * 8
    #expect(bytes <= charged, "\(bytes) bytes, \(charged) charged")
    #expect(charged <= 2 * bytes, "\(bytes) bytes, \(charged) charged")
  }
}
