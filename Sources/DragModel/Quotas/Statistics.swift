/// What the model counts for `Broker1.Statistics`.
package struct Statistics: Hashable, Sendable {
  package var transfersFinished: UInt64 = 0
  package var transfersFailed: UInt64 = 0
  package var transfersCancelled: UInt64 = 0
  package private(set) var bytesMoved: UInt64 = 0

  /// Whole offers are counted by their sizes, and a sparse file may have any.
  mutating func count(moved bytes: UInt64) { bytesMoved = bytesMoved.addingSaturated(bytes) }
}
