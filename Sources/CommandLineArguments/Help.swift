internal import DragModel
internal import Translations

/// The text that `--help` prints.
extension CommandSyntax {
  var usageLine: String {
    let words = [
      command, translated("[FLAG…]"), operands.synopsis.translated,
    ].filter { !$0.isEmpty }.joined(separator: " ")
    return translated("Usage: {words}", ["words": words])
  }

  package var help: String {
    let summary = summary.translated
    var text = "\(usageLine)\n\n\(summary.prefix(1).uppercased())\(summary.dropFirst()).\n"
    if !description.isEmpty {
      // The description's line breaks are those of the source file.
      let words = description.translated.split(separator: "\n").joined(separator: " ")
      text += "\n" + HelpText.paragraph(words) + "\n"
    }
    let flags = flags.filter { !$0.isHidden }
    text +=
      "\n\(translated("Flags:"))\n\(HelpText.columns(flags.map { ($0.synopsis, $0.help.translated) }))"
    if !examples.isEmpty {
      text += "\n\(translated("Examples:"))\n"
      for example in examples {
        text += "  \(example.command)\n      \(example.meaning.translated)\n"
      }
    }
    if let manual { text += "\n\(HelpText.see([manual]))\n" }
    return text
  }
}

/// Lays out help texts.
package enum HelpText {
  /// The columns that every terminal has.
  static let lineWidth = 80

  /// Two columns, the right one wrapped. A long entry of the left column has its own line.
  package static func columns(_ rows: [(String, String)]) -> String {
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

  /// The text in lines that every terminal has room for.
  package static func paragraph(_ text: String) -> String {
    wrapped(text, to: lineWidth).joined(separator: "\n")
  }

  /// The last line of the help of a program with verbs.
  package static func more(about program: String) -> String {
    paragraph(
      translated(
        "“{program} VERB --help” says more, and so does {manual}.",
        ["program": program, "manual": "\(program)(1)"]))
  }

  /// The last line of the help of a verb, or of a program without verbs.
  package static func see(_ manuals: [String]) -> String {
    translated("See {manuals}.", ["manuals": manuals.joined(separator: ", ")])
  }

  static func wrapped(_ text: String, to width: Int) -> [String] {
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
}
