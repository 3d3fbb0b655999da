/// A move by its transfer, and whose item it takes away.
package struct MoveRecord: Hashable, Sendable {
  package let transfer: Identifier
  /// The secret that names the source across its restarts.
  package let cookie: String
  /// The source's own id of the item.
  package let key: String
  /// The application of the source; empty while unknown.
  package let source: String
  /// The application of the destination; empty while unknown.
  package let destination: String
  /// When it was accepted, in microseconds of the real-time clock; 0 while unknown.
  package let accepted: UInt64

  package init(
    transfer: Identifier, cookie: String, key: String, source: String = "",
    destination: String = "", accepted: UInt64 = 0
  ) {
    self.transfer = transfer
    self.cookie = cookie
    self.key = key
    self.source = source
    self.destination = destination
    self.accepted = accepted
  }
}

/// A committed move of which the source has not said that it deleted the item.
package struct UnacknowledgedMove: Hashable, Sendable {
  package var transfer: Identifier
  package var key: String

  package init(transfer: Identifier, key: String) {
    self.transfer = transfer
    self.key = key
  }
}

/// A committed move that one of its two sides has not acknowledged, as the user may see it: without its cookie.
package struct OpenMove: Hashable, Sendable {
  package var transfer: Identifier
  package var key: String
  /// The application of the source; empty while unknown.
  package var source: String
  /// The application of the destination; empty while unknown.
  package var destination: String
  /// In microseconds of the real-time clock; 0 while unknown.
  package var accepted: UInt64
  /// The source has said that it deleted the item.
  package var isDeleted: Bool
  /// The destination has said that it has the item for good.
  package var isSettled: Bool

  package init(
    transfer: Identifier, key: String, source: String, destination: String, accepted: UInt64,
    isDeleted: Bool, isSettled: Bool
  ) {
    self.transfer = transfer
    self.key = key
    self.source = source
    self.destination = destination
    self.accepted = accepted
    self.isDeleted = isDeleted
    self.isSettled = isSettled
  }
}
