internal import BoardModel
internal import GtkKit
internal import Translations

/// The archived lists and cards of a board, each with a button that brings it back.
enum ArchiveDialog {
  /// More rows than anyone reads; the newest are found by the search of the command line.
  private static let most = 200

  static func present(over window: BoardWindow) {
    let board = window.board
    guard
      let lists = window.commands.attempt({ () throws(BoardError) in
        try board.store.archivedLists(on: board.id)
      }),
      let cards = window.commands.attempt({ () throws(BoardError) in
        try board.store.archivedCards(on: board.id)
      })
    else { return }
    let dialog = Window()
    dialog.title = translated("Archive")
    dialog.setModal(for: window.window)
    dialog.setDefaultSize(width: 420, height: 480)
    let rows = ListBox(style: "boxed-list")
    rows.accessibleLabel = translated("Archive")
    let commands = window.commands
    for list in lists.prefix(most) {
      rows.append(
        row(list.title, translated("List")) { commands.perform(.archiveList(list.id, false)) })
    }
    for (card, list) in cards.prefix(most) {
      rows.append(
        row(card.shownTitle, list.title) { commands.perform(.archiveCards([card.id], false)) })
    }
    let content = Box(.vertical, spacing: 12, [rows])
    content.margins(18)
    let hidden = max(lists.count - most, 0) + max(cards.count - most, 0)
    if hidden > 0 {
      content.append(
        Label(
          translated(count: hidden, one: "and {count} more", other: "and {count} more"),
          style: "dim-label"))
    }
    let page: Widget =
      lists.isEmpty && cards.isEmpty
      ? StatusPage(
        icon: "folder-symbolic", title: translated("Nothing Is Archived"),
        text: translated("Archived cards and lists are kept here, out of sight."))
      : ScrolledWindow(content, horizontally: false, vertically: true)
    dialog.setContent(Box(.vertical, [HeaderBar(), page.expanding(vertically: true)]))
    dialog.onKey(first: true) { [weak dialog] key in
      guard key == Key("Escape") else { return false }
      dialog?.close()
      return true
    }
    dialog.present()
  }

  private static func row(
    _ title: String, _ subtitle: String, restore: @escaping @MainActor () -> ChangeOutcome?
  ) -> ActionRow {
    let row = ActionRow(title, subtitle: subtitle)
    row.setTitleLines(2)
    let button = Button(label: translated("_Restore"))
    button.aligned(vertically: .center)
    button.onClick { [weak button] in
      if restore() != nil { button?.isSensitive = false }
    }
    row.addSuffix(button)
    return row
  }
}

extension BoardWindow {
  func showArchive() { ArchiveDialog.present(over: self) }
}
