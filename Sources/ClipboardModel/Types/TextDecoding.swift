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
      return Self.isMarkedUTF16(bytes) ? Self.fromUTF16(bytes, false) ?? bytes : Self.trimmed(bytes)
    case .latin1: return Self.trimmed(Latin1.decode(bytes))
    case .utf16(let isBigEndian): return Self.fromUTF16(bytes, isBigEndian) ?? bytes
    }
  }

  private static func isMarkedUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// Nil for bytes that are no UTF-16.
  private static func fromUTF16(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let isMarked = isMarkedUTF16(bytes)
    let isBig = isMarked ? bytes[0] == 0xFE : isBigEndian
    let units = stride(from: isMarked ? 2 : 0, to: bytes.count, by: 2).map { index in
      let (high, low) = isBig ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(validating: units, as: UTF16.self).map { trimmed(Array($0.utf8)) }
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return end == bytes.count ? bytes : Array(bytes[..<end])
  }
}
