/// The result of planning an Accept: which representations it takes, and by which route each. A plan changes nothing;
/// DragBroker opens the descriptors that it needs, then has the broker accept it.
package struct AcceptPlan: Sendable {
  package let offer: Identifier
  /// The offer's owner.
  package let owner: Peer
  package let destination: Party
  package let options: AcceptOptions
  package let items: [PlannedItem]
  /// Whether no byte may ever be on a disk.
  package let isSensitive: Bool
  /// Whether no log line may mention the transfers.
  package let isSecret: Bool

  package var parts: some Sequence<PlannedPart> { items.lazy.flatMap(\.parts) }
}

/// One item of a plan: it has its own transfer.
package struct PlannedItem: Sendable {
  package let index: Int
  package let name: String?
  package let operation: Operation
  package let parts: [PlannedPart]
  /// The attributes of the item's file.
  package var file = FileAttributes()
  /// The types of the offered item, best first.
  package var types: [MIMEType] = []

  /// The attributes of the item's file, if the part is that file or folder: a file by reference, the first form where
  /// the source has given a copy of the file, or the only one. Of another form of it only the name is known.
  package func file(of part: PlannedPart) -> FileAttributes {
    switch part.route.held?.place {
    case .reference: file
    case .memory, .spool:
      part.type == types.first || part.type == .folderArchive ? file : file.ofOtherForm
    case nil: types.count == 1 || part.type == .folderArchive ? file : file.ofOtherForm
    }
  }

  /// A copy that comes whole in the reply needs no transfer object.
  package var needsTransfer: Bool {
    operation != .copy || !parts.allSatisfy { $0.route.isInline }
  }
}

/// One representation of a plan.
package struct PlannedPart: Hashable, Sendable {
  package let type: MIMEType
  package let visibility: Visibility
  package let route: Route

  /// The number of bytes, if it is known or promised.
  package var size: UInt64? {
    switch route {
    case .inline(let content), .immediate(let content), .snapshot(let content), .pipe(let content):
      content.size
    case .collect(let size), .relay(let size): size
    }
  }
}

/// The route of a representation's bytes to the destination.
package enum Route: Hashable, Sendable {
  /// Held, in the reply itself.
  case inline(HeldContent)
  /// Held in sealed memory: its descriptor is in the reply.
  case immediate(HeldContent)
  /// Held in a file: dragd copies it first; `Receive` gets the copy.
  case snapshot(HeldContent)
  /// Held: dragd writes it into a pipe.
  case pipe(HeldContent)
  /// Lazy: dragd collects it from the source first; `Receive` gets it.
  case collect(size: UInt64?)
  /// Lazy: dragd relays it from the source's pipe to the destination's.
  case relay(size: UInt64?)

  package var isInline: Bool {
    switch self {
    case .inline: true
    case .immediate, .snapshot, .pipe, .collect, .relay: false
    }
  }

  package var held: HeldContent? {
    switch self {
    case .inline(let content), .immediate(let content), .snapshot(let content), .pipe(let content):
      content
    case .collect, .relay: nil
    }
  }

  /// Whether the source has to make the content.
  package var isLazy: Bool { held == nil }

  /// Whether the destination has to call `Receive`.
  package var needsReceive: Bool {
    switch self {
    case .snapshot, .collect: true
    case .inline, .immediate, .pipe, .relay: false
    }
  }

  /// Whether the destination reads it from a pipe.
  package var isStream: Bool {
    switch self {
    case .pipe, .relay: true
    case .inline, .immediate, .snapshot, .collect: false
    }
  }
}
