/// `file:` URIs (RFC 8089) and lists of them (RFC 2483 section 5).
enum FileURI {
  /// The URI of an absolute path; every byte that RFC 3986 does not call unreserved is percent-encoded.
  static func uri(absolutePath path: [UInt8]) -> String {
    var text: [UInt8] = Array("file://".utf8)
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.append(byte)
      default:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The content of a `text/uri-list` with one URI.
  static func list(_ uri: String) -> [UInt8] {
    Array("\(uri)\r\n".utf8)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
