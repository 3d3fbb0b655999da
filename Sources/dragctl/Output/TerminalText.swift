/// What may be written to a terminal that did not ask for more.
struct TerminalText {
  private var isStart = true
  private var isLineOpen = false

  /// Takes the next bytes. False where they could steer the terminal or mean nothing to it: control
  /// characters, or a start that is no UTF-8.
  mutating func admits(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    defer { isStart = false }
    isLineOpen = bytes.last != UInt8(ascii: "\n")
    return !bytes.contains(where: Self.isControl) && !Self.hasC1(bytes)
      && (!isStart || Self.isText(bytes))
  }

  /// Whether the shell's prompt would come to stand at the end of the text.
  var needsNewline: Bool { !isStart && isLineOpen }

  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    case 0x00...0x1F, 0x7F: true
    default: false
    }
  }

  /// U+0080 to U+009F, which some terminals take for control characters.
  private static func hasC1(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xC2 && (0x80...0x9F).contains($1) }
  }

  /// UTF-8, of which the last character may be cut off: it has four bytes at most.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    (0...min(3, bytes.count)).contains { cut in
      String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
    }
  }
}
