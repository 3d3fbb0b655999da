internal import Foundation

/// The permanent id of a list: a random UUID in lower case.
package struct ListID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a new id.
  package init() { rawValue = UUID().uuidString.lowercased() }

  package var description: String { rawValue }
}

/// The permanent id of a card: a random UUID in lower case. A move's key contains it.
package struct CardID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a new id.
  package init() { rawValue = UUID().uuidString.lowercased() }

  package var description: String { rawValue }
}

/// The id of a change to the board, for undoing just that change.
package struct ChangeID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
}
