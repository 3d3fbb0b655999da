internal import BoardModel
internal import DragModel
internal import GtkKit
internal import Translations

/// The archived lists and cards of a board, each with buttons that bring it back or delete it. Both can be undone on
/// the board.
final class ArchiveDialog {
  /// The most lists, and the most cards, that the dialog shows. “dragboard search” finds the others.
  private static let most = 200

  private let dialog: ListDialog
  private let board: Board
  private let commands: BoardCommands
  private let rows = ListBox(style: "boxed-list")
  private let more = Label(style: "dim-label")

  static func present(over parent: BoardWindow) {
    let archive = ArchiveDialog(parent)
    archive.connect()
    archive.dialog.window.present()
  }

  private init(_ parent: BoardWindow) {
    (board, commands) = (parent.board, parent.commands)
    rows.accessibleLabel = translated("Archive")
    let nothing = StatusPage(
      icon: "folder-symbolic", title: translated("Nothing Is Archived"),
      text: translated("Archived cards and lists are kept here, out of sight."))
    dialog = ListDialog(
      translated("Archive of “{board}”", ["board": parent.name]),
      Box(.vertical, spacing: 12, [rows, more]), orElse: nothing, over: parent.window)
  }

  private func connect() {
    update()
    board.observe(self) { [weak self] placeholder in if placeholder == nil { self?.update() } }
    dialog.window.onKey(first: true) { [weak self] key in
      guard key == Key("z", .control) else { return false }
      self?.dialog.toasts.dismiss()
      self?.commands.undo()
      return true
    }
    // The window keeps this object until it is closed.
    dialog.window.onClose { [self] in board.stopObserving(self) }
  }

  private func update() {
    guard
      let archive = commands.attempt({ () throws(BoardError) in
        try board.store.archive(of: board.id)
      })
    else { return }
    let lists = archive.filter(\.list.isArchived)
    let cards = archive.flatMap { list, cards in
      cards.filter(\.isArchived).map { (card: $0, list: list) }
    }
    rows.removeAll()
    for (list, all) in lists.prefix(Self.most) {
      // Cards that were archived themselves have rows of their own, and stay archived.
      let cards = all.filter { !$0.isArchived }
      append(
        list.title,
        translated(
          count: cards.count, one: "List with {count} card", other: "List with {count} cards"),
        restore: .archiveList(list.id, false), delete: .deleteList(list.id))
    }
    for (card, list) in cards.prefix(Self.most) {
      append(
        card.shownTitle, Self.words(of: card, in: list),
        restore: .archiveCards([card.id], false), delete: .deleteCards([card.id]))
    }
    let hidden = max(lists.count - Self.most, 0) + max(cards.count - Self.most, 0)
    more.isVisible = hidden > 0
    more.text = translated(count: hidden, one: "and {count} more", other: "and {count} more")
    dialog.isEmpty = lists.isEmpty && cards.isEmpty
  }

  /// The list of a card, when it is due, and the beginning of its text.
  private static func words(of card: Card, in list: BoardList) -> String {
    let due = card.details.due.map { DueText.text(of: $0, isDone: card.details.isDone) }
    let text = card.shownText.split(separator: "\n").first.map { String($0) }
    return [list.title, due, text].compactMap { $0 }.joined(separator: " · ")
  }

  private func append(
    _ title: String, _ subtitle: String, restore: BoardChange, delete: BoardChange
  ) {
    let row = ActionRow(title, subtitle: subtitle)
    row.titleLines = 2
    row.setSubtitleLines(2)
    let back = Button(label: translated("_Restore"))
    back.aligned(vertically: .center)
    back.onClick { [weak self] in
      self?.change(restore, translated("“{title}” restored", ["title": title]))
    }
    row.addSuffix(back)
    let remove = Button(
      icon: "user-trash-symbolic", tooltip: translated("Delete “{title}”", ["title": title]),
      style: "flat")
    remove.aligned(vertically: .center)
    remove.onClick { [weak self] in
      self?.change(delete, translated("“{name}” deleted", ["name": title]))
    }
    row.addSuffix(remove)
    rows.append(row)
  }

  /// Changes the board once the click is handled, because the change removes the button's row, and offers to undo that.
  private func change(_ change: BoardChange, _ words: String) {
    MainQueue.whenIdle { [weak self, commands] in
      guard let id = commands.perform(change)?.change, let self else { return }
      dialog.toasts.show(Printable.line(words), .undo) { [board] in
        commands.attempt { () throws(BoardError) in _ = try board.undo(id, onlyLast: true) }
      }
    }
  }
}

extension BoardWindow {
  func showArchive() { ArchiveDialog.present(over: self) }
}
