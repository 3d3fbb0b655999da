internal import DragModel
internal import Translations

/// todo.txt: a task on each line, `x (A) 2026-11-20 Paint the fence +Garden @home due:2026-11-25`.
extension BoardImport {
  private static let todoTextType = "text/plain"
  /// The title of the list of tasks without a project, where the file has the usual name, todo.txt.
  package static let todoTextTitle = "todo"

  /// Reads a task from each line. Its first `+project` is the list; its other projects, its `@contexts` and a priority,
  /// as “(A)”, are labels. Those inside its sentence stay there too.
  ///
  /// - Parameter title: of the list for tasks of no project.
  /// - Throws: `malformed` for bytes that are not UTF-8, and for more than the limits allow.
  package init(todoText bytes: [UInt8], title: String) throws(BoardError) {
    let text = try Self.text(bytes, as: Self.todoTextType)
    var losses = Losses()
    var count = 0
    for line in text.split(whereSeparator: \.isNewline) where !line.isBlank {
      count += 1
      let task = TodoTask(line)
      add(task.card, to: task.list ?? title)
      try Self.check(count: count + lists.count, as: Self.todoTextType)
      for date in task.dates {
        losses.add(
          translated("the date “{text}”", ["text": date]), of: String(task.card.title.prefix(200)))
      }
    }
    losses.end()
    left = losses.lines
  }
}

/// A line of a todo.txt (github.com/todotxt/todo.txt).
struct TodoTask {
  var card: NewCard
  /// Its first project.
  var list: String?
  /// When it was written and done.
  var dates: [String] = []

  init(_ line: Substring) {
    var words = line.split(whereSeparator: \.isBlank)[...]
    var details = CardDetails()
    if words.first == "x", words.count > 1 {
      details.isDone = true
      words.removeFirst()
    }
    if let priority = words.first, Self.isPriority(priority), words.count > 1 {
      details.labels.append(CardLabel(String(priority)))
      words.removeFirst()
    }
    while let word = words.first, word.utf8.count == 10, DueDate(String(word)) != nil,
      words.count > 1, dates.count < 2
    {
      dates.append(String(word))
      words.removeFirst()
    }
    // What stands between plain words is part of a sentence.
    let plain = words.indices.filter { !words[$0].isTodoMark }
    let sentence = (plain.first ?? 0)..<(plain.last ?? 0)
    var title: [Substring] = []
    for (index, word) in zip(words.indices, words) {
      let isInSentence = sentence.contains(index)
      if let due = word.value(after: "due:"), details.due == nil, let date = DueDate(due) {
        details.due = date
      } else if let project = word.value(after: "+"), list == nil {
        list = CardText.line(project)
        if isInSentence { title.append(word) }
      } else if let name = word.value(after: "@") ?? word.value(after: "+"),
        details.labels.count < CardDetails.mostLabels, name.utf8.count <= CardDetails.longestLine
      {
        if !details.labels.contains(where: { $0.name == name }) {
          details.labels.append(CardLabel(name))
        }
        if isInSentence { title.append(word) }
      } else {
        title.append(word)
      }
    }
    // A task may be nothing but its marks.
    let text = (title.isEmpty ? words : title[...]).joined(separator: " ")
    card = NewCard(title: text)
    card.details = details
  }

  /// Whether a word is “(A)” … “(Z)”.
  static func isPriority(_ word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    return bytes.count == 3 && bytes[0] == UInt8(ascii: "(") && bytes[2] == UInt8(ascii: ")")
      && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[1])
  }
}

extension Substring {
  /// Whether the word is a project, a context, or a key with its value, as an address has.
  fileprivate var isTodoMark: Bool {
    if value(after: "+") ?? value(after: "@") != nil { return true }
    guard let colon = firstIndex(of: ":") else { return false }
    return colon != startIndex && index(after: colon) != endIndex
  }

  /// What follows a mark at the beginning of a word; nil where nothing follows, or the word has no such mark.
  fileprivate func value(after mark: String) -> String? {
    hasPrefix(mark) && utf8.count > mark.utf8.count ? String(dropFirst(mark.count)) : nil
  }
}
