import DBus
import DragModel
import DragProtocol
import Testing

/// What the model shows, as properties have it.
@Suite struct ShownTests {
  static let now = Instant(monotonic: 1_000, boottime: 2_000, realtime: 3_000)
  static let owner = Party(Peer(":1.1"), application: "org.example.App")
  static let destination = Party(Peer(":1.2"))

  struct NoTypes: TypeHierarchy {
    func canonical(_ essence: String) -> String { essence }
    func ancestors(of essence: String) -> [String] { [] }
  }

  /// A broker with an offer, and a transfer that failed.
  static func broker() throws -> (Broker, offer: Identifier, transfer: Identifier) {
    let (offer, transfer) = (NamesTests.id, SourceExchangeTests.transfer)
    let type = try OfferExchangeTests.type("image/png")
    var options = OfferOptions()
    options.source = "/source"
    options.label = "Label"
    options.operations = [.link, .copy]
    options.expiresIn = 7
    var items = PreparedItems(of: owner, limits: Limits())
    items.append(
      Item(
        attributes: ItemAttributes(key: "k"),
        representations: [Representation(type: type, content: .lazy(size: 10))]))
    var broker = Broker()
    _ = try broker.handle(
      .offer(id: offer, owner: owner, items: items, options: options), at: now)
    var accept = AcceptOptions()
    accept.operation = .link
    let plan = try broker.plan(
      offer: offer, items: [], types: TypePreferences([]), options: accept, for: destination,
      hierarchy: NoTypes())
    _ = try broker.handle(.accept(plan, transfers: [transfer]), at: now)
    _ = try broker.handle(.part(PartID(transfer, 0), .transferred(total: 4)), at: now)
    _ = try broker.handle(
      .part(PartID(transfer, 0), .failed(Rejection(.sourceFailed, "no paper"))), at: now)
    return (broker, offer, transfer)
  }

  @Test func `an offer's properties are what the model shows`() throws {
    let (broker, offer, _) = try Self.broker()
    var expected = OfferProperties()
    expected.itemCount = 1
    expected.types = [try OfferExchangeTests.type("image/png")]
    expected.operations = [.link, .copy]
    expected.label = "Label"
    expected.application = "org.example.App"
    expected.connection = ":1.1"
    expected.created = 3_000
    expected.expires = 10_000
    #expect(try OfferProperties(broker.shown(offer: offer)) == expected)
  }

  @Test(arguments: [(0, 5, 8_000), (2, 5, 5_000), (9, 5, 8_000)])
  func `what lingers says when it ends`(
    _ expiresIn: UInt64, _ linger: UInt64, _ expires: UInt64
  ) throws {
    var options = OfferOptions()
    options.expiresIn = expiresIn
    options.linger = linger
    var items = PreparedItems(of: Self.owner, limits: Limits())
    items.append(
      Item(
        attributes: ItemAttributes(),
        representations: [
          Representation(
            type: try OfferExchangeTests.type("a/b"),
            content: .held(HeldContent(id: 1, size: 1, place: .memory)))
        ]))
    var broker = Broker()
    _ = try broker.handle(
      .offer(id: NamesTests.id, owner: Self.owner, items: items, options: options), at: Self.now)
    _ = try broker.handle(.peerLeft(Self.owner.peer, unread: []), at: Self.now)
    while broker.hasDepartures { _ = try broker.handle(.continueDeparture, at: Self.now) }
    let properties = try OfferProperties(broker.shown(offer: NamesTests.id))
    #expect(properties.expires == expires)
    #expect(properties.connection == "")
  }

  @Test func `a transfer's properties are what the model shows`() throws {
    let (broker, offer, transfer) = try Self.broker()
    var expected = TransferProperties()
    expected.offer = offer
    expected.item = 0
    expected.types = [try OfferExchangeTests.type("image/png")]
    expected.operation = .link
    expected.size = 10
    expected.bytes = 4
    expected.state = .failed
    expected.failure = BusError(name: "org.dragd.Error.SourceFailed", message: "no paper")
    let shown = try broker.shown(transfer: transfer, to: Self.destination.peer)
    #expect(TransferProperties(shown) == expected)
  }

  @Test func `what a source hears of an end is what the model says`() {
    let ended = EndedCall(
      offer: NamesTests.id, transfer: SourceExchangeTests.transfer,
      Ended(item: 3, key: "k", operation: .move, failure: nil, bytes: 9))
    #expect(
      ended
        == EndedCall(
          offer: NamesTests.id, transfer: SourceExchangeTests.transfer, item: 3, key: "k",
          operation: .move, failure: nil, bytes: 9))
  }
}
