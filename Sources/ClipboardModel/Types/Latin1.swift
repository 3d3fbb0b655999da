/// Text in ISO 8859-1, which X11's STRING is.
package enum Latin1 {
  /// UTF-8 of a STRING: the bytes themselves where they are valid UTF-8, as most owners give it.
  package static func decode(_ bytes: [UInt8]) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
  }

  /// Latin-1 of UTF-8, with “?” for what it has no character for; the bytes themselves where they are not UTF-8.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
  }
}
