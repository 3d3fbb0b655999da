extension NewCard {
  /// A card of one line that a person typed as a title. Words at its end say what is planned: `#label` or
  /// `#label:red`, `due:DATE` (also of several words, `due:next friday 9am`), and `@{2026-11-25} @@{14:30}` as in
  /// Markdown. A backslash before such a word keeps it in the title. A word that looks like a date but cannot be read
  /// as one stays in the title too.
  ///
  /// - Parameters:
  ///   - colors: the colours that the board's labels have.
  ///   - now: decides which day “tomorrow” is.
  package init(typed line: String, colors: [String: LabelColor] = [:], at now: DueDate = .now) {
    var words = line.split(whereSeparator: \.isBlank)
    var details = CardDetails()
    // Words among the marks that look like dates but are none, the last one first; they stay in the title.
    var unknown: [Substring] = []
    while let last = words.popLast() {
      let before = words.last
      if let name = MarkdownTask.label(last), before != nil,
        details.labels.count < CardDetails.mostLabels
      {
        let label = LabelLine.label(name, colors: colors)
        let typedAgain = details.labels.first { $0.name == label.name }
        details.labels.removeAll { $0.name == label.name }
        details.labels.insert(typedAgain ?? label, at: 0)
      } else if let due = Self.due(last, at: now), before != nil, details.due ?? due == due {
        details.due = due
      } else if words.count > 1, let before, let due = Self.due(before, time: last, at: now),
        details.due ?? due == due
      {
        details.due = due
        words.removeLast()
      } else if let (count, due) = Self.duePhrase(words, last, at: now), count <= words.count,
        details.due ?? due == due
      {
        details.due = due
        words.removeLast(count - 1)
      } else if before != nil, Self.isUnknownDate(last, at: now) {
        unknown.append(last)
      } else {
        words.append(last)
        break
      }
    }
    // Only escaped marks at the end of the title lose their backslash.
    let isKept: (Substring) -> Bool = { word in
      word.first == "\\" && Self.isMark(word.dropFirst(), at: now)
    }
    let kept = words.dropFirst().reversed().prefix(while: isKept).count
    let end = words.last?.endIndex ?? line.endIndex
    var (title, start) = ("", line.startIndex)
    for word in words.suffix(kept) {
      title += line[start..<word.startIndex]
      start = line.index(after: word.startIndex)
    }
    title += line[start..<end]
    start = end
    for word in unknown.reversed() {
      let gap = line[start..<word.startIndex]
      title += gap.isBlank ? gap : " "
      title += word
      start = word.endIndex
    }
    self.init(title: title)
    self.details = details
  }

  /// The first word of a title that looks like a date but is not one: `due:tomorow`. It stays in the title.
  package static func unknownDate(inTitle title: String, at now: DueDate = .now) -> String? {
    title.split(whereSeparator: \.isBlank)
      .first { isUnknownDate($0, at: now) }
      .map { String($0) }
  }

  private static func isUnknownDate(_ word: Substring, at now: DueDate) -> Bool {
    if MarkdownTask.isTime(word) { return true }
    return word.lowercased().hasPrefix(dueMark) && word.count > dueMark.count
      && due(word, at: now) == nil
  }

  private static let dueMark = "due:"

  private static func due(_ word: Substring, at now: DueDate) -> DueDate? {
    guard word.lowercased().hasPrefix(dueMark) else { return MarkdownTask.due(word) }
    return DueDate(word: word.dropFirst(dueMark.count), at: now)
  }

  /// The date of a word with the time of the next, in either notation of a date.
  private static func due(_ word: Substring, time: Substring, at now: DueDate) -> DueDate? {
    if let due = MarkdownTask.due(word, time: time) { return due }
    guard let day = due(word, at: now), day.minute == nil else { return nil }
    return MarkdownTask.due("@{\(day)}", time: time)
  }

  /// The most words that a date has: “due:in 2 weeks at 9 o'clock”.
  private static let mostDueWords = 6

  /// The date of several words at the end, and how many they are.
  ///
  /// - Parameter words: those before the last.
  private static func duePhrase(
    _ words: [Substring], _ last: Substring, at now: DueDate
  ) -> (count: Int, due: DueDate)? {
    let words = words.suffix(mostDueWords - 1) + [last]
    guard let first = words.lastIndex(where: { $0.lowercased().hasPrefix(dueMark) }) else {
      return nil
    }
    let text = words[first...].joined(separator: " ").dropFirst(dueMark.count)
    return DueDate(typed: String(text), at: now).map { (words.endIndex - first, $0) }
  }

  private static func isMark(_ word: Substring, at now: DueDate) -> Bool {
    MarkdownTask.label(word) != nil || due(word, at: now) != nil || MarkdownTask.isTime(word)
  }
}
