internal import BoardModel
internal import GtkKit
internal import Translations

extension BoardCommands {
  /// Handles a key that was pressed in a list.
  ///
  /// - Returns: whether the key has a meaning here.
  func pressed(_ key: Key, in list: ListID) -> Bool {
    selectFocused(for: key, in: list)
    switch key {
    case Key("Delete"), Key("KP_Delete"):
      if let placeholder = focusedPlaceholder(in: list) {
        placeholder.cancel()
      } else {
        deleteSelected()
      }
    case Key("F2"): editSelected()
    case Key("x", .control): copySelected(cutting: true)
    case Key("c", .control): copySelected(cutting: false)
    case Key("v", .control): paste()
    case Key("z", .control): undo()
    case Key("z", [.control, .shift]), Key("y", .control): redo()
    case Key("n", .control): addCard(to: list)
    case Key("Menu"), Key("F10", .shift): openMenuByKey(in: list)
    case Key("m", .control): openDestinations(in: list)
    case Key("d", .control): toggleDone()
    case Key("o", .control): openSelected()
    case Key("d", [.control, .shift]): duplicateSelected()
    case Key("e", .control): archiveSelected()
    case Key("l", .control): openListMenu(of: list)
    case Key("F2", .shift): window.boardView.column(list)?.header.rename()
    case Key("Left", [.control, .shift]): reorderList(list, by: -1)
    case Key("Right", [.control, .shift]): reorderList(list, by: 1)
    case Key("Delete", [.control, .shift]): deleteList(list)
    case Key("Up", .alt): reorderSelected(in: list, by: -1)
    case Key("Down", .alt): reorderSelected(in: list, by: 1)
    case Key("Left", .alt): reorderSelected(from: list, across: -1)
    case Key("Right", .alt): reorderSelected(from: list, across: 1)
    case Key("Left"): return focus(from: list, across: -1)
    case Key("Right"): return focus(from: list, across: 1)
    default: return false
    }
    return true
  }

  /// Selects the card with the keyboard focus if no card is selected, as in a new window. The person sees the focus
  /// (``Stylesheet``). Commands that delete cards take only cards that were selected before.
  private func selectFocused(for key: Key, in list: ListID) {
    guard selectedCards.isEmpty, Self.isForCards(key),
      let id = window.boardView.column(list)?.view.focusedID.map({ CardID(rawValue: $0) }),
      board.card(id) != nil
    else { return }
    window.boardView.selection.set([id])
  }

  /// The placeholder with the keyboard, if no card is selected.
  private func focusedPlaceholder(in list: ListID) -> Placeholder? {
    guard selectedCards.isEmpty, let id = window.boardView.column(list)?.view.focusedID,
      case .placeholder(let placeholder)? = board.entry(id)
    else { return nil }
    return placeholder
  }

  /// Whether a key concerns the selected cards, and deletes none.
  private static func isForCards(_ key: Key) -> Bool {
    let keys = [
      Key("F2"), Key("c", .control), Key("m", .control), Key("d", .control), Key("o", .control),
      Key("d", [.control, .shift]), Key("e", .control), Key("Menu"), Key("F10", .shift),
      Key("Up", .alt), Key("Down", .alt), Key("Left", .alt), Key("Right", .alt),
    ]
    return keys.contains(key)
  }

  /// Whether a key has its meaning outside of the lists too: there the arrows go from button to button.
  static func isForBoard(_ key: Key) -> Bool {
    !["Up", "Down", "Left", "Right"].contains(key.name)
  }

  /// Whether a key concerns a list and not the selected cards.
  static func isForList(_ key: Key) -> Bool {
    let keys = [
      Key("n", .control), Key("v", .control), Key("l", .control), Key("F2", .shift),
      Key("Left", [.control, .shift]), Key("Right", [.control, .shift]),
      Key("Delete", [.control, .shift]),
    ]
    return keys.contains(key)
  }

  /// Opens the menu of the card with the keyboard; where there is none, that of the list.
  private func openMenuByKey(in list: ListID) {
    guard let (view, x, y) = placeOfCard(in: list) else { return openListMenu(of: list) }
    openMenu(in: list, over: view, at: x, y)
  }

  /// Opens the lists that the selected cards can be put into.
  private func openDestinations(in list: ListID) {
    guard !selectedCards.isEmpty, let (view, x, y) = placeOfCard(in: list)
    else { return }
    let menu = BoardMenus.destinations(
      destinations(of: selectedCards), otherBoards: otherBoards)
    PopoverMenu(menu, translated("Card Menu"), at: x, y, of: view).open()
  }

  private func openListMenu(of list: ListID) {
    guard let column = window.boardView.column(list) else { return }
    column.header.openMenu(over: column.view, at: 24, 12)
  }

  /// Where the menu of the card with the keyboard opens.
  private func placeOfCard(in list: ListID) -> (view: Widget, x: Double, y: Double)? {
    guard let column = window.boardView.column(list),
      let card = column.view.focusedID.map({ CardID(rawValue: $0) }) ?? column.selectedCards.first,
      let row = column.view.row(of: card.rawValue), let place = row.widget.bounds(in: column.view)
    else { return nil }
    return (column.view, place.x + 24, place.y + place.height / 2)
  }

  /// Reorders the selected cards up or down among the shown ones. Selected cards of other lists join them.
  private func reorderSelected(in list: ListID, by distance: Int) {
    let cards = selectedCards
    let shown = window.boardView.column(list)?.shownCards ?? []
    let indexes = cards.compactMap { shown.firstIndex(of: $0) }
    guard let first = indexes.min(), let last = indexes.max() else { return }
    let target = distance < 0 ? first - 1 : last + 1
    guard shown.indices.contains(target) else { return }
    let order = board.cards(in: list)
    let next = distance < 0 ? shown[target] : order.drop { $0 != shown[target] }.dropFirst().first
    reorder(cards, to: list, at: next.map { .before($0) } ?? .end)
    window.boardView.focus(cards, showingAround: true)
  }

  /// Reorders the selected cards into the neighbouring list.
  private func reorderSelected(from list: ListID, across distance: Int) {
    let cards = selectedCards
    guard !cards.isEmpty, let other = neighbour(of: list, distance) else { return }
    let row = board.cards(in: list).firstIndex(where: cards.contains) ?? 0
    reorder(cards, to: other, at: .index(min(row, board.cards(in: other).count)))
    window.boardView.focus(cards, showingAround: true)
  }

  /// Moves the keyboard focus to the neighbouring list, to about the same row.
  private func focus(from list: ListID, across distance: Int) -> Bool {
    guard let other = neighbour(of: list, distance), let column = window.boardView.column(other)
    else { return true }
    let from = window.boardView.column(list)?.view.focusedID.map { CardID(rawValue: $0) }
    let row = window.boardView.column(list)?.shownCards.firstIndex { $0 == from } ?? 0
    let cards = column.shownCards
    if let card = cards.dropFirst(row).first ?? cards.last {
      window.boardView.focus([card])
    } else {
      window.boardView.selection.set([])
      window.boardView.selection.activate(other)
      column.view.focus()
      window.boardView.show(other)
    }
    return true
  }

  private func neighbour(of list: ListID, _ distance: Int) -> ListID? {
    let distance = window.window.isRightToLeft ? -distance : distance
    guard let index = board.lists.firstIndex(where: { $0.id == list }),
      board.lists.indices.contains(index + distance)
    else { return nil }
    return board.lists[index + distance].id
  }
}
