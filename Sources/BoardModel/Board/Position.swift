/// A place in a list.
package enum Position: Hashable, Sendable {
  /// Before the card that is the n-th now, counted from 0, those that are moving included; the end when there are not
  /// so many. It is what an insertion line shows.
  case index(Int)
  /// Before this card; the end when it is not in the list any more.
  case before(CardID)
  /// After all others.
  case end
}
