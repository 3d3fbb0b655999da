/// The frame of a record in a journal: 16 bytes, then the record.
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
    bytes.append(number: length)
    bytes.append(number: checksum(of: length))
    bytes.append(number: checksum(record[...]))
    bytes += record
  }

  /// The length of the record whose frame starts there; nil when no frame starts there.
  static func length(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start + headerLength <= bytes.count else { return nil }
    let length = bytes.number(at: start, as: UInt32.self)
    guard bytes.number(at: start + 4, as: UInt32.self) == checksum(of: length),
      Int(length) <= bytes.count - start - headerLength
    else { return nil }
    return Int(length)
  }

  /// The record of the frame that starts there; nil when it is damaged.
  static func record(at start: Int, length: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let first = start + headerLength
    let record = bytes[first..<first + length]
    return bytes.number(at: start + 8, as: UInt64.self) == checksum(record) ? record : nil
  }

  private static func checksum(of length: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: mixed(0x6472_6167, UInt64(length)) >> 16)
  }

  /// Adds eight bytes a step. Each step maps different words to different sums, so one damaged word always changes the
  /// sum. It protects against accidents, not against forgery.
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
    // The odd factor is that of FNV-1a; the shift lets the high half affect the low one.
    let product = (sum ^ word) &* 0x0000_0100_0000_01b3
    return product ^ product >> 32
  }
}
