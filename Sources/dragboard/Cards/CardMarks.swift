internal import BoardModel
internal import GtkKit
internal import Translations

/// What is planned with a card, on its face: labels by name and colour, and below whether it is done, when it is due,
/// how much of its checklists is done, and how many files and comments it has.
final class CardMarks {
  let widget = Box(.vertical, spacing: 6)
  private let labels = WrappingBox()
  private var pills: [Label] = []
  private let line = WrappingBox()
  private let done = Mark("object-select-symbolic")
  private let due = Mark("alarm-symbolic")
  private let checklist = Mark("view-list-bullet-symbolic")
  private let attachments = Mark("mail-attachment-symbolic")
  private let comments = Mark("chat-message-new-symbolic")

  /// The other labels are only counted, because a face is narrow.
  private static let mostLabels = 4

  init() {
    for mark in [done, due, checklist, attachments, comments] { line.append(mark.widget) }
    widget.append(labels)
    widget.append(line)
  }

  static func has(_ card: Card) -> Bool {
    let details = card.details
    return details.isDone || details.due != nil || !details.labels.isEmpty
      || !details.checklist.isEmpty || !details.comments.isEmpty || !card.attachments.isEmpty
  }

  /// The same in words, for people who do not see it.
  static func words(of card: Card) -> String {
    guard has(card) else { return "" }
    let details = card.details
    var words: [String] = []
    if details.isDone { words.append(translated("Done")) }
    if let due = details.due {
      let text = DueText.text(of: due, isDone: details.isDone)
      words.append(
        !details.isDone && due.isOverdue() ? text : translated("Due {day}", ["day": text]))
    }
    if !details.labels.isEmpty {
      words.append(
        translated("Labels: {names}", ["names": details.labels.map(\.name).joined(separator: ", ")])
      )
    }
    if let progress = details.progress {
      words.append(
        translated(
          count: progress.all, one: "{done} of {count} item done",
          other: "{done} of {count} items done",
          ["done": progress.done]))
    }
    if !card.attachments.isEmpty {
      words.append(
        translated(
          count: card.attachments.count, one: "{count} attachment", other: "{count} attachments"))
    }
    if case let count = details.comments.count, count > 0 {
      words.append(translated(count: count, one: "{count} comment", other: "{count} comments"))
    }
    return words.joined(separator: ". ")
  }

  func show(_ card: Card) {
    let details = card.details
    show(details.labels)
    done.show(details.isDone ? translated("Done") : "")
    due.show(details.due.map { DueText.text(of: $0, isDone: details.isDone) } ?? "")
    let isOpen = !details.isDone
    if let date = details.due { DueClock.shared.note(date, isDone: details.isDone) }
    due.widget.set(style: "error", isOpen && details.due?.isOverdue() == true)
    due.widget.set(
      style: "today", isOpen && details.due.map { $0.isToday() && !$0.isOverdue() } == true)
    checklist.show(details.progress.map { "\($0.done)/\($0.all)" } ?? "")
    attachments.show(card.attachments.isEmpty ? "" : "\(card.attachments.count)")
    comments.show(details.comments.isEmpty ? "" : "\(details.comments.count)")
    line.isVisible =
      details.isDone || details.due != nil || details.progress != nil || !card.attachments.isEmpty
      || !details.comments.isEmpty
    widget.isVisible = Self.has(card)
  }

  private func show(_ shown: [CardLabel]) {
    for pill in pills { labels.remove(pill) }
    pills = shown.prefix(Self.mostLabels).map { label in
      let pill = Label(label.name, style: "card-label", label.color.rawValue).wrapping(lines: 1)
      pill.tooltip = label.name
      return pill
    }
    if shown.count > Self.mostLabels {
      pills.append(Label("+\(shown.count - Self.mostLabels)", style: "dim-label", "caption"))
    }
    for pill in pills { labels.append(pill) }
    labels.isVisible = !pills.isEmpty
  }
}

/// An icon with a few words. They are cut off only where they are wider than the card.
private final class Mark {
  let widget: Box
  private let label = Label(style: "caption").wrapping(lines: 1)

  init(_ icon: String) {
    widget = Box(.horizontal, spacing: 4, [Icon(icon, size: 12), label])
    widget.add(style: "card-mark")
  }

  func show(_ text: String) {
    label.text = text
    label.tooltip = text
    widget.isVisible = !text.isEmpty
  }
}
