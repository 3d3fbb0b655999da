import DragModel

/// The source: what its store has, and what its running process knows.
struct MoveSource: Hashable {
  // The store.
  var items: UInt8

  // The process.
  var life = 0
  var hasClaimed = false
  /// UnacknowledgedMoves that are not answered.
  var asks = 1
  /// Listed moves whose items it has not deleted.
  var listed: [ListedMove] = []
  /// AcknowledgeMoves that are not answered.
  var acknowledging: [UInt8] = []
  /// Endeds that it has refused.
  var owed: [ListedMove] = []
  var isOffering = false
  var offers: UInt8 = 0

  init(items: UInt8) { self.items = items }

  /// Whether it may offer.
  var isReady: Bool {
    hasClaimed && asks == 0 && listed.isEmpty && acknowledging.isEmpty && !isOffering
  }
}

/// A destination: what its store has, and what its running process knows.
struct MoveDestination: Hashable {
  /// The items that are permanent.
  var shown: UInt8 = 0
  var attempts: [Attempt] = []
  /// The number of used transfer ids.
  var used = 0
  var life = 0

  /// One move to it.
  struct Attempt: Hashable {
    let id: UInt8
    let item: UInt8
    var row = Row.none
    var phase = Phase.accepting
  }

  /// The entry of a move in the store.
  enum Row: UInt8, Hashable {
    case none
    case pending
    /// Permanent, and the id is still stored.
    case shown
  }

  enum Phase: UInt8, Hashable {
    case accepting
    /// The data is stored; Finish was not called yet.
    case sleeping
    case finishing
    case asking
    /// The outcome was pending: it asks again.
    case retrying
    case acknowledging
    /// AcknowledgeOutcome was refused: it calls again.
    case toAcknowledge
  }

  func place(of id: UInt8) -> Int? { attempts.firstIndex { $0.id == id } }
}
