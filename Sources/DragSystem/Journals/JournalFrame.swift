/// How a record stands in a journal: 16 bytes, then the record.
///
///     0  length of the record, in bytes
///     4  checksum of the length
///     8  checksum of the record
///
/// Numbers are little-endian.
enum JournalFrame {
  static let headerLength = 16

  static func append(_ record: [UInt8], to bytes: inout [UInt8]) {
    let length = UInt32(record.count)
    append(length, to: &bytes)
    append(checksum(of: length), to: &bytes)
    append(checksum(record[...]), to: &bytes)
    bytes += record
  }

  /// The length of the record whose frame begins there; nil where that is no frame.
  static func length(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start + headerLength <= bytes.count else { return nil }
    let length: UInt32 = number(at: start, in: bytes)
    guard number(at: start + 4, in: bytes) == checksum(of: length),
      Int(length) <= bytes.count - start - headerLength
    else { return nil }
    return Int(length)
  }

  /// The record that is framed there; nil when it is damaged.
  static func record(at start: Int, length: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let first = start + headerLength
    let record = bytes[first..<first + length]
    return number(at: start + 8, in: bytes) == checksum(record) ? record : nil
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    for index in 0..<MemoryLayout<Number>.size {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
    }
  }

  private static func number<Number: FixedWidthInteger>(
    at start: Int, in bytes: [UInt8]
  ) -> Number {
    (0..<MemoryLayout<Number>.size).reduce(0) {
      $0 | Number(truncatingIfNeeded: bytes[start + $1]) << (8 * $1)
    }
  }

  private static func checksum(of length: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: mixed(0x6472_6167, UInt64(length)) >> 16)
  }

  /// Eight bytes a step: each step is one to one in what it adds, so one damaged word is always noticed. It is
  /// against accidents, not against forgers.
  private static func checksum(_ record: ArraySlice<UInt8>) -> UInt64 {
    record.withUnsafeBytes { bytes in
      var sum = mixed(0x6420_6a6f_7572_6e61, UInt64(bytes.count))
      var index = 0
      while index + 8 <= bytes.count {
        sum = mixed(sum, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
        index += 8
      }
      var rest: UInt64 = 0
      while index < bytes.count {
        rest = rest << 8 | UInt64(bytes[index])
        index += 1
      }
      return mixed(sum, rest)
    }
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    // The odd number is that of FNV-1a; the shift lets the high half tell on the low one.
    let product = (sum ^ word) &* 0x0000_0100_0000_01b3
    return product ^ product >> 32
  }
}
