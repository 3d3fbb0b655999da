/// Where a transfer stands. The last three are terminal: a transfer enters exactly one of them.
package enum TransferState: String, CaseIterable, Hashable, Sendable {
  /// No byte has come yet.
  case pending
  /// Bytes are on their way.
  case running
  /// Everything is there for the destination; it has not said yet that it keeps it.
  case delivered
  /// The destination has it.
  case finished
  /// It cannot be completed; the transfer's error says why.
  case failed
  /// One of the parties gave up.
  case cancelled
}
