/// A move by its transfer, and whose item it takes away.
package struct MoveRecord: Hashable, Sendable {
  package let transfer: Identifier
  /// The secret that names the source across its restarts.
  package let cookie: String
  /// The source's own id of the item.
  package let key: String

  package init(transfer: Identifier, cookie: String, key: String) {
    self.transfer = transfer
    self.cookie = cookie
    self.key = key
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
