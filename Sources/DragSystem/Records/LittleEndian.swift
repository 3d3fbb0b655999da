// Numbers in the files of this module, little-endian.

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
