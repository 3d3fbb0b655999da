/// What the model counts for `Broker1.Statistics`.
package struct Statistics: Hashable, Sendable {
  package var transfersFinished: UInt64 = 0
  package var transfersFailed: UInt64 = 0
  package var transfersCancelled: UInt64 = 0
  package var bytesMoved: UInt64 = 0
}
