/// Text from others, made fit to be printed: whoever sends it must not steer the terminal.
enum Printable {
  /// The text with control characters, line breaks and direction overrides shown as U+FFFD.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHostile) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      clean.append(isHostile(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(clean)
  }

  /// What must not reach a terminal or a file name unasked.
  static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    // Line and paragraph separators; marks, embeddings, overrides and isolates of direction.
    case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
