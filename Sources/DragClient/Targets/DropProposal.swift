internal import DragModel
internal import DragProtocol

/// What a drop target would do with what hovers over it, or what it did: `UIDropProposal` at Apple.
public struct DropProposal: Hashable, Sendable {
  /// Whether, and how, a drop would be taken.
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

  /// How the place of the drop could be shown.
  public enum Intent: Hashable, Sendable {
    /// Between others, before ``DropProposal/index``.
    case insertAt
    /// Into the one at ``DropProposal/index``, or into the whole.
    case insertInto
    /// As it comes.
    case unspecified
  }

  /// Whether, and how.
  public var decision: Decision
  /// How the place could be shown.
  public var intent: Intent
  /// Where, from 0; nil where there is no such place.
  public var index: Int?
  /// Why not, for people.
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

  /// A proposal to take a drop by an operation.
  public init(_ operation: DragOperation, intent: Intent = .unspecified, index: Int? = nil) {
    self.init(
      Decision(rawValue: operation.rawValue) ?? .copy, intent: intent, index: index)
  }
}

extension DropProposal {
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
