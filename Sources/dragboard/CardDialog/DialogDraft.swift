internal import BoardModel
internal import Foundation
internal import GtkKit

/// Keeps what is written in a card's dialog where it survives the end of the program, a moment after the last key.
final class DialogDraft {
  private let store: BoardStore
  private let id = UUID().uuidString.lowercased()
  private let card: CardID
  private let list: ListID
  private let seen: CardWords?
  private var kept: CardWords?
  private var timer: GtkKit.Timer?

  private static let delay: UInt32 = 500

  /// - Parameter card: nil for a new card.
  init(of card: Card?, in list: ListID, _ store: BoardStore) {
    self.store = store
    self.card = card?.id ?? CardID()
    self.list = list
    seen = card.map { CardWords($0) }
  }

  /// - Parameter words: returns what is written then; nil where nothing is.
  func keepSoon(_ words: @escaping @MainActor () -> CardWords?) {
    timer = GtkKit.Timer(every: Self.delay) { [weak self] in self?.keep(words()) }
  }

  private func keep(_ words: CardWords?) {
    timer = nil
    guard let words else { return forget() }
    guard words != kept else { return }
    // What cannot be kept is no reason to disturb the person.
    try? store.keep(CardDraft(id: id, card: card, list: list, seen: seen, words: words))
    kept = words
  }

  /// The size that a person has given to the last dialog.
  var size: Preferences.Size? { store.preferences.dialogSize }

  func remember(_ size: (width: Int, height: Int)) {
    // A size that cannot be saved is no reason to stay open.
    try? store.prefer { $0.dialogSize = Preferences.Size(size) }
  }

  /// Forgets it: it is on the board, or not wanted.
  func forget() {
    timer = nil
    if kept != nil { store.forgetDraft(id) }
    kept = nil
  }
}
