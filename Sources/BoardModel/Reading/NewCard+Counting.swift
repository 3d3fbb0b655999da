internal import Translations

extension [NewList] {
  /// The lists with so many of their cards, and the other cards of each list.
  package func cut(after count: Int) -> (first: [NewList], rest: [[NewCard]]) {
    var left = count
    var first = self
    let rest = indices.map { index in
      let kept = Swift.min(left, self[index].cards.count)
      left -= kept
      first[index].cards = [NewCard](self[index].cards.prefix(kept))
      return [NewCard](self[index].cards.dropFirst(kept))
    }
    return (first, rest)
  }
}

/// How many cards come at once. A small file can have hundreds of thousands of waypoints or addresses.
extension NewCard {
  /// The most cards that one drop, file or text becomes.
  package static let most = 20_000
  /// The most that it becomes without a question.
  package static let mostUnasked = TypedLines.most

  /// - Throws: `invalid` for more cards than `most`.
  package static func check(count: Int, atMost limit: Int = most) throws(BoardError) {
    guard count > limit else { return }
    throw .invalid(
      field: "content",
      reason: translated(
        "it would make {count} cards; {limit} at most are added", ["count": count, "limit": limit]))
  }
}
