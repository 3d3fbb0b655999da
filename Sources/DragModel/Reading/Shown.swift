// Offers, transfers and representations as peers are shown them.

/// A representation as `GetItems` shows it.
package struct ShownRepresentation: Hashable, Sendable {
  package var type: MIMEType
  package var size: UInt64?
  package var isHeld: Bool

  package init(type: MIMEType, size: UInt64?, isHeld: Bool) {
    self.type = type
    self.size = size
    self.isHeld = isHeld
  }
}

/// An offer as its properties show it.
package struct ShownOffer: Hashable, Sendable {
  package let itemCount: UInt32
  package let types: [MIMEType]
  package let operations: [Operation]
  package let label: String
  package let application: String
  /// Empty after the source has left the bus.
  package let connection: String
  package let sourceName: String
  package let isFromSandbox: Bool
  package let created: UInt64
  package let expires: UInt64
  package let isSensitive: Bool
}

/// A transfer as its properties show it.
package struct ShownTransfer: Hashable, Sendable {
  package let offer: Identifier
  package let item: UInt32
  package let types: [MIMEType]
  package let operation: Operation
  package let size: UInt64?
  package let bytes: UInt64
  package let state: TransferState
  package let failure: Rejection?
}

/// Counts of what the broker has.
package struct Inventory: Hashable, Sendable {
  package let offers: UInt64
  package let items: UInt64
  package let transfersRunning: UInt64
  package let bytesHeld: UInt64
  package let peers: UInt64
  package let targets: UInt64
}

extension Transfer {
  var shown: ShownTransfer {
    ShownTransfer(
      offer: offer, item: UInt32(clamping: item), types: parts.map(\.type), operation: operation,
      size: size, bytes: bytes, state: publicState, failure: failure)
  }
}

/// The counters of the model for `Broker1.Statistics`.
package struct Statistics: Hashable, Sendable {
  package var transfersFinished: UInt64 = 0
  package var transfersFailed: UInt64 = 0
  package var transfersCancelled: UInt64 = 0
  package private(set) var bytesTransferred: UInt64 = 0

  /// A sparse file may have any size: the sum saturates.
  mutating func count(transferred bytes: UInt64) {
    bytesTransferred = bytesTransferred.addingSaturated(bytes)
  }
}
