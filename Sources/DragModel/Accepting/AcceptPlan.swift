/// What an Accept would come to: which representations, and how each would travel. Making a plan
/// changes nothing; the shell gets ready what the plan needs, then hands it to the broker.
package struct AcceptPlan: Sendable {
  package let offer: Identifier
  /// Who has made it.
  package let owner: Peer
  package let destination: Party
  package let options: AcceptOptions
  package let items: [PlannedItem]
  /// Nothing of it may ever be on a disk.
  package let isSensitive: Bool
  /// No log line may tell of it.
  package let isSecret: Bool

  package var parts: some Sequence<PlannedPart> { items.lazy.flatMap(\.parts) }
}

/// One item of a plan: a transfer of its own.
package struct PlannedItem: Sendable {
  package let index: Int
  package let name: String?
  package let operation: Operation
  package let parts: [PlannedPart]

  /// A copy that comes whole in the reply needs no transfer object.
  package var needsTransfer: Bool {
    operation != .copy || !parts.allSatisfy { $0.route.isInline }
  }
}

/// One representation on its way.
package struct PlannedPart: Hashable, Sendable {
  package let type: MIMEType
  package let visibility: Visibility
  package let route: Route

  /// The number of bytes, where it is known or promised.
  package var size: UInt64? {
    switch route {
    case .inline(let content), .immediate(let content), .snapshot(let content), .feed(let content):
      content.size
    case .collect(let size), .relay(let size): size
    }
  }
}

/// How a representation travels.
package enum Route: Hashable, Sendable {
  /// Held, in the reply itself.
  case inline(HeldContent)
  /// Held in sealed memory: its descriptor is in the reply.
  case immediate(HeldContent)
  /// Held in a file: copied first; `Receive` gets it.
  case snapshot(HeldContent)
  /// Held, written into a pipe.
  case feed(HeldContent)
  /// Lazy: gathered from the source first; `Receive` gets it.
  case collect(size: UInt64?)
  /// Lazy: from the source's pipe to the destination's.
  case relay(size: UInt64?)

  package var isInline: Bool {
    switch self {
    case .inline: true
    case .immediate, .snapshot, .feed, .collect, .relay: false
    }
  }

  package var held: HeldContent? {
    switch self {
    case .inline(let content), .immediate(let content), .snapshot(let content), .feed(let content):
      content
    case .collect, .relay: nil
    }
  }

  /// Whether the source has to make the content.
  package var isLazy: Bool { held == nil }

  /// Whether `Receive` has to be called for it.
  package var needsReceive: Bool {
    switch self {
    case .snapshot, .collect: true
    case .inline, .immediate, .feed, .relay: false
    }
  }

  /// Whether the destination reads it from a pipe.
  package var isStream: Bool {
    switch self {
    case .feed, .relay: true
    case .inline, .immediate, .snapshot, .collect: false
    }
  }

  /// Whether a descriptor goes into the reply.
  package var carriesDescriptor: Bool {
    switch self {
    case .immediate, .feed, .relay: true
    case .inline, .snapshot, .collect: false
    }
  }
}
