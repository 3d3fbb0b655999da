/// The last line of a note: `sum` and the checksum (CRC-32C, hexadecimal) of all the bytes before it.
enum NoteSeal {
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(bytes)
    let digits = String(checksum.value, radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return bytes + Array("sum \(padded)\n".utf8)
  }

  /// What was sealed; nil when this is not what was sealed.
  static func opened(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= length else { return nil }
    let inner = Array(bytes.dropLast(length))
    return sealed(inner) == bytes ? inner : nil
  }

  /// In bytes.
  private static let length = "sum 01234567\n".utf8.count
}
