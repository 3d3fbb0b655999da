internal import BoardModel
internal import GtkKit
internal import Translations

/// The comments of a card, and a field for a new one. They are on the card once the dialog saves.
final class CommentsForm {
  let widget = Box(.vertical, spacing: 6)
  /// Called with the field for new ones, when comments push it down.
  var onGrow: @MainActor (Widget) -> Void = { _ in }
  private let rows = Box(.vertical, spacing: 6)
  private let field = TextView()
  private let add = Button(label: translated("Add Co_mment"), style: "flat")
  private var shown: [(comment: CardComment, row: Widget)] = []

  init(_ comments: [CardComment]) {
    let heading = Label(translated("Comments"), style: "heading").asHeading()
    field.accessibleLabel = translated("New Comment")
    field.add(style: "checklist-item")
    for part: Widget in [
      heading, rows, field.withPlaceholder(translated("Write a comment")),
      add.aligned(horizontally: .end),
    ] {
      widget.append(part)
    }
    for comment in comments { append(comment) }
    add.isSensitive = false
    add.onClick { [weak self] in self?.addTyped() }
    field.onChange { [weak self] in
      guard let self else { return }
      add.isSensitive = !field.text.isBlank
    }
  }

  /// With the one that is typed.
  var comments: [CardComment] { shown.map(\.comment) + [typed].compactMap(\.self) }

  private var typed: CardComment? {
    field.text.isBlank ? nil : CardComment(field.text.trimmed, time: DueDate.secondsNow)
  }

  private func addTyped() {
    guard let typed else { return }
    field.text = ""
    append(typed)
    field.focus()
    onGrow(add)
  }

  private func append(_ comment: CardComment) {
    let time = comment.time.map { DueText.typed(DueDate(seconds: $0)) }
    let words = [comment.author, time].compactMap(\.self).joined(separator: " · ")
    let caption = Label(words, style: "caption", "dim-label").wrapping(lines: 2)
    let remove = Button(
      icon: "list-remove-symbolic", tooltip: translated("Remove the Comment"), style: "flat")
    let text = Label(comment.text).wrapping(centered: false)
    text.makeSelectable()
    let row = Box(
      .vertical, spacing: 2,
      [Box(.horizontal, spacing: 6, [caption.expanding(horizontally: true), remove]), text])
    row.add(style: "card", "comment")
    remove.onClick { [weak self] in
      // The button is still handling its click.
      MainQueue.whenIdle {
        guard let self else { return }
        self.rows.remove(row)
        self.shown.removeAll { $0.row === row }
        self.field.focus()
      }
    }
    shown.append((comment, row))
    rows.append(row)
  }
}
