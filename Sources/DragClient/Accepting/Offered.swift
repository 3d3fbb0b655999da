internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// An offer: a snapshot of its state when it was found.
public struct Offered: Sendable, Identifiable {
  /// The object path of the offer.
  public let path: String
  /// The label that its source gave it; empty without one.
  public let label: String
  /// The MIME types that every program can see, best first.
  public let types: [String]
  /// The operations that the source allows.
  public let operations: [DragOperation]
  /// The number of items.
  public let itemCount: Int
  /// The source's application id, as the system knows it; empty if unknown.
  public let application: String
  /// The source's name for people: the one that it gave itself, or that of its program; empty if unknown.
  public let sourceName: String
  /// The source's unique name on the bus; empty once it has left.
  public let connection: String
  /// Whether its source runs in a sandbox, or may: dragd does not know every program. Open no file whose path such a
  /// source names, as by a `file:` address: it may be one that the source itself cannot open.
  public let isFromSandbox: Bool
  /// Whether this ``DragClient`` offers it.
  public var isOwn: Bool { !connection.isEmpty && connection == client.session.connection }
  /// Whether its source calls it sensitive: nobody should see its content by the way.
  package let isSensitive: Bool
  /// When it was offered, in microseconds since 1970.
  public let created: UInt64
  /// When it ends by itself, in microseconds since 1970; nil for never.
  public let expires: UInt64?
  /// The same as ``path``.
  public var id: String { path }

  let client: DragClient
  let offer: Identifier

  /// An offer of no source, to call your own code with in a test: nothing can be loaded from it, its requests fail with
  /// `disconnected`. `DragClientTesting` has offers that can be loaded.
  ///
  /// - Parameters:
  ///   - types: the MIME types, best first.
  ///   - itemCount: the number of items.
  ///   - operations: the operations that the source allows.
  ///   - label: its label.
  ///   - application: the source's application id.
  ///   - sourceName: the source's name for people.
  ///   - connection: the source's unique name on the bus.
  ///   - isFromSandbox: whether its source runs in a sandbox.
  ///   - created: when it was offered, in microseconds since 1970.
  ///   - expires: when it ends by itself, in microseconds since 1970.
  public init(
    types: [String], itemCount: Int = 1, operations: [DragOperation] = [.copy], label: String = "",
    application: String = "", sourceName: String = "", connection: String = "",
    isFromSandbox: Bool = false, created: UInt64 = 0, expires: UInt64? = nil
  ) {
    client = .none
    offer = .made
    path = offer.offerPath
    self.types = types
    self.itemCount = itemCount
    self.operations = operations
    self.label = label
    self.application = application
    self.sourceName = sourceName
    self.connection = connection
    self.isFromSandbox = isFromSandbox
    isSensitive = false
    self.created = created
    self.expires = expires
  }

  init(_ listed: ListedOffer, _ client: DragClient) {
    self.client = client
    offer = listed.id
    path = listed.id.offerPath
    let properties = listed.properties
    label = properties.label
    types = properties.types.map(\.description)
    operations = properties.operations.map { DragOperation($0) }
    itemCount = Int(properties.itemCount)
    application = properties.application
    sourceName = properties.sourceName
    connection = properties.connection
    isFromSandbox = properties.isFromSandbox
    isSensitive = properties.isSensitive
    created = properties.created
    expires = properties.expires == 0 ? nil : properties.expires
  }

  /// Whether one of the types is on offer. This machine's database of types (shared-mime-info) knows aliases and
  /// subclasses, as dragd does: an `image/svg+xml` can be loaded as `application/xml`.
  ///
  /// - Parameter patterns: such as `image/png`, `image/*`, `*/*`, `text/plain;charset=utf-8`.
  public func canLoad(_ patterns: [String]) -> Bool {
    Self.have(types, one: patterns)
  }

  private static func have(_ types: [String], one patterns: [String]) -> Bool {
    choose(among: types, patterns) != nil
  }

  /// The index of the type that the patterns choose.
  static func choose(among types: [String], _ patterns: [String]) -> Int? {
    guard let wanted = try? TypePreferences(patterns) else { return nil }
    let known = types.enumerated().compactMap { index, text in MIMEType(text).map { (index, $0) } }
    return wanted.choose(among: known.map(\.1), hierarchy: TypeDatabase.shared).map { known[$0].0 }
  }

  /// Whether values of this type can be read from the offer.
  public func canLoad<Value: RepresentationReading>(_ type: Value.Type) -> Bool {
    canLoad(Value.readableTypes)
  }

  /// The items, with the representations that this client may see.
  ///
  /// - Throws: `noSuchOffer` when the offer is over.
  public func items() async throws(DragError) -> [OfferedItem] {
    let offer = offer
    var (shown, page): ([Item<ShownRepresentation>], [Item<ShownRepresentation>]) = ([], [])
    repeat {
      let first = UInt32(clamping: shown.count)
      page = try await client.session.call { () throws(RequestError) in
        try .items(of: offer, first: first, count: GetItemsCall.page)
      }
      shown += page
    } while page.count == Int(GetItemsCall.page)
    return shown.enumerated().map { index, item in OfferedItem(self, index, item) }
  }

  /// The first item that has one of the types; the first item if none has.
  ///
  /// - Parameter types: patterns, as for ``DragClient/find(_:)``; empty for any.
  /// - Throws: `noSuchOffer` when the offer is over, `noSuchItem` when this client may see nothing of it.
  public func firstItem(_ types: [String] = []) async throws(DragError) -> OfferedItem {
    let items = try await items()
    let fitting = items.first { Self.have($0.representations.map(\.type), one: types) }
    // dragd may have another database of types: the first item may match nevertheless, and if not, dragd says so.
    guard let item = fitting ?? items.first else {
      throw DragError(.noSuchItem, "the offer \(path) shows no item to this client")
    }
    return item
  }
}

extension Identifier {
  /// Of what a program has made itself: no dragd knows it.
  static var made: Identifier {
    Identifier(
      high: Random.number(), middle: Random.number(),
      low: UInt8(truncatingIfNeeded: Random.number()))
  }
}
