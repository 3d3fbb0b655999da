internal import DragModel
internal import DragProtocol

/// A drop target's answer to a hovering or a performed drop, like Apple's `UIDropProposal`.
public struct DropProposal: Hashable, Sendable {
  /// Whether the target would accept a drop, and with which operation.
  public enum Decision: String, CaseIterable, Hashable, Sendable {
    /// The source keeps its items.
    case copy
    /// The source deletes its items once this target has them.
    case move
    /// The target refers to the source's items.
    case link
    /// Not now.
    case cancel
    /// Never here.
    case forbidden
  }

  /// A hint about how to show the place of the drop.
  public enum Intent: Hashable, Sendable {
    /// Between other items, before the one at ``DropProposal/index``.
    case insertAt
    /// Into the item at ``DropProposal/index``, or into the whole target where there is no index.
    case insertInto
    /// At any place.
    case unspecified
  }

  /// Whether the target accepts, and with which operation.
  public var decision: Decision
  /// A hint about how to show the place.
  public var intent: Intent
  /// The index of the place, from 0; nil where there is none.
  public var index: Int?
  /// The reason of a refusal, for people.
  public var reason: String?

  /// A proposal.
  public init(
    _ decision: Decision, intent: Intent = .unspecified, index: Int? = nil, reason: String? = nil
  ) {
    self.decision = decision
    self.intent = intent
    self.index = index
    self.reason = reason
  }

  /// A proposal to accept a drop with an operation.
  public init(_ operation: DragOperation, intent: Intent = .unspecified, index: Int? = nil) {
    self.init(
      Decision(rawValue: operation.rawValue) ?? .copy, intent: intent, index: index)
  }
}

extension DropProposal {
  /// Accepts a drop with the best operation that both sides can do.
  public static func best(for drop: HoveringDrop) -> DropProposal {
    DropProposal(drop.operations.first ?? .copy)
  }

  init(_ reply: ProposalReply) {
    let intent: Intent =
      switch reply.details.intent {
      case .insertAt: .insertAt
      case .insertInto: .insertInto
      case .unspecified: .unspecified
      }
    self.init(
      Decision(rawValue: reply.proposal.rawValue) ?? .forbidden, intent: intent,
      index: reply.details.index.map { Int($0) }, reason: reply.details.reason)
  }

  var reply: ProposalReply {
    let intent: ProposalDetails.Intent =
      switch intent {
      case .insertAt: .insertAt
      case .insertInto: .insertInto
      case .unspecified: .unspecified
      }
    return ProposalReply(
      Proposal(rawValue: decision.rawValue) ?? .forbidden,
      ProposalDetails(intent: intent, index: index.map { UInt32(clamping: $0) }, reason: reason))
  }
}

/// Items that a program is about to drop, or only holds over a target.
public struct HoveringDrop: Sendable {
  /// The offer that it comes from.
  public let offered: Offered
  /// The possible operations, best first, at least one: those that the dropper wants (without a wish all that the offer
  /// allows), the offer allows and the target can perform.
  public let operations: [DragOperation]
  /// The index in the target at which the dropper points, from 0; nil leaves the place to the target.
  public let index: Int?
  /// The indices of the offer's items; nil for all.
  public let itemIndexes: [Int]?
  /// The dropper's application id, as the system knows it; empty if unknown.
  public let application: String
  /// The dropper's unique name on the bus.
  public let connection: String

  /// A drop to call your own code with in a test. The properties say what each parameter means.
  public init(
    offered: Offered, operations: [DragOperation] = [.copy], index: Int? = nil,
    itemIndexes: [Int]? = nil, application: String = "", connection: String = ""
  ) {
    self.offered = offered
    self.operations = operations
    self.index = index
    self.itemIndexes = itemIndexes
    self.application = application
    self.connection = connection
  }
}
