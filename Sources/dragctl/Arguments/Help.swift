/// What `--help` prints, from the same table that the parser and the completions read.
enum Help {
  static func overall(_ verbs: [Verb]) -> String {
    """
    Usage: dragctl VERB [FLAG…] [ARGUMENT…]

    Offers data to every program of the session, and accepts what others offer.

    Verbs:
    \(columns(verbs.map { ($0.name, $0.summary) }))
    Flags:
    \(columns([("-h, --help", "show this help; after a verb, help on the verb"), ("--version", "show the version")]))
    Exit status:
    \(columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    “dragctl VERB --help” says more, and so does dragctl(1).

    """
  }

  static func of(_ verb: Verb) -> String {
    var text = "Usage: dragctl \(verb.name) [FLAG…]"
    if !verb.operands.synopsis.isEmpty { text += " \(verb.operands.synopsis)" }
    text += "\n\n\(sentence(verb.summary))\n"
    if !verb.description.isEmpty {
      // Written for the source's width, not the terminal's.
      let words = verb.description.replacing("\n", with: " ")
      text += "\n" + wrapped(words, to: lineWidth).joined(separator: "\n") + "\n"
    }
    let flags = verb.flags.filter { !$0.isHidden }
    text += "\nFlags:\n\(columns(flags.map { ($0.synopsis, $0.help) }))"
    if !verb.examples.isEmpty {
      text += "\nExamples:\n"
      for example in verb.examples { text += "  \(example.command)\n      \(example.meaning)\n" }
    }
    return text
  }

  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map { TextWidth.columns(of: $0.0) }.filter { $0 <= 26 }.max() ?? 0
    var text = ""
    for (left, right) in rows {
      let isLong = TextWidth.columns(of: left) > width
      let indent = String(repeating: " ", count: width + 4)
      text += "  " + (isLong ? left + "\n" + indent : TextWidth.padded(left, to: width + 2))
      text += wrapped(right, to: lineWidth - width - 4).joined(separator: "\n" + indent) + "\n"
    }
    return text
  }

  /// What every terminal has.
  private static let lineWidth = 80

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if TextWidth.columns(of: line) + 1 + TextWidth.columns(of: String(word)) <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
