/// A Propose or a Drop that waits for the target's owner. It ends exactly once, with the answer to its call.
struct DropRequest: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// The owner was asked for a proposal; the deadline is on the monotonic clock.
    case asking(deadline: UInt64)
    case performing(Operation)
  }

  /// Microseconds that an owner has for a proposal.
  static let proposalTimeout: UInt64 = 2_000_000

  let call: CallID
  let question: DropQuestion
  let object: TargetObject
  /// Whether it is a Drop, which performs the proposal.
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
    state = .asking(deadline: now.monotonic.addingSaturated(Self.proposalTimeout))
  }

  var target: Identifier { question.target }

  var isAsking: Bool { deadline != nil }

  /// Until when the owner may answer.
  var deadline: UInt64? {
    switch state {
    case .asking(let deadline): deadline
    case .performing: nil
    }
  }

  /// The proposal that follows from the owner's answer.
  func evaluate(_ answer: TargetAnswer) -> (proposal: Proposal, details: ProposalDetails) {
    switch answer {
    case .proposed(let proposal, let details):
      guard let operation = proposal.operation else { return (proposal, details) }
      let asked = question.context.operations ?? []
      guard !asked.contains(operation) else { return (proposal, details) }
      let list = asked.map(\.rawValue).joined(separator: ", ")
      return Self.forbidden(
        "the target proposed “\(operation.rawValue)”, which is not one of the possible operations: "
          + list)
    case .failed(let words):
      return Self.forbidden(words)
    }
  }

  static func forbidden(_ reason: String) -> (proposal: Proposal, details: ProposalDetails) {
    (.forbidden, ProposalDetails(reason: reason))
  }

  /// The owner performs the proposal, without a deadline.
  mutating func perform(_ operation: Operation) {
    switch state {
    case .asking: state = .performing(operation)
    case .performing: break
    }
  }

  /// Whether a finished item is part of this drop.
  func includes(_ item: FinishedItem) -> Bool {
    switch state {
    case .asking: false
    case .performing(let operation):
      item.destination == object.peer && item.offer == question.offer
        && item.operation == operation && wanted.contains(item.item)
    }
  }

  func hasFinished(_ item: Int) -> Bool { finished.contains(item) }

  mutating func count(_ item: FinishedItem) {
    finished.insert(item.item)
    bytes = bytes.addingSaturated(item.bytes)
  }

  /// The items and bytes that the destination has finished; nil before the drop is performed.
  var result: DropResult? {
    switch state {
    case .asking: nil
    case .performing(let operation):
      DropResult(operation: operation, items: UInt32(clamping: finished.count), bytes: bytes)
    }
  }

  /// How many items were finished, for a message.
  var progress: String { "\(finished.count) of \(wanted.count) items were finished" }
}

/// An item that a destination has finished.
struct FinishedItem {
  let destination: Peer
  let offer: Identifier
  let item: Int
  let operation: Operation
  let bytes: UInt64
}

/// The answer of a target's owner to a question.
package enum TargetAnswer: Hashable, Sendable {
  case proposed(Proposal, ProposalDetails)
  /// An error or a malformed answer, as a message.
  case failed(String)
}

/// The owner's answer to Perform.
package enum PerformAnswer: Hashable, Sendable {
  case done
  case failed(TargetFailure)
}

/// An owner's own error, which the dropper gets unchanged.
package struct TargetFailure: Hashable, Sendable {
  /// The error's name on the bus.
  package let name: String
  package let message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }
}
