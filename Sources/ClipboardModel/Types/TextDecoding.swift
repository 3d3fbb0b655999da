internal import DragModel

/// The conversion from a target's bytes to those of its type.
package enum TextDecoding: Hashable, Sendable {
  case verbatim
  /// Text that should be in UTF-8: it loses a byte order mark, and the NUL with which some programs end it.
  case utf8
  /// UTF-8 where the bytes are valid UTF-8, otherwise from Latin-1.
  case latin1
  /// UTF-16 by its byte order mark, otherwise in that order.
  case utf16(isBigEndian: Bool)

  /// Nil for a charset that dragclip cannot convert.
  init?(charset: String) {
    switch charset {
    case "utf-16", "utf-16le", "unicode", "iso-10646-ucs-2": self = .utf16(isBigEndian: false)
    case "utf-16be": self = .utf16(isBigEndian: true)
    case "iso-8859-1", "latin1", "us-ascii": self = .latin1
    default: return nil
    }
  }

  /// The bytes of the type; those that cannot be converted stay as they are.
  package func decode(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .verbatim: return bytes
    case .utf8:
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Self.trimmed(Array(bytes.dropFirst(3))) }
      guard UTF16Text.isMarked(bytes) else { return Self.trimmed(bytes) }
      return UTF16Text.utf8(bytes).map(Self.trimmed) ?? bytes
    case .latin1: return Self.trimmed(Latin1.decode(bytes))
    case .utf16(let isBigEndian):
      return UTF16Text.utf8(bytes, isBigEndian: isBigEndian).map(Self.trimmed) ?? bytes
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return end == bytes.count ? bytes : Array(bytes[..<end])
  }
}
