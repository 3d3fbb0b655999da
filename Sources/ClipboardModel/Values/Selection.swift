/// The selections of a display: what Ctrl+C fills, and what marking fills.
package enum Selection: String, CaseIterable, Hashable, Sendable {
  case clipboard
  case primary
}

/// What a display says of a selection's owner.
package struct Owner: Hashable, Sendable {
  /// The names of the targets (X11) or types (Wayland), best first.
  package var targets: [String]
  /// Whether this program owns it.
  package var isOwn: Bool
  /// The former owner has gone, and the display itself owns what it has read of that one's content.
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

/// How a selection has lost its owner.
package enum Departure: Hashable, Sendable {
  /// The display does not tell.
  case unknown
  /// The owner, or another program, has cleared it.
  case cleared
  /// The owner has ended.
  case ended
}

/// A content that a selection has had; grows with every change. What dragclip keeps of it has the same number.
package struct Serial: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }

  package static func < (a: Serial, b: Serial) -> Bool { a.number < b.number }
}

/// A read of a target, made before anybody pastes. Its bytes are named by it as long as they are kept.
package struct ReadNumber: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// A call on the bus that waits for its reply.
package struct CallNumber: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// A program's wish to paste what is owned here, by the display's number.
package struct PasteNumber: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}
