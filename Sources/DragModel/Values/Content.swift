/// The content of an offered representation.
package enum OfferedContent: Hashable, Sendable {
  /// Held by the broker now.
  case held(HeldContent)
  /// The source makes it when a destination accepts it. `size` is the number of bytes that the source promised.
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

/// Content in the payload store, which keeps its descriptor.
package struct HeldContent: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// In sealed memory: every recipient gets a descriptor of it.
    case memory
    /// In an unlinked file of the broker: every recipient gets a copy.
    case spool
    /// In the source's own file, by reference: dragd has to notice a change.
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

  /// Bytes that are charged to the offering connection; none for a file by reference.
  package var charge: UInt64 {
    switch place {
    case .memory, .spool: size
    case .reference: 0
    }
  }
}
