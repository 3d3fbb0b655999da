/// A display's report of a selection's owner.
package struct Owner: Hashable, Sendable {
  /// The names of the targets (X11) or types (Wayland), best first.
  package var targets: [String]
  /// Whether dragclip is the owner.
  package var isOwn: Bool
  /// Whether the display itself is the owner: the former owner has left, and the display serves what it read of it.
  package var isKeptByDisplay: Bool
  /// The owner's process, where the display tells.
  package var process: UInt32?

  package init(
    targets: [String], isOwn: Bool = false, isKeptByDisplay: Bool = false, process: UInt32? = nil
  ) {
    self.targets = targets
    self.isOwn = isOwn
    self.isKeptByDisplay = isKeptByDisplay
    self.process = process
  }
}

/// How a selection lost its owner.
package enum OwnerLoss: Hashable, Sendable {
  /// The display does not tell.
  case unknown
  /// The owner or another program cleared the selection.
  case cleared
  /// The owner has ended.
  case ended
}

/// The number of a selection's content, which grows with every change. The kept content has the same number.
package struct Serial: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }

  package static func < (a: Serial, b: Serial) -> Bool { a.number < b.number }
}

/// The number of a read of a target. It identifies the bytes as long as dragclip keeps them.
package struct ReadNumber: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// The number of a call on the bus that waits for its reply.
package struct CallNumber: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// The display's number of a program's request to paste.
package struct PasteNumber: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}
