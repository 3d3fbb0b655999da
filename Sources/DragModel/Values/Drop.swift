/// What a dropper says of its drop.
package struct DropContext: Hashable, Sendable {
  /// The operations wanted, best first; nil means all that the offer allows.
  package var operations: [Operation]?
  /// Where in the target, counted from 0; nil leaves that to the target.
  package var index: UInt32?
  /// The items to drop; nil means all.
  package var items: [UInt32]?

  package init(operations: [Operation]? = nil, index: UInt32? = nil, items: [UInt32]? = nil) {
    self.operations = operations
    self.index = index
    self.items = items
  }
}

/// What came of a drop, as the broker saw it.
package struct DropResult: Hashable, Sendable {
  package var operation: Operation
  /// Items that the destination finished.
  package var items: UInt32
  package var bytes: UInt64

  package init(operation: Operation, items: UInt32, bytes: UInt64) {
    self.operation = operation
    self.items = items
    self.bytes = bytes
  }
}
