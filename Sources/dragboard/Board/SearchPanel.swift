internal import GtkKit
internal import Translations

/// The bar in which a person types what to search for. It is made when it is first shown.
final class SearchPanel {
  let widget: SearchBar
  private let entry = SearchEntry(placeholder: translated("Search all cards"))
  private let count = Label(style: "dim-label", "caption")
  private let boardView: BoardView
  private let elsewhere: SearchElsewhere

  /// - Parameter ended: called when the search has ended.
  init(_ boardView: BoardView, in window: BoardWindow, ended: @escaping @MainActor () -> Void) {
    self.boardView = boardView
    elsewhere = SearchElsewhere(window)
    count.minimum(width: 72)
    entry.expanding(horizontally: true)
    widget = SearchBar(entry, beside: count, below: elsewhere.widget)
    entry.onChange { [weak self] in self?.search() }
    entry.onKey(first: true) { [weak self] key in
      guard ["Down", "Return", "KP_Enter"].contains(key.name), key.modifiers.isEmpty else {
        return false
      }
      self?.goToFirst()
      return true
    }
    widget.onChange { [weak self] in
      guard let self, !widget.isSearching else { return }
      elsewhere.end()
      boardView.endSearch()
      ended()
    }
  }

  var isSearching: Bool { widget.isSearching }
  var isFocused: Bool { entry.hasFocusInside }
  /// What was typed.
  var typed: String { entry.text }

  /// Starts a search, or selects what was typed.
  ///
  /// - Parameter typed: replaces what was typed.
  func open(for typed: String? = nil) {
    widget.isSearching = true
    if let typed { entry.text = typed }
    entry.selectAll()
  }

  func close() { widget.isSearching = false }

  private func search() {
    guard widget.isSearching else { return }
    boardView.search(for: entry.text)
  }

  /// Shows how many cards are found now, whenever the board is shown anew.
  func showCount() {
    count.text =
      boardView.isSearching
      ? translated(count: boardView.shownCount, one: "{count} card", other: "{count} cards") : ""
    if widget.isSearching { elsewhere.search(for: entry.text) }
  }

  private func goToFirst() {
    if let first = boardView.firstShown { boardView.focus([first]) }
  }
}
