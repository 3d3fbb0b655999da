internal import DragModel
internal import Foundation

/// Decodes text in any charset that the system knows (iconv(3)).
package enum Charset {
  /// The text; nil when the charset is unknown or the bytes are invalid in it.
  ///
  /// - Parameter charset: nil when the source names none: the text is UTF-8, or UTF-16 with a byte order mark.
  package static func decode(_ bytes: [UInt8], _ charset: String?) -> String? {
    guard let charset else {
      if let text = utf8(bytes) { return text }
      return UTF16Text.isMarked(bytes) ? convert(bytes, "UTF-16") : nil
    }
    switch charset.lowercased() {
    case "utf-8", "utf8": return utf8(bytes)
    case let name: return convert(bytes, name)
    }
  }

  /// Decodes text that may be cut off within a character.
  package static func decode(cut bytes: [UInt8], _ charset: String?) -> String? {
    for missing in 0..<min(4, max(bytes.count, 1)) {
      if let text = decode(Array(bytes.dropLast(missing)), charset) { return text }
    }
    return nil
  }

  /// The text without a byte order mark; nil for bytes that are not UTF-8.
  static func utf8(_ bytes: [UInt8]) -> String? {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self)
  }

  private static func convert(_ bytes: [UInt8], _ charset: String) -> String? {
    // A suffix such as “//TRANSLIT” would make iconv lenient.
    guard !charset.isEmpty,
      charset.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:+".contains($0)) }),
      let converter = iconv_open("UTF-8", charset), converter != iconv_t(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    var (inputLeft, outputLeft) = (input.count, output.count)
    let isWhole = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &inputLeft, &to, &outputLeft) != -1
          && iconv(converter, nil, nil, &to, &outputLeft) != -1
      }
    }
    guard isWhole, inputLeft == 0 else { return nil }
    let decoded = output.dropLast(outputLeft).map { UInt8(bitPattern: $0) }
    return utf8(Array(decoded))
  }
}
