// What the parts come to, who has to do with them, and until when.

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

  /// The moment on the waking clock at which it has to be looked at.
  var deadline: UInt64? {
    switch phase {
    case .pending, .running:
      return parts.compactMap { $0.deadline(options) }.min()
    case .delivered(let since):
      guard operation == .move else { return nil }
      return since.addingSaturated(options.finishTimeout.inMicroseconds)
    case .settling(.verifying(let since)), .settling(.preparing(let since)):
      return since + TransferPhase.prepareTimeout
    case .committed(let since):
      return since + TransferPhase.deleteTimeout
    case .settling(.committing), .finished, .failed, .cancelled:
      return nil
    }
  }
}
