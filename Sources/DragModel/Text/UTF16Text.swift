/// Text in UTF-16, as Windows and Java write it.
package enum UTF16Text {
  /// Whether the bytes begin with a byte order mark.
  package static func isMarked(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// The text in UTF-8, without a byte order mark; nil for bytes that are no UTF-16.
  ///
  /// - Parameter isBigEndian: the order where no mark tells it.
  package static func utf8(_ bytes: [UInt8], isBigEndian: Bool = false) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let isMarked = isMarked(bytes)
    let isBig = isMarked ? bytes[0] == 0xFE : isBigEndian
    let units = stride(from: isMarked ? 2 : 0, to: bytes.count, by: 2).map { index in
      let (high, low) = isBig ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// The text in UTF-8 of bytes of unknown type; nil unless they have a byte order mark and are text without NUL.
  package static func utf8(ofUnknown bytes: [UInt8]) -> [UInt8]? {
    guard isMarked(bytes), let text = utf8(bytes), !text.contains(0) else { return nil }
    return text
  }
}
