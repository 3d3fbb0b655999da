/// A call that is answered later; the shell knows which.
package struct CallID: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  package static func < (a: CallID, b: CallID) -> Bool { a.number < b.number }
}

/// What `Finish` answers.
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
