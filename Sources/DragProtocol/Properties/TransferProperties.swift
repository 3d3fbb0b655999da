package import DBus
package import DragModel

/// The properties of `org.dragd.Transfer1`.
package struct TransferProperties: PropertyValues, Hashable {
  package static let interface = InterfaceName.transfer

  /// Nil only in a placeholder.
  package var offer: Identifier?
  package var item: UInt32 = 0
  package var types: [MIMEType] = []
  package var operation = Operation.copy
  /// Nil while it is unknown.
  package var size: UInt64?
  package var bytes: UInt64 = 0
  package var state = TransferState.pending
  /// Why the transfer failed or was cancelled. An unknown error, of a newer dragd, keeps its name.
  package var failure: BusError?

  /// The value of `Size` while the size is unknown.
  private static let unknownSize = UInt64.max

  package init() {}

  package init(_ shown: ShownTransfer) {
    offer = shown.offer
    item = shown.item
    types = shown.types
    operation = shown.operation
    size = shown.size
    bytes = shown.bytes
    state = shown.state
    failure = shown.failure.map { BusError($0) }
  }

  /// The properties that change.
  package static let changing: [TransferProperty] = [.size, .bytesTransferred, .state, .error]

  package func write(
    _ name: TransferProperty, to writer: inout MessageWriter
  ) throws(BusError) {
    switch name {
    case .offer: try writer.appendPath(offer?.offerPath ?? ObjectPath.nowhere)
    case .item: try writer.append(item)
    case .types: try writer.appendStrings(types.map(\.description))
    case .operation: try writer.append(operation.rawValue)
    case .size: try writer.append(size ?? Self.unknownSize)
    case .bytesTransferred: try writer.append(bytes)
    case .state: try writer.append(state.rawValue)
    case .error:
      try writer.appendStructure { fields throws(BusError) in
        try fields.append(failure?.name ?? "")
        try fields.append(failure?.message ?? "")
      }
    }
  }

  package mutating func read(
    _ name: TransferProperty, from reader: inout MessageReader
  ) throws(Rejection) {
    switch name {
    case .offer: offer = try reader.offer()
    case .item: item = try reader.number()
    case .types: types = try reader.texts().compactMap { MIMEType($0) }
    case .operation: operation = try reader.word(ValueLabel(name.rawValue))
    case .size:
      let size: UInt64 = try reader.number()
      self.size = size == Self.unknownSize ? nil : size
    case .bytesTransferred: bytes = try reader.number()
    case .state: state = try reader.word(ValueLabel(name.rawValue))
    case .error:
      var fields = try reader.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      let error = BusError(name: try fields.text(), message: try fields.text())
      failure = error.name.isEmpty ? nil : error
    }
  }
}
