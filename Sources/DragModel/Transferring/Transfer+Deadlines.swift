// Sums over the parts, the parties, and the deadlines.

extension Transfer {
  var bytes: UInt64 { parts.lazy.map(\.transferred).saturatedSum }

  /// The sum of the sizes; nil while one of them is unknown.
  var size: UInt64? {
    var sum: UInt64 = 0
    for part in parts {
      guard let size = part.promised ?? (part.hasEnded ? part.transferred : nil) else { return nil }
      sum = sum.addingSaturated(size)
    }
    return sum
  }

  func isParty(_ peer: Peer) -> Bool { destination.peer == peer || owner.peer == peer }

  /// The moment on the monotonic clock at which the current step has lasted too long, or a notice is due.
  var deadline: UInt64? {
    switch phase {
    case .pending, .running:
      return (parts.map { $0.deadline(options) } + [notices.deadline]).compactMap { $0 }.min()
    case .delivered(let since):
      guard operation == .move else { return nil }
      return since.addingSaturated(options.finishTimeout.inMicroseconds)
    case .finishing(.verifying(let since)), .finishing(.preparing(let since)):
      return since + TransferPhase.prepareTimeout
    case .committed(let since):
      return since + TransferPhase.deleteTimeout
    case .finishing(.committing), .finished, .failed, .cancelled:
      return nil
    }
  }

  /// Ends a step that has lasted longer than it may, and sends a notice that is due.
  mutating func timerFired(at now: Instant) -> [Effect] {
    guard let deadline, deadline <= now.monotonic else { return [] }
    let seconds = TransferPhase.prepareTimeout / 1_000_000
    switch phase {
    case .pending, .running:
      guard let late = parts.first(where: { $0.isLate(options, at: now) }) else {
        return notices.timerFired(at: now) ? [notice] : []
      }
      return fail(late.stalled(options))
    case .delivered:
      return cancel("the destination did not call Finish within \(options.finishTimeout) ms")
    case .finishing(.verifying):
      return fail(Rejection(.stalled, "the source's file did not answer within \(seconds) s"))
    case .finishing(.preparing):
      return refusePrepare(
        Rejection(.sourceFailed, "the source did not answer Prepare within \(seconds) s"))
    case .committed:
      return recordDeletion(false)
    case .finishing(.committing), .finished, .failed, .cancelled:
      return []
    }
  }

  /// Since when a complete copy waits for Receive, while only the destination can end the transfer.
  var unreceivedSince: UInt64? {
    switch phase {
    case .pending, .running, .delivered: parts.compactMap(\.unreceivedSince).min()
    case .finishing, .committed, .finished, .failed, .cancelled: nil
    }
  }

  /// The destination left a complete copy for so many milliseconds and made progress with no other transfer.
  mutating func notReceived(within limit: UInt64) -> [Effect] {
    guard let part = parts.first(where: { $0.unreceivedSince != nil }) else { return [] }
    return fail(
      Rejection(
        .stalled,
        "\(part.type): complete, and not received within \(limit) ms; call Receive before that"))
  }
}

extension AcceptOptions {
  /// The options without their patterns: these are long, matter only until the representations are chosen, and an
  /// ended transfer stays for a minute.
  var withoutPatterns: AcceptOptions {
    var options = self
    options.also = []
    return options
  }
}

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
