/// A call that the shell answers later.
package struct CallID: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  package static func < (a: CallID, b: CallID) -> Bool { a.number < b.number }
}

/// The reply of `Finish`.
package struct FinishResult: Hashable, Sendable {
  package var bytes: UInt64
  package var operation: Operation
  package var acknowledged: Bool

  package init(bytes: UInt64, operation: Operation, acknowledged: Bool) {
    self.bytes = bytes
    self.operation = operation
    self.acknowledged = acknowledged
  }
}
