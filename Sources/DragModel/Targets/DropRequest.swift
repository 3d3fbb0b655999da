/// A Propose or a Drop that waits for the target's owner. It ends exactly once, with the call's answer.
struct DropRequest: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// The owner has been asked for a proposal; the deadline is one of the waking clock.
    case asking(deadline: UInt64)
    case performing(Operation)
  }

  /// How long an owner has for a proposal, in microseconds.
  static let patience: UInt64 = 2_000_000

  let call: CallID
  let question: DropQuestion
  let object: TargetObject
  /// Whether the proposal is to be performed: a Drop.
  let isDrop: Bool
  private let wanted: Set<Int>
  private var state: State
  private var finished: Set<Int> = []
  private var bytes: UInt64 = 0

  init(_ call: CallID, _ plan: DropPlan, object: TargetObject, isDrop: Bool, at now: Instant) {
    self.call = call
    question = plan.question
    self.object = object
    self.isDrop = isDrop
    wanted = plan.items
    state = .asking(deadline: now.awake.addingSaturated(Self.patience))
  }

  var target: Identifier { question.target }

  var isAsking: Bool { deadline != nil }

  /// The moment at which the owner has taken too long.
  var deadline: UInt64? {
    switch state {
    case .asking(let deadline): deadline
    case .performing: nil
    }
  }

  /// What a proposal comes to, held to the rules.
  func evaluate(_ answer: TargetAnswer) -> (proposal: Proposal, details: ProposalDetails) {
    switch answer {
    case .proposed(let proposal, let details):
      guard let operation = proposal.operation else { return (proposal, details) }
      let asked = question.context.operations ?? []
      guard !asked.contains(operation) else { return (proposal, details) }
      let list = asked.map(\.rawValue).joined(separator: ", ")
      return Self.forbidden(
        "the target proposed “\(operation.rawValue)”, which was not in question: \(list)")
    case .failed(let words):
      return Self.forbidden(words)
    }
  }

  static func forbidden(_ reason: String) -> (proposal: Proposal, details: ProposalDetails) {
    (.forbidden, ProposalDetails(reason: reason))
  }

  /// The proposal stands: from here on the owner may take as long as it likes.
  mutating func perform(_ operation: Operation) {
    switch state {
    case .asking: state = .performing(operation)
    case .performing: break
    }
  }

  /// Whether a transfer is part of this drop.
  func isServed(by arrival: Arrival) -> Bool {
    switch state {
    case .asking: false
    case .performing(let operation):
      arrival.destination == object.peer && arrival.offer == question.offer
        && arrival.operation == operation && wanted.contains(arrival.item)
    }
  }

  func hasFinished(_ item: Int) -> Bool { finished.contains(item) }

  mutating func count(_ arrival: Arrival) {
    finished.insert(arrival.item)
    bytes = bytes.addingSaturated(arrival.bytes)
  }

  /// What arrived; nil before anything was to.
  var result: DropResult? {
    switch state {
    case .asking: nil
    case .performing(let operation):
      DropResult(operation: operation, items: UInt32(clamping: finished.count), bytes: bytes)
    }
  }

  /// How far it came, for a sentence.
  var progress: String { "\(finished.count) of \(wanted.count) items were finished" }
}

/// An item that a destination has finished.
struct Arrival {
  let destination: Peer
  let offer: Identifier
  let item: Int
  let operation: Operation
  let bytes: UInt64
}

/// What the owner of a target has answered to a question.
package enum TargetAnswer: Hashable, Sendable {
  case proposed(Proposal, ProposalDetails)
  /// An error, or an answer that is none: in words.
  case failed(String)
}

/// What became of a drop at the target's owner.
package enum PerformAnswer: Hashable, Sendable {
  case done
  case failed(TargetFailure)
}

/// An owner's own error, which is passed on as it is.
package struct TargetFailure: Hashable, Sendable {
  /// The error's name on the bus.
  package let name: String
  package let message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }
}
