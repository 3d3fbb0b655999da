/// A drop target's answer to a possible drop.
package enum Proposal: String, CaseIterable, Hashable, Sendable {
  case copy
  case move
  case link
  /// The target cannot take it now.
  case cancel
  /// The target never takes it.
  case forbidden

  package init(_ operation: Operation) {
    switch operation {
    case .copy: self = .copy
    case .move: self = .move
    case .link: self = .link
    }
  }

  /// The operation that the target would perform; nil if it would perform none.
  package var operation: Operation? {
    switch self {
    case .copy: .copy
    case .move: .move
    case .link: .link
    case .cancel, .forbidden: nil
    }
  }
}

/// The details of a proposal.
package struct ProposalDetails: Hashable, Sendable {
  /// How a program could show the place of the drop.
  package enum Intent: String, CaseIterable, Hashable, Sendable {
    /// Between others, before the one at `index`.
    case insertAt = "insert_at"
    /// Into the one at `index`, or into the whole.
    case insertInto = "insert_into"
    case unspecified
  }

  package var intent = Intent.unspecified
  package var index: UInt32?
  /// A sentence for people.
  package var reason: String?

  package init(intent: Intent = .unspecified, index: UInt32? = nil, reason: String? = nil) {
    self.intent = intent
    self.index = index
    self.reason = reason
  }
}
