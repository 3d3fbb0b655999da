/// One representation of one transfer.
package struct PartID: Hashable, Sendable {
  package let transfer: Identifier
  package let index: Int

  package init(_ transfer: Identifier, _ index: Int) {
    self.transfer = transfer
    self.index = index
  }
}

/// An event of a part while its bytes are transferred.
package enum PartEvent: Hashable, Sendable {
  /// So many bytes have been handed on since the start.
  case transferred(total: UInt64)
  /// The part goes on once this side has done something.
  case waiting(for: Side)
  /// A copy has used all the room that it was given, and more bytes follow.
  case roomWanted
  /// The last byte arrived. For `collect` and `snapshot` the file is ready, and the copy takes `copied` bytes.
  case ended(total: UInt64, copied: UInt64? = nil)
  /// The source answered Provide, with its count of bytes if it gave one.
  case replied(bytes: UInt64?)
  /// The bus reports that the source left before it answered Provide.
  case sourceLeft
  case failed(Rejection)
  /// The destination closed its end of the pipe.
  case destinationClosed
  /// The source's file is still what was offered.
  case verified
}

/// The two sides of a transfer.
package enum Side: Hashable, Sendable {
  case source
  case destination
}
