/// The width of text on a terminal.
package enum TextWidth {
  /// Columns that the text takes: 2 for an East Asian character or an emoji, 0 for a mark.
  package static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text, or as much of its front as fits with an ellipsis.
  package static func shortened(_ text: String, to columns: Int) -> String {
    guard Self.columns(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    var width = 1
    var front = ""
    for character in text {
      width += Self.columns(of: character)
      if width > columns { break }
      front.append(character)
    }
    return front + "…"
  }

  /// The text and as many spaces as make it that wide.
  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - Self.columns(of: text)))
  }

  private static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    return isWide(first) || character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
  }

  /// The blocks that are wholly or nearly wide in Unicode Standard Annex 11.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default:
      scalar.properties.isEmojiPresentation
    }
  }
}
