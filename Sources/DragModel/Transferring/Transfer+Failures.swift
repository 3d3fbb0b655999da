extension Transfer {
  /// The failure of a move whose source has left before the commit.
  static let absentSource = Rejection(
    .sourceFailed,
    "the source has left the bus, so it cannot delete the item: the item was not moved")

  /// The failure of a part whose source has left before the part was complete. The bus reports that in two messages,
  /// the error reply to Provide and NameOwnerChanged, and the first of them fails the transfer.
  static func truncation(of part: Part) -> Rejection {
    Rejection(.truncated, "\(part.type): the source left the bus \(part.progress)")
  }
}
