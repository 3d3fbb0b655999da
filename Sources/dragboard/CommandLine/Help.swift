/// The text of `--help`.
enum Help {
  static var overall: String {
    let verbs = Verb.all.filter { !$0.isHidden }
    return """
      Usage: dragboard [--demo | --editor] [--new-instance]
             dragboard [--demo] VERB [FLAG…] [ARGUMENT…]

      A Kanban board that takes and gives anything by drag and drop. Without a verb it
      opens a window; the verbs work beside one and without one.

      Verbs:
      \(columns(verbs.map { ($0.name, $0.summary) }))
      Flags:
      \(columns([
        ("--demo", "use a board with examples, kept apart from one's own"),
        ("--editor", "open just the editor of geocaches"),
        ("--new-instance", "open a window in a process of its own"),
        ("-h, --help", "show this help; after a verb, help on the verb"),
        ("--version", "show the version"),
      ]))
      Exit status:
      \(columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
      “dragboard VERB --help” says more, and so does dragboard(1).

      """
  }

  static func of(_ verb: Verb) -> String {
    var text = "Usage: dragboard \(verb.name) [FLAG…]"
    if !verb.operands.isEmpty { text += " \(verb.operands)" }
    text += "\n\n\(verb.summary.prefix(1).uppercased())\(verb.summary.dropFirst()).\n"
    if !verb.description.isEmpty { text += "\n\(wrapped(verb.description, indent: 0))\n" }
    text += "\nFlags:\n\(columns(verb.flags.map { ($0.synopsis, $0.help) }))"
    if !verb.examples.isEmpty {
      text += "\nExamples:\n"
      for example in verb.examples { text += "  \(example.command)\n      \(example.meaning)\n" }
    }
    return text
  }

  private static func columns(_ rows: [(String, String)]) -> String {
    let width = (rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - 2 - left.count)
        + wrapped(right, indent: width) + "\n"
    }.joined()
  }

  /// Wraps text into lines of at most 80 columns.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if indent + last.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
