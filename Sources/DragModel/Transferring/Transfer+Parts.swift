// What the parts come to, and who has to do with them.

extension Transfer {
  var bytes: UInt64 { parts.lazy.map(\.moved).saturatedSum }

  /// The sum of the sizes, or nil while one of them is unknown.
  var size: UInt64? {
    var sum: UInt64 = 0
    for part in parts {
      guard let size = part.promised ?? (part.hasEnded ? part.moved : nil) else { return nil }
      sum = sum.addingSaturated(size)
    }
    return sum
  }

  func isParty(_ peer: Peer) -> Bool { destination.peer == peer || owner.peer == peer }
}
