/// A drop as the dropper describes it.
package struct DropContext: Hashable, Sendable {
  /// The operations wanted, best first; nil means all that the offer allows.
  package var operations: [Operation]?
  /// The place in the target, counted from 0; nil leaves it to the target.
  package var index: UInt32?
  /// The items to drop; nil means all.
  package var items: [UInt32]?

  package init(operations: [Operation]? = nil, index: UInt32? = nil, items: [UInt32]? = nil) {
    self.operations = operations
    self.index = index
    self.items = items
  }
}

/// The result of a drop, as the broker observed it.
package struct DropResult: Hashable, Sendable {
  package var operation: Operation
  /// The number of items that the destination finished.
  package var items: UInt32
  package var bytes: UInt64

  package init(operation: Operation, items: UInt32, bytes: UInt64) {
    self.operation = operation
    self.items = items
    self.bytes = bytes
  }
}
