internal import BoardModel
internal import GtkKit
internal import Translations

/// The fields for what is planned with a card: its due date, labels and checklist.
final class DetailsForm {
  let due = EntryRow(translated("Due Date"))
  let labels = EntryRow(translated("Labels, Separated by Commas"))
  let checklist: ChecklistForm
  private let original: CardDetails
  /// The colours that the board's labels have.
  private let colors: [String: LabelColor]
  private let calendar = Calendar()

  /// - Parameter known: the labels of the board.
  init(_ details: CardDetails, known: [CardLabel]) {
    original = details
    checklist = ChecklistForm(details.checklist)
    colors = Dictionary(
      (known + details.labels).map { ($0.name, $0.color) }, uniquingKeysWith: { $1 })
    due.text = DueText.typed(details.due)
    labels.text = LabelLine.text(of: details.labels)
    labels.tooltip = translated(
      "“urgent:red” gives a label a colour: {colors}",
      [
        "colors": LabelColor.allCases.map(\.rawValue).joined(separator: ", ")
      ])
    let button = PopoverButton(
      icon: "x-office-calendar-symbolic", tooltip: translated("Choose a Day"), calendar,
      style: "flat")
    button.aligned(vertically: .center)
    due.addSuffix(button)
    button.onOpen { [weak self] in
      guard let self, let date = try? DueText.date(typed: due.text) else { return }
      calendar.day = (date.year, date.month, date.day)
    }
    calendar.onSelect { [weak self, weak button] in
      guard let self else { return }
      let day = calendar.day
      let old = try? DueText.date(typed: due.text)
      let new = DueDate(year: day.year, month: day.month, day: day.day, minute: old?.minute)
      guard new != old else { return }
      due.text = DueText.typed(new)
      button?.close()
    }
    due.onChange { [weak self] in self?.check() }
  }

  var hasChanges: Bool { (try? details()) != original }

  /// What is typed.
  ///
  /// - Throws: `invalid` for a date that is none.
  func details() throws(BoardError) -> CardDetails {
    var details = original
    details.due = try DueText.date(typed: due.text)
    details.labels = LabelLine.labels(in: labels.text, colors: colors)
    details.checklist = checklist.items
    return details
  }

  private func check() {
    do throws(BoardError) {
      _ = try DueText.date(typed: due.text)
      due.setProblem(nil)
    } catch {
      due.setProblem(FailureText.of(error))
    }
  }
}
