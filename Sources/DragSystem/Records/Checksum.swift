/// CRC-32C: Castagnoli's polynomial, reflected, as in iSCSI (RFC 3720 appendix B.4) and ext4. zlib has only
/// the other CRC-32.
struct Checksum {
  private var state: UInt32 = ~0

  var value: UInt32 { ~state }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    let table = Self.table
    var state = state
    for byte in bytes {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
    (0..<8).reduce(byte) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0x82F6_3B78 }
  }
}

// Numbers in this module's files, little-endian.

extension [UInt8] {
  mutating func append(number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  func number<Number: FixedWidthInteger>(at start: Int, as type: Number.Type) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) {
      $0 | Number(truncatingIfNeeded: self[start + $1]) << ($1 * 8)
    }
  }
}
