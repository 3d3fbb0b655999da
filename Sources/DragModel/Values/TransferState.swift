/// The state of a transfer. The last three are terminal: a transfer enters exactly one of them.
package enum TransferState: String, CaseIterable, Hashable, Sendable {
  /// No byte has arrived.
  case pending
  /// Bytes are arriving.
  case running
  /// The destination can have everything and has not called Finish.
  case delivered
  /// The destination has it.
  case finished
  /// The transfer cannot be completed; its error says why.
  case failed
  /// A party cancelled it.
  case cancelled
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
