/// The classes of code points that the MIME Sniffing standard names, for the bytes of valid UTF-8.
extension UInt8 {
  static let semicolon = UInt8(ascii: ";")
  static let slash = UInt8(ascii: "/")
  static let equals = UInt8(ascii: "=")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  /// HTTP whitespace (Fetch standard, section 2.2).
  var isHTTPWhitespace: Bool {
    self == 0x09 || self == 0x0A || self == 0x0D || self == 0x20
  }

  /// HTTP token code point (MIME Sniffing standard, section 3).
  var isHTTPToken: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"),
      UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  /// A byte of an HTTP quoted-string token code point (MIME Sniffing standard, section 3). UTF-8
  /// writes U+0080 to U+00FF with the lead bytes 0xC2 and 0xC3; higher lead bytes are past them.
  var isHTTPQuotedStringToken: Bool {
    self == 0x09 || (0x20...0x7E).contains(self) || (0x80...0xC3).contains(self)
  }

  var isCapital: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }

  var lowercasedASCII: UInt8 {
    isCapital ? self | 0x20 : self
  }
}
