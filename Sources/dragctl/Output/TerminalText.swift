/// Checks text for a terminal that the person has not named.
struct TerminalText {
  /// The last byte; nil at the start.
  private var last: UInt8?

  /// Checks the next bytes. False when they could control the terminal, or are no text: control characters, or a start
  /// that is not UTF-8.
  mutating func admits(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    defer { last = bytes.last }
    return !bytes.contains(where: Self.isControl) && !Self.hasC1(bytes, after: last)
      && (last != nil || Self.isText(bytes))
  }

  /// Whether the shell's prompt would stand behind the text's last line.
  var needsNewline: Bool { last != nil && last != UInt8(ascii: "\n") }

  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    case 0x00...0x1F, 0x7F: true
    default: false
    }
  }

  /// U+0080 to U+009F, which some terminals treat as control characters; the first of the two bytes may be
  /// `last`.
  private static func hasC1(_ bytes: [UInt8], after last: UInt8?) -> Bool {
    var last = last
    for byte in bytes {
      if last == 0xC2, (0x80...0x9F).contains(byte) { return true }
      last = byte
    }
    return false
  }

  /// Valid UTF-8, except that the last character may be cut off: it has at most four bytes.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    (0...min(3, bytes.count)).contains { cut in
      String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
    }
  }
}
