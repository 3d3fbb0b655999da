internal import Translations

/// A word of a search.
enum SearchWord: Equatable, Sendable {
  /// The card has it somewhere.
  case text([UInt8])
  /// The card has a label that begins so.
  case label([UInt8])
  case done(Bool)
  case due(Due)
  /// The card is overdue, or has this word.
  case overdue([UInt8])

  enum Due: Equatable, Sendable {
    case anyDay
    case never
    case overdue
    /// From today to the sixth day after it.
    case week
    /// The day that the word names then.
    case on(String)
  }

  static let daysOfAWeek = 7

  init(_ word: String) {
    let folded = SearchText.folded(word)
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let key = parts.first?.lowercased() ?? ""
    let value = parts.count == 2 ? String(parts[1]) : ""
    func isKey(_ name: String, _ translated: String) -> Bool {
      key == name || key == translated.lowercased()
    }
    let found: SearchWord? =
      if parts.count == 1 {
        isKey("overdue", translated("overdue")) ? .overdue(folded) : nil
      } else if isKey("label", translated("label")), !value.isEmpty {
        .label(SearchText.folded(value))
      } else if isKey("done", translated("done")) {
        Self.isYes(value).map { .done($0) }
      } else if isKey("due", translated("due")) {
        Self.due(value).map { .due($0) }
      } else {
        nil
      }
    self = found ?? .text(folded)
  }

  private static func isYes(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "yes", translated("yes").lowercased(): true
    case "no", translated("no").lowercased(): false
    default: nil
    }
  }

  private static func due(_ value: String) -> Due? {
    switch value.lowercased() {
    case "": .anyDay
    case "none", translated("none").lowercased(): .never
    case "overdue", translated("overdue").lowercased(): .overdue
    case "week", translated("week").lowercased(): .week
    default: DueDate(word: value) == nil ? nil : .on(value)
    }
  }

  func finds(_ card: SearchText) -> Bool {
    switch self {
    case .text(let word): card.contains(word)
    case .label(let start):
      card.details.labels.contains { label in
        SearchText.folded(label.name).starts(with: start)
          || SearchText.folded(label.name.asOneWord).starts(with: start)
      }
    case .done(let isDone): card.details.isDone == isDone
    case .due(let due): Self.isDue(card.details, due)
    case .overdue(let word): Self.isDue(card.details, .overdue) || card.contains(word)
    }
  }

  private static func isDue(_ details: CardDetails, _ wanted: Due) -> Bool {
    guard let due = details.due else { return wanted == .never }
    switch wanted {
    case .anyDay: return true
    case .never: return false
    case .overdue: return !details.isDone && due.isOverdue()
    case .week:
      let today = DueDate.now.wholeDay
      return today <= due.wholeDay && due.wholeDay < today.adding(days: daysOfAWeek)
    case .on(let word): return due.wholeDay == DueDate(word: word)?.wholeDay
    }
  }
}
