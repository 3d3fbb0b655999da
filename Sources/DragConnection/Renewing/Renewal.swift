package import DragModel

/// What a client has at dragd, an offer or a drop target, across restarts of dragd: decides when to ask a new dragd for
/// it.
///
/// This value only decides, and performs nothing; see `MoveCompletion`. The driver asks at once when it has made the
/// value, and whenever `brokerAppeared` or a step says so. It reports the new identifier to `accepted`, and the end of
/// the request to `succeeded` or `failed`.
package struct Renewal: Sendable {
  /// What to do at the end of a request.
  package enum Step: Hashable, Sendable {
    /// Dragd has it: nothing before the next dragd appears.
    case keep
    /// Ask again: another dragd has appeared meanwhile, or dragd was busy.
    case ask
    /// That dragd has ended: the bus announces the next one.
    case wait
    /// It was ended meanwhile: withdraw it.
    case withdraw(Identifier)
    /// It is over, because dragd refused it.
    case end
  }

  /// Why a request has failed.
  package enum Reason: Sendable {
    /// Dragd has ended before it replied.
    case brokerEnded
    /// Dragd is busy: a new one, for example, does not know the claim of the cookie. The driver claims it again.
    case busy
    case refusal
  }

  /// At the last dragd that accepted it.
  package private(set) var id: Identifier?
  package private(set) var isOver = false
  private var isAsking = true
  /// Whether a dragd has ever had all of it.
  package private(set) var hasSucceeded = false
  /// The unique name of the dragd that has it.
  private var broker: String?
  /// The dragd that has appeared while a request was on its way.
  private var next: String?
  /// How often in a row dragd was busy.
  private var busyReplies = 0
  private static let mostBusyReplies = 2

  package init() {}

  /// Records that a dragd has appeared. The news may come after that dragd's reply.
  ///
  /// - Returns: whether to ask it now.
  package mutating func brokerAppeared(_ name: String) -> Bool {
    guard !isOver, name != broker else { return false }
    guard !isAsking else {
      next = name
      return false
    }
    isAsking = true
    return true
  }

  /// Records the reply with the identifier; the request may go on, for example with more items.
  ///
  /// - Parameter name: the dragd that has replied; nil if it is not known.
  package mutating func accepted(as id: Identifier, by name: String?) {
    self.id = id
    broker = name
    if next == name { next = nil }
  }

  /// Records that dragd has all of it.
  package mutating func succeeded() -> Step {
    hasSucceeded = true
    busyReplies = 0
    if isOver, let id {
      isAsking = false
      return .withdraw(id)
    }
    return end() ?? .keep
  }

  /// Records that the request has failed.
  package mutating func failed(_ reason: Reason) -> Step {
    broker = nil
    if reason == .busy, !isOver, busyReplies < Self.mostBusyReplies {
      busyReplies += 1
      return .ask
    }
    busyReplies = 0
    // After a first request without a reply dragd may have it all the same, and the client cannot name it.
    guard hasSucceeded else {
      isOver = true
      return .end
    }
    if let step = end() { return step }
    if isOver || reason == .brokerEnded { return .wait }
    isOver = true
    return .end
  }

  /// Records that the client wants it no longer.
  package mutating func stop() { isOver = true }

  private mutating func end() -> Step? {
    isAsking = next != nil && !isOver
    next = nil
    return isAsking ? .ask : nil
  }
}

extension Renewal.Reason {
  package init(_ error: RequestError) {
    self.init(brokerHasEnded: error.brokerHasEnded, isBusy: error.code == .broker(.busy))
  }

  package init(brokerHasEnded: Bool, isBusy: Bool) {
    self = brokerHasEnded ? .brokerEnded : isBusy ? .busy : .refusal
  }
}
