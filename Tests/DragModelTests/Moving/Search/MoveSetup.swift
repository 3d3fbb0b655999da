import DragModel

/// What can happen in a search.
struct MoveSetup: Sendable {
  var items = 1
  var destinations = 1
  /// Accepts of one destination.
  var attempts = 1
  /// Offers of one connection of the source at one broker, each with all its items.
  var offers = 1
  /// Sudden ends of the source, the broker or a destination, together.
  var kills = 0
  /// Power cuts: every process ends, and the disk can lack unsynced entries.
  var powerCuts = 0
  /// Prepares and Endeds that the source answers with an error.
  var refusals = 0
  /// Destinations that stop before Finish.
  var sleeps = 0
  /// Calls of Cancel after Finish.
  var cancels = 0
  /// Writes that fail and leave nothing, and syncs with an unknown result.
  var faults = 0
  /// The source and the first destination are one thread that waits in Finish.
  var isOneThread = false
  /// Whether the offers' content comes back after the broker's end.
  var keepsContent = false
  var rules = MoveRules.all
  var partyRules = PartyRules.all

  var itemMask: UInt8 { UInt8(1 << items - 1) }
}

/// The rules of moves for the two parties and the shell around the model.
struct PartyRules: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// The source calls UnacknowledgedMoves whenever the broker's name has a new owner.
  static let asksAtNewOwner = PartyRules(rawValue: 1 << 0)
  /// A source that refused Ended deletes later, and calls AcknowledgeMove.
  static let deletesLater = PartyRules(rawValue: 1 << 1)
  /// The destination acknowledges only what it has made permanent, still knowing the transfer's id.
  static let acknowledgesAfterwards = PartyRules(rawValue: 1 << 2)
  /// The destination asks for the outcome when Finish does not tell it.
  static let asksForOutcome = PartyRules(rawValue: 1 << 3)
  /// After Cancel the destination keeps what it has stored until it knows the outcome.
  static let keepsUntilItKnows = PartyRules(rawValue: 1 << 4)
  /// The shell leaves when it cannot know whether a record reached the disk.
  static let leavesInDoubt = PartyRules(rawValue: 1 << 5)
  /// The ledger answers in the order in which it was asked.
  static let answersInOrder = PartyRules(rawValue: 1 << 6)
  /// Items that were moved away are not restored after a crash.
  static let restoresWhatIsLeft = PartyRules(rawValue: 1 << 7)

  /// A new broker syncs what it has read of the ledger before it answers from it.
  static let syncsAtStart = PartyRules(rawValue: 1 << 8)

  static let all = PartyRules(rawValue: 1 << 9 - 1)
}

/// What is wrong with a world.
struct MoveViolation: Hashable, Sendable, CustomStringConvertible {
  enum Kind: String, Sendable { case lost, twice, locked, leftover }

  var kind: Kind
  var reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  var description: String { "\(kind): \(reason)" }
}
