internal import BoardModel
internal import GtkKit
internal import Translations

/// Says how many cards a search finds where they are not shown: on other boards, and in the archive of this one. Its
/// menu goes there.
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
    widget = MenuButton(label: "", tooltip: translated("Found Elsewhere"), Menu(), style: "flat")
    widget.aligned(horizontally: .start)
    widget.isVisible = false
  }

  /// Counts the cards elsewhere that a search finds, and shows their number later.
  func search(for typed: String) {
    counting?.cancel()
    let search = CardSearch(typed)
    guard !search.isEmpty else { return end() }
    let index =
      index ?? BoardsIndex(folder: board.store.folder) { card in CardCaption.text(of: card) }
    self.index = index
    counting = Task { [weak self] in
      // The board itself reports a store that cannot be read.
      guard let found = try? await index.count(search),
        let archived = try? await index.countArchived(search), !Task.isCancelled
      else { return }
      self?.show(found, archived)
    }
  }

  func end() {
    counting?.cancel()
    counting = nil
    index = nil
    widget.isVisible = false
  }

  private func show(_ found: [BoardID: Int], _ archived: [BoardID: Int]) {
    let menu = Menu()
    var others = 0
    for other in window.application.boards.named where other.id != board.id {
      // Cards in the archives of other boards count too; each board says which they are once it is shown.
      let cards = (found[other.id] ?? 0) + (archived[other.id] ?? 0)
      guard cards > 0 else { continue }
      others += cards
      let name = BoardCommands.short(other.name)
      let label = translated(
        count: cards, one: "{name}: {count} card", other: "{name}: {count} cards", ["name": name])
      menu.item(Menu.literal(label), "board.search-on", with: other.id.rawValue)
    }
    let inArchive = archived[board.id] ?? 0
    if inArchive > 0 { menu.item(translated("Show the _Archive"), "board.archive") }
    widget.isVisible = others + inArchive > 0
    guard widget.isVisible else { return }
    widget.menu = menu
    let words = [
      others == 0
        ? nil
        : translated(
          count: others, one: "{count} card on another board",
          other: "{count} cards on other boards"),
      inArchive == 0
        ? nil
        : translated(
          count: inArchive, one: "{count} card in the archive",
          other: "{count} cards in the archive"),
    ]
    widget.setLabel(words.compactMap { $0 }.joined(separator: ", "))
  }
}
