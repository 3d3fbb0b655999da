/// What a drop target would do.
package enum Proposal: String, CaseIterable, Hashable, Sendable {
  case copy
  case move
  case link
  /// Not now.
  case cancel
  /// Never here.
  case forbidden

  package init(_ operation: Operation) {
    switch operation {
    case .copy: self = .copy
    case .move: self = .move
    case .link: self = .link
    }
  }

  /// The operation that would be performed; nil where there would be none.
  package var operation: Operation? {
    switch self {
    case .copy: .copy
    case .move: .move
    case .link: .link
    case .cancel, .forbidden: nil
    }
  }
}

/// What a target says of its proposal.
package struct ProposalDetails: Hashable, Sendable {
  /// How the place of the drop could be shown.
  package enum Intent: String, CaseIterable, Hashable, Sendable {
    /// Between others, before `index`.
    case insertAt = "insert_at"
    /// Into the one at `index`, or into the whole.
    case insertInto = "insert_into"
    case unspecified
  }

  package var intent = Intent.unspecified
  package var index: UInt32?
  /// For people.
  package var reason: String?

  package init(intent: Intent = .unspecified, index: UInt32? = nil, reason: String? = nil) {
    self.intent = intent
    self.index = index
    self.reason = reason
  }
}
