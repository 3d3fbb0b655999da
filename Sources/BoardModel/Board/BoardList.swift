/// A column of the board.
package struct BoardList: Hashable, Sendable, Identifiable {
  package let id: ListID
  package var title: String
  package var board: BoardID
  /// How many cards it should have at most; nil for any number. A list may have more, and says so.
  package var limit: Int?
  /// The limits that a list can have.
  static let limits = 1...9999
  package var isArchived: Bool

  package init(
    id: ListID, title: String, board: BoardID = .main, limit: Int? = nil, isArchived: Bool = false
  ) {
    self.id = id
    self.title = title
    self.board = board
    self.limit = limit
    self.isArchived = isArchived
  }

  /// The title, or the first of “title (2)”, “title (3)” … that no other list has.
  ///
  /// - Parameter used: the titles of the other lists, in small letters.
  package static func freeTitle(_ title: String, besides used: Set<String>) -> String {
    var number = 2
    return freeTitle(title, besides: used, next: &number)
  }

  /// - Parameter number: the first to try, and then the next one: after very many lists of one title none tries all.
  static func freeTitle(
    _ title: String, besides used: Set<String>, next number: inout Int
  ) -> String {
    var free = title
    while used.contains(free.lowercased()) {
      free = "\(title) (\(number))"
      number += 1
    }
    return free
  }
}

/// A place in a list.
package enum Position: Hashable, Sendable {
  /// Before the card that is the n-th now, counted from 0 and with the cards that are being reordered; at the end when
  /// the list has fewer. An insertion line shows this place.
  case index(Int)
  /// Before this card; at the end when the card has left the list.
  case before(CardID)
  /// After all other cards.
  case end
}

extension BoardList {
  /// Whether it has that title; capital letters make no difference.
  func isNamed(_ title: String) -> Bool { self.title.lowercased() == title.lowercased() }
}
