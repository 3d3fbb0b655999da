internal import DragModel

/// The text that `--help` prints.
extension CommandSyntax {
  var usageLine: String {
    var text = "Usage: \(command) [FLAG…]"
    if !operands.synopsis.isEmpty { text += " \(operands.synopsis)" }
    return text
  }

  package var help: String {
    var text = "\(usageLine)\n\n\(summary.prefix(1).uppercased())\(summary.dropFirst()).\n"
    if !description.isEmpty {
      // The description's line breaks are those of the source file.
      let words = description.replacing("\n", with: " ")
      text += "\n" + HelpText.wrapped(words, to: HelpText.lineWidth).joined(separator: "\n") + "\n"
    }
    let flags = flags.filter { !$0.isHidden }
    text += "\nFlags:\n\(HelpText.columns(flags.map { ($0.synopsis, $0.help) }))"
    if !examples.isEmpty {
      text += "\nExamples:\n"
      for example in examples { text += "  \(example.command)\n      \(example.meaning)\n" }
    }
    return text
  }
}

/// Lays out help texts.
package enum HelpText {
  /// Every terminal has so many columns.
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
