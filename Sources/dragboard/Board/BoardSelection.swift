internal import BoardModel
internal import GtkKit

/// The selection of a board's window, over all lists. GTK has one for each list view: this class keeps them together,
/// so that every command and every drag takes exactly what is shown as selected.
final class BoardSelection {
  private let columns: @MainActor () -> [ListColumn]
  private var isSetting = false
  /// Whether Control is held with the click or the key that is being handled.
  var isAdding = false
  /// Called when other cards may go to another list than before.
  var onActiveChange: @MainActor () -> Void = {}
  /// The list of the last click or key.
  private var lastActive: ListID? {
    didSet { if lastActive != oldValue { onActiveChange() } }
  }

  /// - Parameter columns: returns the lists in their order.
  init(_ columns: @escaping @MainActor () -> [ListColumn]) {
    self.columns = columns
  }

  /// The selected cards, in the order of the lists.
  var cards: [CardID] { columns().flatMap(\.selectedCards) }

  /// The list that gets new cards: the one with the keyboard focus, or the last one that had it.
  var activeColumn: ListColumn? {
    let columns = columns()
    if let column = columns.first(where: { $0.view.hasFocusInside }) { lastActive = column.id }
    return columns.first { $0.id == lastActive } ?? columns.first { !$0.selectedCards.isEmpty }
      ?? columns.first
  }

  /// The list with the keyboard focus on its cards, in its header or on its empty area.
  var focusedColumn: ListColumn? { columns().first { $0.widget.hasFocusInside } }

  func activate(_ list: ListID) { lastActive = list }

  /// Selects these cards and no others.
  func set(_ cards: [CardID]) {
    isSetting = true
    defer { isSetting = false }
    let ids = Set(cards.map(\.rawValue))
    for column in columns() {
      if ids.isEmpty { column.view.selection.clear() } else { column.select(ids) }
    }
  }

  /// Clears the selection of the other lists after a click or a key in one, unless Control is held: then the cards
  /// join the selection.
  func changed(in column: ListColumn) {
    guard !isSetting else { return }
    lastActive = column.id
    if isAdding { return }
    isSetting = true
    defer { isSetting = false }
    for other in columns() where other.id != column.id { other.view.selection.clear() }
  }
}
