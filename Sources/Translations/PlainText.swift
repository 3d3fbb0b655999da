/// Messages for a terminal without UTF-8.
enum PlainText {
  /// The message with the nearest ASCII of its quotes, dashes and letters, and “?” for others. Values come later and
  /// stay as they are: a file keeps its name.
  static func ascii(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII { result.unicodeScalars.append(scalar) } else { result += spelling(scalar) }
    }
    return result
  }

  private static func spelling(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "“", "”", "„", "«", "»": "\""
    case "‘", "’", "‚": "'"
    case "…": "..."
    case "–", "—", "−", "‑": "-"
    case "→": "->"
    case "×": "x"
    case "·", "•": "*"
    case "µ", "μ": "u"
    case "\u{A0}", "\u{202F}", "\u{2009}": " "
    case "ä": "ae"
    case "ö": "oe"
    case "ü": "ue"
    case "Ä": "Ae"
    case "Ö": "Oe"
    case "Ü": "Ue"
    case "ß": "ss"
    default: "?"
    }
  }
}
