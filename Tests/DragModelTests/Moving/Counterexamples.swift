import DragModel

/// What goes wrong when a rule of the moves is left out: one row for each rule, with the steps of the
/// shortest trace that was known when the rule was made; there the source had offered already.
struct Counterexample: Sendable {
  let number: Int
  /// What goes wrong.
  let name: String
  let kind: MoveViolation.Kind
  let steps: Int
  /// What has to be possible for it to go wrong; it has all rules.
  let setup: MoveSetup
  /// The rule, and others that would hide that it is missing.
  let without: MoveRules
  let withoutOfParties: PartyRules

  init(
    _ number: Int, _ name: String, _ kind: MoveViolation.Kind, _ steps: Int,
    without: MoveRules = [], ofParties: PartyRules = [], _ change: (inout MoveSetup) -> Void
  ) {
    self.number = number
    self.name = name
    self.kind = kind
    self.steps = steps
    var setup = MoveSetup()
    change(&setup)
    self.setup = setup
    self.without = without
    withoutOfParties = ofParties
  }

  /// The setup without the rule.
  var broken: MoveSetup {
    var setup = setup
    setup.rules.subtract(without)
    setup.partyRules.subtract(withoutOfParties)
    return setup
  }

  static let all = [
    Counterexample(
      1, "the record is forgotten before the destination knows", .lost, 14,
      without: .keepUntilAcknowledged
    ) { $0.kills = 1 },
    Counterexample(
      2, "the destination acknowledges before it clears its mark", .lost, 17,
      ofParties: .acknowledgesAfterwards
    ) { $0.kills = 1 },
    Counterexample(
      3, "a source that asks during the commit gets nothing", .twice, 16,
      ofParties: .answersInOrder
    ) { $0.kills = 1 },
    Counterexample(
      4, "a source that was never away never asks", .twice, 15, ofParties: .asksAtNewOwner
    ) { $0.kills = 1 },
    Counterexample(
      5, "two destinations move one key", .twice, 18, without: .reserveEverywhere
    ) {
      $0.destinations = 2
      $0.offers = 2
    },
    Counterexample(
      6, "a committed key is offered again before it is deleted", .twice, 18, without: .offerOnce
    ) {
      $0.attempts = 2
      $0.offers = 2
      $0.refusals = 1
    },
    Counterexample(
      7, "an item that has moved away is restored", .twice, 22, without: .prepare,
      ofParties: .restoresWhatIsLeft
    ) {
      $0.attempts = 2
      $0.kills = 1
      $0.keepsContent = true
    },
    Counterexample(
      8, "the record of a commit cannot be reached", .twice, 16, without: .listByCookie
    ) { $0.kills = 1 },
    Counterexample(
      9, "Finish fails because Ended was refused", .lost, 12, without: .finishAfterCommit
    ) { $0.refusals = 1 },
    Counterexample(
      10, "a source that could not delete never tries again", .twice, 12, ofParties: .deletesLater
    ) { $0.refusals = 1 },
    Counterexample(
      11, "one thread waits in Finish for its own Ended", .locked, 6,
      without: [.finishWithoutSource, .prepare]
    ) { $0.isOneThread = true },
    Counterexample(
      12, "Outcome is answered while the record is being written", .lost, 13,
      without: .pendingWhileDeciding, ofParties: .answersInOrder
    ) { $0.kills = 1 },
    Counterexample(
      13, "Cancel is honoured while the record is being written", .lost, 13,
      without: .noCancelAfterFinish
    ) {
      $0.cancels = 1
      $0.kills = 1
    },
    Counterexample(
      14, "the destination cancels after Finish and drops its row", .lost, 8,
      ofParties: .keepsUntilItKnows
    ) { $0.cancels = 1 },
    Counterexample(
      15, "a failed sync is taken for a failed write", .lost, 13, ofParties: .leavesInDoubt
    ) {
      $0.faults = 1
      $0.kills = 1
    },
    Counterexample(
      16, "NoSuchTransfer is taken for an abort", .lost, 13, ofParties: .asksForOutcome
    ) { $0.kills = 1 },
    Counterexample(
      17, "a destination that hangs reserves its item for ever", .locked, 3,
      without: .finishInTime
    ) { $0.sleeps = 1 },
    Counterexample(
      18, "a dead source's Offer arrives after its successor has asked", .twice, 23,
      without: [.claimBeforeOffering, .prepare]
    ) {
      $0.attempts = 2
      $0.offers = 2
      $0.kills = 1
    },
    Counterexample(
      19, "a new broker answers from a record that a power cut takes away", .lost, 22,
      ofParties: .syncsAtStart
    ) {
      $0.kills = 1
      $0.powerCuts = 1
    },
  ]
}
