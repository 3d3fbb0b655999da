internal import Foundation

/// Names a list for ever: a random UUID in lower case.
package struct ListID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// A new one.
  package init() { rawValue = UUID().uuidString.lowercased() }

  package var description: String { rawValue }
}

/// Names a card for ever: a random UUID in lower case. It is the card's key in moves too.
package struct CardID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// A new one.
  package init() { rawValue = UUID().uuidString.lowercased() }

  package var description: String { rawValue }
}

/// Names a change to the board, for undoing just that one.
package struct ChangeID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
}
