/// The broker's rules for moves (the contract's section “Moves: exactly once”). It always keeps all of
/// them; each has a name so that a search over everything that can happen can show what goes wrong
/// without it.
package struct MoveRules: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A connection offers moves only while it holds the cookie, and has deleted what was listed then.
  package static let claimBeforeOffering = MoveRules(rawValue: 1 << 0)
  /// Taking a cookie over ends what other connections offer under it and their unfinished moves.
  package static let claimEndsOthers = MoveRules(rawValue: 1 << 1)
  /// A move reserves its item in every offer that has it.
  package static let reserveEverywhere = MoveRules(rawValue: 1 << 2)
  /// An item that has moved away leaves every offer.
  package static let leaveEveryOffer = MoveRules(rawValue: 1 << 3)
  /// An item that has moved away cannot be offered again while its source may still have it.
  package static let offerOnce = MoveRules(rawValue: 1 << 4)
  /// A move that was delivered and is not finished in time is cancelled.
  package static let finishInTime = MoveRules(rawValue: 1 << 5)
  /// From Finish on nobody cancels.
  package static let noCancelAfterFinish = MoveRules(rawValue: 1 << 6)
  /// The source is asked once more before the commit.
  package static let prepare = MoveRules(rawValue: 1 << 7)
  /// Asking for the outcome of an unfinished move aborts it.
  package static let askingAborts = MoveRules(rawValue: 1 << 8)
  /// After the commit Finish succeeds, whatever the source answers.
  package static let finishAfterCommit = MoveRules(rawValue: 1 << 9)
  /// Finish does not wait for the source for ever.
  package static let finishWithoutSource = MoveRules(rawValue: 1 << 10)
  /// A record of a commit is kept until both sides have acknowledged it.
  package static let keepUntilAcknowledged = MoveRules(rawValue: 1 << 11)
  /// The ledger lists to a source what it has to delete.
  package static let listByCookie = MoveRules(rawValue: 1 << 12)

  /// From Finish until the commit is decided Outcome says so, and nothing else.
  package static let pendingWhileDeciding = MoveRules(rawValue: 1 << 13)

  package static let all = MoveRules(rawValue: 1 << 14 - 1)
}
