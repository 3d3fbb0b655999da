@testable import BoardModel

/// Hand-made PNG files.
enum Pictures {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ name: String, _ content: [UInt8] = []) -> [UInt8] {
    var checksum = PNGChecksum()
    let covered = Array(name.utf8) + content
    checksum.add(covered[...])
    return number(UInt32(content.count)) + covered + number(checksum.value)
  }

  static func number(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) }
  }

  static let header = chunk("IHDR", number(1) + number(1) + [8, 0, 0, 0, 0])
  /// One black pixel: a zlib stream of a filter byte and a sample, stored.
  static let pixels = chunk(
    "IDAT", [0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01])
  static let end = chunk("IEND")

  static let pixel = signature + header + pixels + end
}
