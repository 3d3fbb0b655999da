/// What stands behind an offered representation.
package enum OfferedContent: Hashable, Sendable {
  /// Held by the broker now.
  case held(HeldContent)
  /// Made by the source when somebody accepts it, in as many bytes as it promises.
  case lazy(size: UInt64?)

  package var size: UInt64? {
    switch self {
    case .held(let content): content.size
    case .lazy(let size): size
    }
  }

  package var isHeld: Bool {
    switch self {
    case .held: true
    case .lazy: false
    }
  }
}

/// Content in the payload store, which alone knows the descriptor.
package struct HeldContent: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// In memory, immutable: handing it out costs nothing.
    case memory
    /// In an unlinked file of the broker's own: every recipient gets a copy.
    case spool
    /// The source's own file, by reference: it may change, and that has to be noticed.
    case reference
  }

  package let id: UInt64
  package let size: UInt64
  package let place: Place

  package init(id: UInt64, size: UInt64, place: Place) {
    self.id = id
    self.size = size
    self.place = place
  }

  /// Bytes that count as held for the offering connection: a file by reference costs nothing.
  package var charge: UInt64 {
    switch place {
    case .memory, .spool: size
    case .reference: 0
    }
  }
}
