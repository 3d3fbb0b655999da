import DragModel

/// A broker with a clock and a counter of names: what a test needs to say what happens.
struct World {
  var broker: Broker
  var now = Instant(monotonic: 1_000_000, boottime: 2_000_000, realtime: 1_700_000_000_000_000)
  var lastNumber: UInt64 = 0

  static let source = Party(
    Peer(":1.1"), application: "org.example.Source", isSandboxed: false)
  static let destination = Party(
    Peer(":1.2"), application: "org.example.Destination", isSandboxed: false)
  static let stranger = Party(Peer(":1.3"), isSandboxed: false)

  init(limits: Limits = Limits()) {
    broker = Broker(limits: limits)
  }

  mutating func number() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func id() -> Identifier { Identifier(high: 0, middle: number(), low: 0) }
  mutating func call() -> CallID { CallID(number()) }

  mutating func held(_ size: UInt64, _ place: HeldContent.Place = .memory) -> OfferedContent {
    .held(HeldContent(id: number(), size: size, place: place))
  }

  /// Lets time pass on all clocks.
  mutating func pass(milliseconds: UInt64) {
    now.monotonic += milliseconds * 1_000
    now.boottime += milliseconds * 1_000
    now.realtime += milliseconds * 1_000
  }

  @discardableResult
  mutating func handle(_ event: Event) throws(Rejection) -> [Effect] {
    var effects = try broker.handle(event, at: now)
    switch event {
    case .peerLeft: effects += try finishDepartures()
    case .timerFired:
      while broker.nextTimer(at: now) == 0 { effects += try broker.handle(.timerFired, at: now) }
    default: break
    }
    return effects
  }

  /// Takes all steps of connections that have left.
  mutating func finishDepartures() throws(Rejection) -> [Effect] {
    var effects: [Effect] = []
    while broker.hasDepartures { effects += try broker.handle(.continueDeparture, at: now) }
    return effects
  }

  /// Offers one item with one representation per content and returns the offer's id.
  mutating func offer(
    _ contents: [OfferedContent], by owner: Party = source, types: [String] = ["text/plain"],
    visibility: Visibility = .all, set: (inout OfferOptions) -> Void = { _ in }
  ) throws(Rejection) -> Identifier {
    var options = OfferOptions()
    options.source = "/source"
    set(&options)
    let id = id()
    let representations = zip(contents, types + ["image/png", "text/html", "a/b"]).map {
      Representation(type: MIMEType($1), visibility: visibility, content: $0)
    }
    try handle(
      .offer(
        id: id, owner: owner,
        items: [Item(attributes: ItemAttributes(name: "n"), representations: representations)],
        options: options))
    return id
  }

  func plan(
    _ offer: Identifier, by destination: Party = destination, items: [UInt32] = [],
    types: [String] = [], set: (inout AcceptOptions) -> Void = { _ in }
  ) throws(Rejection) -> AcceptPlan {
    var options = AcceptOptions()
    set(&options)
    return try broker.plan(
      offer: offer, items: items, types: TypePreferences(types), options: options,
      for: destination, hierarchy: NoHierarchy())
  }

  /// Accepts, and returns the transfers' ids with the effects.
  @discardableResult
  mutating func accept(
    _ offer: Identifier, by destination: Party = destination, items: [UInt32] = [],
    types: [String] = [], set: (inout AcceptOptions) -> Void = { _ in }
  ) throws(Rejection) -> (transfers: [Identifier], effects: [Effect]) {
    let plan = try plan(offer, by: destination, items: items, types: types, set: set)
    let ids = plan.items.filter(\.needsTransfer).map { _ in id() }
    return (ids, try handle(.accept(plan, transfers: ids)))
  }

  func state(_ transfer: Identifier) -> TransferState? {
    try? broker.shown(transfer: transfer, to: Self.destination.peer).state
  }
}

/// Types without relations.
struct NoHierarchy: TypeHierarchy {
  func canonical(_ essence: String) -> String { essence }
  func ancestors(of essence: String) -> [String] { [] }
}
