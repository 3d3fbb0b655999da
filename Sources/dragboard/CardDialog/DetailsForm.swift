internal import BoardModel
internal import GtkKit
internal import Translations

/// The fields for what is planned with a card: whether it is done, its due date, labels and checklists, and
/// its comments.
final class DetailsForm {
  let done = CheckButton(translated("Card Done"))
  let due = EntryRow(translated("Due Date"))
  let labels = EntryRow(translated("Labels, Separated by Commas"))
  let checklists: ChecklistsForm
  let comments: CommentsForm
  /// What is wrong with the typed date or labels; invisible while nothing is.
  let problem = Label(style: "error", "caption").wrapping(lines: 3)
  private let original: CardDetails
  /// The colours that the board's labels have.
  private let colors: [String: LabelColor]
  private let calendar = Calendar()
  private let choice: LabelChoice
  private let button: PopoverButton

  /// - Parameter known: the labels of the board.
  init(_ details: CardDetails, known: [CardLabel]) {
    original = details
    choice = LabelChoice(known)
    let days = DayButtons()
    button = PopoverButton(
      icon: "x-office-calendar-symbolic", tooltip: translated("Choose a Day"),
      Box(.vertical, spacing: 6, [calendar, days.widget]), style: "flat")
    checklists = ChecklistsForm(details)
    comments = CommentsForm(details.comments)
    colors = (known + details.labels).colors
    done.isActive = details.isDone
    done.tooltip = translated("Done (Ctrl+D)")
    done.aligned(vertically: .center)
    due.text = DueText.typed(details.due)
    labels.text = LabelLine.text(of: details.labels, colors: colors)
    labels.addSuffix(choice.button)
    choice.typed = { [weak self] in self?.typedLabels ?? [] }
    choice.onChange = { [weak self] in
      guard let self else { return }
      labels.text = LabelLine.text(of: $0, colors: colors)
    }
    problem.isVisible = false
    button.aligned(vertically: .center)
    due.addSuffix(button)
    button.onOpen { [weak self] in
      guard let self, let date = try? DueText.date(typed: due.text) else { return }
      calendar.day = (date.year, date.month, date.day)
    }
    calendar.onSelect { [weak self] in self?.chosen() }
    days.onChoose = { [weak self] day in self?.choose(day) }
    button.keep(days)
    for row in [due, labels] { row.onChange { [weak self] in self?.check() } }
  }

  private func chosen() {
    let day = calendar.day
    // The calendar reports a choice when it is opened, too.
    let old = try? DueText.date(typed: due.text)
    guard let new = DueDate(year: day.year, month: day.month, day: day.day, minute: old?.minute),
      new != old
    else { return }
    choose(new)
  }

  private func choose(_ day: DueDate?) {
    due.text = DueText.typed(day)
    button.close()
    due.focus()
  }

  var hasChanges: Bool { (try? details()) != original }

  /// What is typed.
  ///
  /// - Throws: `invalid` for text that is no date, and for a colour that labels do not have.
  func details() throws(BoardError) -> CardDetails {
    var details = original
    details.isDone = done.isActive
    details.due = try DueText.date(typed: due.text)
    details.labels = try checkedLabels()
    details.checklist = checklists.items
    details.comments = comments.comments
    return details
  }

  /// What is typed. A date or labels in which something is wrong stay as they were.
  var validDetails: CardDetails {
    var details = original
    details.isDone = done.isActive
    if let due = try? .some(DueText.date(typed: due.text)) { details.due = due }
    if let labels = try? checkedLabels() { details.labels = labels }
    details.checklist = checklists.items
    details.comments = comments.comments
    return details
  }

  /// Goes to the field in which something is wrong.
  ///
  /// - Returns: whether there is one.
  func focusProblem() -> Bool {
    wrong?.focus() ?? false
  }

  private var typedLabels: [CardLabel] { LabelLine.labels(in: labels.text, colors: colors) }

  private func checkedLabels() throws(BoardError) -> [CardLabel] {
    if let color = LabelLine.unknownColor(inLine: labels.text) {
      throw .invalid(
        field: translated("labels"),
        reason: translated(
          "there is no colour “{color}”: use {colors}",
          ["color": color, "colors": LabelColor.names]))
    }
    let labels = typedLabels
    for label in labels {
      guard let color = colors[label.name], color != label.color else { continue }
      throw .invalid(
        field: translated("labels"),
        reason: translated(
          "“{label}” is {color} on this board; “Labels” in the menu of the board changes that",
          ["label": label.name, "color": color.rawValue]))
    }
    return labels
  }

  /// The first field in which something is wrong.
  private var wrong: EntryRow?

  private func check() {
    wrong = nil
    check(due) { () throws(BoardError) in _ = try DueText.date(typed: due.text) }
    check(labels) { () throws(BoardError) in _ = try checkedLabels() }
    problem.isVisible = wrong != nil
  }

  private func check(_ row: EntryRow, _ read: () throws(BoardError) -> Void) {
    do throws(BoardError) {
      try read()
      row.setProblem(nil)
    } catch {
      row.setProblem(FailureText.of(error))
      guard wrong == nil else { return }
      wrong = row
      problem.text = FailureText.of(error)
    }
  }
}

/// Buttons for the days that people choose most, and one for “no date”.
final class DayButtons {
  let widget = Box(.horizontal, spacing: 6)
  var onChoose: @MainActor (DueDate?) -> Void = { _ in }

  init() {
    widget.isHomogeneous = true
    add(translated("_Today")) { DueDate.now.wholeDay }
    add(translated("T_omorrow")) { DueDate.now.tomorrow }
    add(translated("_No Date")) { nil }
  }

  private func add(_ label: String, _ day: @escaping @MainActor () -> DueDate?) {
    let button = Button(label: label, style: "flat")
    button.onClick { [weak self] in self?.onChoose(day()) }
    widget.append(button)
  }
}
