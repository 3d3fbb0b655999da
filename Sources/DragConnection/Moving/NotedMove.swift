package import DragModel

/// A move as a program notes it: its transfer, and the ledger that has its record.
///
/// A dragd with another ledger answers `aborted` about every move of the first, also about a committed one. So its
/// answer says nothing about the move, and the program concludes nothing from it.
package struct NotedMove: Hashable, Sendable {
  package let transfer: Identifier
  /// The identity of the ledger; nil if dragd did not tell it, and in notes of earlier versions.
  package let ledger: Identifier?

  package init(_ transfer: Identifier, ledger: Identifier?) {
    self.transfer = transfer
    self.ledger = ledger
  }

  /// The transfer, then after an underscore the ledger: 26 or 53 characters that may be in a file's name. A third part
  /// is reserved for moves at another machine's dragd.
  package var text: String { ledger.map { "\(transfer)_\($0)" } ?? "\(transfer)" }

  /// Nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
      .map { Identifier(String($0)) }
    switch parts.count {
    case 1: self.init(parts[0], ledger: nil)
    case 2:
      guard let ledger = parts[1] else { return nil }
      self.init(parts[0], ledger: ledger)
    default: return nil
    }
  }

  private init?(_ transfer: Identifier?, ledger: Identifier?) {
    guard let transfer else { return nil }
    self.init(transfer, ledger: ledger)
  }

  /// What dragd's answer decides about this move; nil when it decides nothing.
  package func decision(_ told: ToldOutcome) -> DecidedOutcome? {
    guard let decided = told.outcome.decided else { return nil }
    // Where the note names no ledger: only the move's own ledger says `committed`, every other one `aborted`.
    let counts = ledger.map { $0 == told.ledger } ?? (decided == .committed)
    return counts ? decided : nil
  }
}

/// dragd's answer about a move.
package struct ToldOutcome: Hashable, Sendable {
  package let outcome: MoveOutcome
  /// The ledger of the dragd that gave the answer; nil if it was not asked for.
  package let ledger: Identifier?

  package init(_ outcome: MoveOutcome, of ledger: Identifier?) {
    self.outcome = outcome
    self.ledger = ledger
  }
}
