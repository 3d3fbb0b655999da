internal import Foundation

/// How the cards of a list are sorted.
package enum CardOrder: String, CaseIterable, Sendable {
  /// By title, as people order words: without regard to case, and numbers by their value.
  case title
  /// By due date, the earliest first; cards without one come last.
  case due

  /// The cards in this order; equal cards keep their order.
  package func sorted(_ cards: [Card]) -> [Card] {
    cards.enumerated().sorted { one, other in
      precedes(one.element, other.element)
        ?? (precedes(other.element, one.element).map { !$0 } ?? (one.offset < other.offset))
    }.map(\.element)
  }

  /// Nil where both are equal, or the other one precedes.
  private func precedes(_ one: Card, _ other: Card) -> Bool? {
    switch self {
    case .title:
      one.title.compare(other.title, options: [.caseInsensitive, .numeric], locale: .current)
        == .orderedAscending ? true : nil
    case .due:
      switch (one.details.due, other.details.due) {
      case (let one?, let other?): one < other ? true : nil
      case (_?, nil): true
      case (nil, _): nil
      }
    }
  }
}
