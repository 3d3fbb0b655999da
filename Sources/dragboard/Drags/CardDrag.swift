internal import BoardModel
internal import GtkKit

/// Cards that are being dragged out of this process.
final class CardDrag {
  let cards: [CardID]
  /// Whether the destination is this process, or takes the cards through dragd or out of the store: then nothing is to
  /// be deleted because the display server says so. It tells of a move also when the destination has finished with a
  /// copy, for what counts there is what was last proposed.
  var isSettled = false
  /// Whether a person insists on a move. Some programs move whatever they may, a file manager for one; other programs
  /// get copies unless Shift is held.
  var isMove = false

  init(_ cards: [CardID]) {
    self.cards = cards
  }
}
