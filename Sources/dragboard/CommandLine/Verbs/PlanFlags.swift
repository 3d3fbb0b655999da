internal import BoardModel
internal import CommandLineArguments
internal import Translations

/// The flags that say what is planned with a card: `--due`, `--label` and `--item`.
struct PlanFlags {
  /// The due date; nil in it takes the date away.
  let due: DueDate??
  /// Nil without a flag.
  let labels: [CardLabel]?
  let items: [ChecklistItem]

  static let due = Flag("due", value: .required("DATE"), help: "when it is due")

  static func label(_ help: Translatable) -> Flag {
    Flag("label", value: .required("NAME[:COLOR]"), help: help)
  }

  static let item = Flag(
    "item", value: .required("TEXT"), help: "add to the checklist; repeat it")

  init(_ invocation: Invocation) throws {
    due = try invocation.text(of: Self.due).map { try $0.isEmpty ? nil : Self.date($0) }
    let labels = try invocation.texts(of: Self.label(""))
    self.labels = labels.isEmpty ? nil : try labels.filter { !$0.isEmpty }.map(Self.label(named:))
    items = try invocation.texts(of: Self.item).map { text in
      guard !text.isBlank else {
        throw CommandFailure.usage(translated("--item: an item needs words"))
      }
      return ChecklistItem(text)
    }
  }

  func apply(to details: inout CardDetails) {
    if let due { details.due = due }
    if let labels { details.labels = labels }
    details.checklist += items
  }

  private static func date(_ text: String) throws -> DueDate {
    guard let date = DueDate(typed: text) else {
      throw CommandFailure.usage(
        translated("--due: “{text}” is not a date", ["text": text]),
        hint: translated(
          """
          Write it as 24 Dec, 24.12., 2026-11-25, 2026-11-25T14:30, today, tomorrow, a day of the week, next friday, \
          next week or in 3 days; “friday 9am” has a time.
          """
        ))
    }
    return date
  }

  private static func label(named word: String) throws -> CardLabel {
    if let color = LabelLine.unknownColor(in: word) {
      throw CommandFailure.usage(
        translated("--label: there is no colour “{color}”", ["color": color]),
        hint: translated(
          "A label has one of the colours {colors}.", ["colors": LabelColor.names]))
    }
    return LabelLine.label(word)
  }
}
