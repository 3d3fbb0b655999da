internal import BoardModel
internal import GtkKit
internal import Translations

/// What is overdue, due today, and due in the days after that, on all boards. A row goes to its card.
final class DueDialog {
  /// The most rows. “dragboard search due:week” finds the others.
  private static let most = 200

  private let dialog: ListDialog
  private let window: BoardWindow
  private let index: BoardsIndex
  private let content = Box(.vertical, spacing: 12)

  static func present(over parent: BoardWindow) {
    let due = DueDialog(parent)
    // The window keeps this object until it is closed.
    due.dialog.window.onClose { _ = due }
    due.dialog.window.present()
    Task { await due.read() }
  }

  private init(_ window: BoardWindow) {
    self.window = window
    index = BoardsIndex(folder: window.board.store.folder)
    let nothing = StatusPage(
      icon: "object-select-symbolic", title: translated("Nothing Is Due"),
      text: translated("Cards are here once they are due within a week."))
    dialog = ListDialog(
      translated("Due on All Boards"), content, orElse: nothing, over: window.window)
  }

  private func read() async {
    do {
      show(try await index.due())
    } catch {
      dialog.window.close()
      window.say(FailureText.of(error))
    }
  }

  private func show(_ found: [(card: Card, list: BoardList, board: NamedBoard)]) {
    let now = DueDate.now
    var sections: [(heading: String, rows: [ActionRow])] = []
    for (card, list, board) in found.prefix(Self.most) {
      guard let due = card.details.due else { continue }
      let heading =
        due.isOverdue(at: now)
        ? translated("Overdue")
        : due.isToday(at: now) ? translated("Today") : translated("Next Days")
      if sections.last?.heading != heading { sections.append((heading, [])) }
      sections[sections.count - 1].rows.append(row(card, due, list, board, at: now))
    }
    for (heading, rows) in sections {
      let box = ListBox(style: "boxed-list")
      box.accessibleLabel = heading
      for row in rows { box.append(row) }
      content.append(Label(heading, style: "heading").asHeading())
      content.append(box)
    }
    let hidden = found.count - Self.most
    if hidden > 0 {
      let more = translated(count: hidden, one: "and {count} more", other: "and {count} more")
      content.append(Label(more, style: "dim-label"))
    }
    dialog.isEmpty = sections.isEmpty
  }

  private func row(
    _ card: Card, _ due: DueDate, _ list: BoardList, _ board: NamedBoard, at now: DueDate
  ) -> ActionRow {
    let place = "\(window.application.name(of: board.id)) · \(list.title)"
    let words = DueText.text(of: due, isDone: true, at: now)
    let row = ActionRow(card.shownTitle, subtitle: "\(words) · \(place)")
    row.titleLines = 2
    row.setSubtitleLines(2)
    let button = Button(
      icon: "go-next-symbolic", tooltip: translated("Show “{title}”", ["title": card.shownTitle]),
      style: "flat")
    button.aligned(vertically: .center)
    button.onClick { [weak self] in self?.go(to: card.id, on: board.id) }
    row.addSuffix(button)
    row.setActivatable(button)
    return row
  }

  private func go(to card: CardID, on board: BoardID) {
    dialog.window.close()
    MainQueue.whenIdle { [window] in
      window.endSearch()
      if window.show(board) { window.commands.revealSelecting([card]) }
    }
  }
}

extension BoardWindow {
  func showDue() { DueDialog.present(over: self) }
}
