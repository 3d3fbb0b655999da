internal import BoardModel
internal import GtkKit
internal import Translations

/// Says how many cards a search finds on the boards that are not shown, and goes to them.
final class SearchElsewhere {
  let widget: MenuButton
  private let board: Board
  private unowned let window: BoardWindow
  /// Exists while a person searches: it keeps the words of all cards.
  private var index: BoardsIndex?
  private var counting: Task<Void, Never>?

  init(_ window: BoardWindow) {
    self.window = window
    board = window.board
    widget = MenuButton(label: "", tooltip: translated("Other Boards"), Menu(), style: "flat")
    widget.aligned(horizontally: .start)
    widget.isVisible = false
  }

  /// Counts the cards of the other boards that a search finds, and shows their number later.
  func search(for typed: String) {
    counting?.cancel()
    let search = CardSearch(typed)
    guard !search.isEmpty, window.application.boards.named.count > 1 else { return end() }
    let index =
      index ?? BoardsIndex(folder: board.store.folder) { card in CardCaption.text(of: card) }
    self.index = index
    counting = Task { [weak self] in
      // A store that cannot be read is told where it is read for its board.
      guard let found = try? await index.count(search), !Task.isCancelled else { return }
      self?.show(found)
    }
  }

  func end() {
    counting?.cancel()
    counting = nil
    index = nil
    widget.isVisible = false
  }

  private func show(_ found: [BoardID: Int]) {
    let menu = Menu()
    var count = 0
    for other in window.application.boards.named where other.id != board.id {
      guard let cards = found[other.id] else { continue }
      count += cards
      let name = BoardCommands.short(other.name)
      let label = translated(
        count: cards, one: "{name}: {count} card", other: "{name}: {count} cards", ["name": name])
      menu.item(Menu.literal(label), "board.search-on", with: other.id.rawValue)
    }
    widget.isVisible = count > 0
    guard count > 0 else { return }
    widget.menu = menu
    widget.setLabel(
      translated(
        count: count, one: "{count} card on another board", other: "{count} cards on other boards"))
  }
}
