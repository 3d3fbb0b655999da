internal import BoardModel
internal import GtkKit

extension BoardCommands {
  /// Handles a key that was pressed in a list.
  ///
  /// - Returns: whether the key has a meaning here.
  func pressed(_ key: Key, in list: ListID) -> Bool {
    switch key {
    case Key("Delete"), Key("KP_Delete"): deleteSelected()
    case Key("F2"): editSelected()
    case Key("x", .control): copySelected(cutting: true)
    case Key("c", .control): copySelected(cutting: false)
    case Key("v", .control): paste()
    case Key("z", .control): undo()
    case Key("z", [.control, .shift]), Key("y", .control): redo()
    case Key("n", .control): addCard(to: list)
    case Key("Menu"), Key("F10", .shift): openMenuByKey(in: list)
    case Key("Up", .alt): moveSelected(in: list, by: -1)
    case Key("Down", .alt): moveSelected(in: list, by: 1)
    case Key("Left", .alt): moveSelected(from: list, across: -1)
    case Key("Right", .alt): moveSelected(from: list, across: 1)
    case Key("Left"): return focus(from: list, across: -1)
    case Key("Right"): return focus(from: list, across: 1)
    default: return false
    }
    return true
  }

  /// Whether a key has its meaning outside of the lists too: there the arrows go from button to button.
  static func isForBoard(_ key: Key) -> Bool {
    !["Up", "Down", "Left", "Right"].contains(key.name)
  }

  private func openMenuByKey(in list: ListID) {
    guard let column = window.boardView.column(list),
      let card = column.view.focusedID.map({ CardID(rawValue: $0) }) ?? column.selectedCards.first,
      let row = column.view.row(of: card.rawValue), let place = row.widget.bounds(in: column.view)
    else { return }
    openMenu(in: list, over: column.view, at: place.x + 24, place.y + place.height / 2)
  }

  /// Reorders the selected cards up or down. Those of other lists come to them.
  private func moveSelected(in list: ListID, by distance: Int) {
    let cards = selectedCards
    let order = board.cards(in: list).map(\.id)
    let indexes = cards.compactMap { order.firstIndex(of: $0) }
    guard let first = indexes.min(), let last = indexes.max() else { return }
    let target = distance < 0 ? first - 1 : last + 2
    guard (0...order.count).contains(target) else { return }
    move(cards, to: list, at: .index(target))
    window.boardView.focus(cards)
  }

  /// Reorders the selected cards into the neighbouring list.
  private func moveSelected(from list: ListID, across distance: Int) {
    let cards = selectedCards
    guard !cards.isEmpty, let other = neighbour(of: list, distance) else { return }
    let row = board.cards(in: list).firstIndex { cards.contains($0.id) } ?? 0
    move(cards, to: other, at: .index(min(row, board.cards(in: other).count)))
    window.boardView.focus(cards)
  }

  /// Moves the keyboard focus to the neighbouring list, to about the same row.
  private func focus(from list: ListID, across distance: Int) -> Bool {
    guard let other = neighbour(of: list, distance), let column = window.boardView.column(other)
    else { return true }
    let from = window.boardView.column(list)?.view.focusedID.map { CardID(rawValue: $0) }
    let row = board.cards(in: list).firstIndex { $0.id == from } ?? 0
    let cards = board.cards(in: other)
    if let card = cards.dropFirst(row).first ?? cards.last {
      window.boardView.focus([card.id])
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
