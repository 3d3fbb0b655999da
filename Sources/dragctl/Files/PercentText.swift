/// Any bytes as ASCII: percent-encodes every byte that RFC 3986 does not call unreserved, except `/`.
enum PercentText {
  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
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

  /// Nil where a `%` is not followed by two hexadecimal digits.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digits.firstIndex),
        let low = rest.popFirst().flatMap(digits.firstIndex)
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
