internal import BoardModel
internal import GtkKit

/// Cards that are being dragged out of this process.
final class CardDrag {
  let cards: [CardID]
  /// Whether the destination is this process, or takes the cards through dragd or out of the store: then nothing is to
  /// be deleted because the display server says so.
  var isSettled = false
  /// Whether a person insists on a move. Some programs move whatever they may, a file manager for one; other programs
  /// get copies unless Shift is held.
  var isMove = false
  /// Whether some representation has been given away whole. On Wayland one that was cut off looks like a whole one to
  /// the destination, which then calls it moved.
  var isGiven = false
  /// Whether some representation could not be given whole.
  var isBroken = false

  init(_ cards: [CardID]) {
    self.cards = cards
  }
}
