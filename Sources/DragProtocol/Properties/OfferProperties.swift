package import DBus
package import DragModel

/// The properties of `org.dragd.Offer1`.
package struct OfferProperties: PropertyValues, Hashable {
  package static let interface = InterfaceName.offer

  package var itemCount: UInt32 = 0
  /// The types that are visible to all, best first.
  package var types: [MIMEType] = []
  package var operations: [Operation] = []
  package var label = ""
  /// Empty if unknown.
  package var application = ""
  /// Empty after the source has left the bus.
  package var connection = ""
  /// The source's name for people, or the name of its program; empty if unknown. It stays after the source has left.
  package var sourceName = ""
  /// Whether the source runs in a sandbox, or may; true also where an older dragd does not tell.
  package var isFromSandbox = true
  /// Microseconds of the real-time clock since 1970.
  package var created: UInt64 = 0
  /// As `created`; 0 means never.
  package var expires: UInt64 = 0
  /// As offered, so that a program that offers the content again can do the same.
  package var isSensitive = false

  package init() {}

  package init(_ shown: ShownOffer) {
    itemCount = shown.itemCount
    types = shown.types
    operations = shown.operations
    label = shown.label
    application = shown.application
    connection = shown.connection
    sourceName = shown.sourceName
    isFromSandbox = shown.isFromSandbox
    created = shown.created
    expires = shown.expires
    isSensitive = shown.isSensitive
  }

  package func write(
    _ name: OfferProperty, to writer: inout MessageWriter
  ) throws(BusError) {
    switch name {
    case .itemCount: try writer.append(itemCount)
    case .types: try writer.appendStrings(types.map(\.description))
    case .operations: try writer.appendStrings(operations.map(\.rawValue))
    case .label: try writer.append(label)
    case .source:
      try OfferSource(
        application: application, connection: connection, name: sourceName,
        isSandboxed: isFromSandbox
      ).write(to: &writer)
    case .created: try writer.append(created)
    case .expires: try writer.append(expires)
    case .sensitive: try writer.append(isSensitive)
    }
  }

  package mutating func read(
    _ name: OfferProperty, from reader: inout MessageReader
  ) throws(Rejection) {
    switch name {
    case .itemCount: itemCount = try reader.number()
    case .types: types = try reader.texts().compactMap { MIMEType($0) }
    case .operations: operations = try reader.knownOperations()
    case .label: label = try reader.text()
    case .source:
      let source = try OfferSource(&reader, isFromBroker: true)
      application = source.application
      connection = source.connection
      sourceName = source.name
      isFromSandbox = source.isSandboxed
    case .created: created = try reader.number()
    case .expires: expires = try reader.number()
    case .sensitive: isSensitive = try reader.flag()
    }
  }
}

/// The property `Source`.
struct OfferSource: KeyedDictionary {
  var application = ""
  var connection = ""
  var name = ""
  var isSandboxed = true

  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of source: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("app_id", &source.application, .text())
    try keys.always("connection", &source.connection, .text())
    try keys.always("name", &source.name, .text())
    try keys.always("sandboxed", &source.isSandboxed, .flag)
  }
}

extension MessageReader {
  /// Reads operations and leaves out unknown ones, which a newer dragd may send.
  mutating func knownOperations() throws(Rejection) -> [Operation] {
    try texts().compactMap { Operation(rawValue: $0) }
  }
}
