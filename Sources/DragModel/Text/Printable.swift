/// Text of other programs, made safe for a terminal, a log, a label or JSON: it must neither command a terminal nor
/// forge a line.
package enum Printable {
  /// The text on one line, with U+FFFD for each hostile scalar.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isHostile) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { clean.append(scalar.isHostile ? "\u{FFFD}" : scalar) }
    return String(clean)
  }

  /// A hostile scalar as JSON writes it: `\u001b`, and two such escapes beyond U+FFFF (RFC 8259 section 7).
  package static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    scalar.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}
