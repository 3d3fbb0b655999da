internal import GtkKit
internal import Translations

/// The bar in which a person types what to search for. It is made when it is first shown.
final class SearchPanel {
  let widget: SearchBar
  private let entry = SearchEntry(placeholder: translated("Search all cards"))
  private let count = Label(style: "dim-label", "caption")
  private let boardView: BoardView

  /// - Parameter ended: called when the search has ended.
  init(_ boardView: BoardView, ended: @escaping @MainActor () -> Void) {
    self.boardView = boardView
    count.minimum(width: 72)
    entry.expanding(horizontally: true)
    widget = SearchBar(entry, beside: count)
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
      boardView.search(for: "")
      boardView.focusSelection()
      ended()
    }
  }

  var isSearching: Bool { widget.isSearching }
  var isFocused: Bool { entry.hasFocusInside }

  /// Starts a search, or selects what was typed.
  func open() {
    widget.isSearching = true
    entry.selectAll()
  }

  func close() { widget.isSearching = false }

  private func search() {
    guard widget.isSearching else { return }
    boardView.search(for: entry.text)
    showCount()
  }

  /// Shows how many cards are found now.
  func showCount() {
    count.text =
      boardView.isSearching
      ? translated(count: boardView.shownCount, one: "{count} card", other: "{count} cards") : ""
  }

  private func goToFirst() {
    if let first = boardView.firstShown { boardView.focus([first]) }
  }
}
