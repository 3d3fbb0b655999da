package import DragModel

/// A move as a program notes it: its transfer, and where its record is: the ledger, and the machine of the ledger.
///
/// A dragd with another ledger answers `aborted` about every move of the first, also about a committed one. So its
/// answer says nothing about the move, and the program concludes nothing from it.
package struct NotedMove: Hashable, Sendable {
  package let transfer: Identifier
  /// The identity of the ledger; nil if dragd did not tell it, and in notes of earlier versions.
  package let ledger: Identifier?
  /// The machine whose dragd it is, as the person has named it; nil for this one.
  package let host: String?

  package init(_ transfer: Identifier, ledger: Identifier?, host: String? = nil) {
    self.transfer = transfer
    self.ledger = ledger
    self.host = host
  }

  /// The transfer, then after an underscore the ledger: 26 or 53 characters that may be in a file's name. For another
  /// machine its name follows, after another underscore, without spaces.
  package var text: String {
    guard let host else { return ledger.map { "\(transfer)_\($0)" } ?? "\(transfer)" }
    let name = PercentText.encoded(Array(host.utf8))
    return "\(transfer)_\(ledger.map(\.description) ?? "-")_\(name)"
  }

  /// Nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
    guard let transfer = Identifier(String(parts[0])) else { return nil }
    let ledger = parts.count > 1 ? Identifier(String(parts[1])) : nil
    var host: String?
    if parts.count == 3 {
      guard let name = PercentText.decoded(parts[2]), !name.isEmpty else { return nil }
      host = String(validating: name, as: UTF8.self)
      guard host != nil else { return nil }
    }
    guard parts.count == 1 || ledger != nil || (host != nil && parts[1] == "-") else { return nil }
    self.init(transfer, ledger: ledger, host: host)
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
