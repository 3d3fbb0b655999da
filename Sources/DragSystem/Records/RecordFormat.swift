/// The format of a log's file. Numbers are little-endian.
///
/// A header of 24 bytes, then records. The header: 8 bytes `dragdlog`, the version of this format (u32), the version of
/// the records' content (u32), a random number of this file (u32), and the checksum of the 20 bytes before (u32).
///
/// A record: a head of 32 bytes, then its bytes.
/// - 0: the file's number (u32): bytes that another file left on the disk are no record of this one
/// - 4: the checksum (u32) of the record's offset (u64), of its head from byte 8 on, and of its bytes
/// - 8: the checksum of the record before it (u32), 0 in the first: records form a chain, so that a record which was
///   written, cut off and partly overwritten is not read again
/// - 12: a random number of the transaction (u32): equal records have different checksums
/// - 16: how many bytes of the file were known to be on the disk when it was written (u64)
/// - 24: the number of its bytes (u32)
/// - 28: 1 when the writer was going to sync it, otherwise 0 (u32)
///
/// A record without bytes is a mark: it only states how much is on the disk.
///
/// A synced log of version 1 has no witness (`LogWitness`) unless it is about to be rewritten.
enum RecordFormat {
  static let version: UInt32 = 2
  static let oldestVersion: UInt32 = 1
  static let headerSize = 24
  static let headSize = 32
  private static let magic = Array("dragdlog".utf8)

  static func header(contents: UInt32, file: UInt32) -> [UInt8] {
    var bytes = magic
    bytes.append(number: version)
    bytes.append(number: contents)
    bytes.append(number: file)
    var checksum = Checksum()
    checksum.add(bytes)
    bytes.append(number: checksum.value)
    return bytes
  }

  /// The file's number and version; throws the reason why these bytes are no valid header.
  static func read(
    header: [UInt8], contents: UInt32
  ) throws(UnreadableLog) -> (file: UInt32, version: UInt32) {
    guard header.count == headerSize, header.starts(with: magic) else {
      throw UnreadableLog("its first \(headerSize) bytes are not the header of a log")
    }
    let found = header.number(at: 8, as: UInt32.self)
    guard oldestVersion...version ~= found else {
      throw UnreadableLog(
        "its format is version \(found); this program reads \(oldestVersion) to \(version)")
    }
    var checksum = Checksum()
    checksum.add(header[..<20])
    guard checksum.value == header.number(at: 20, as: UInt32.self) else {
      throw UnreadableLog("its first \(headerSize) bytes are damaged")
    }
    let foundContents = header.number(at: 12, as: UInt32.self)
    guard foundContents == contents else {
      throw UnreadableLog(
        "its records are of version \(foundContents); this program reads \(contents)")
    }
    return (header.number(at: 16, as: UInt32.self), found)
  }
}

/// The head of a record.
struct RecordHead {
  var file: UInt32
  var checksum: UInt32
  var previous: UInt32
  var transaction: UInt32
  var durableEnd: UInt64
  var length: UInt32
  var isSynced: Bool

  /// Reads the head at `start` in `bytes`, which must be long enough.
  init(_ bytes: [UInt8], at start: Int) {
    file = bytes.number(at: start, as: UInt32.self)
    checksum = bytes.number(at: start + 4, as: UInt32.self)
    previous = bytes.number(at: start + 8, as: UInt32.self)
    transaction = bytes.number(at: start + 12, as: UInt32.self)
    durableEnd = bytes.number(at: start + 16, as: UInt64.self)
    length = bytes.number(at: start + 24, as: UInt32.self)
    isSynced = bytes.number(at: start + 28, as: UInt32.self) != 0
  }

  init(
    file: UInt32, previous: UInt32, transaction: UInt32, durableEnd: UInt64, isSynced: Bool
  ) {
    self.file = file
    checksum = 0
    self.previous = previous
    self.transaction = transaction
    self.durableEnd = durableEnd
    length = 0
    self.isSynced = isSynced
  }

  /// Appends the record to `bytes`, for `offset` in the file.
  mutating func write(_ record: [UInt8], at offset: UInt64, to bytes: inout [UInt8]) {
    length = UInt32(record.count)
    let start = bytes.count
    bytes.append(number: file)
    bytes.append(number: UInt32(0))
    bytes.append(number: previous)
    bytes.append(number: transaction)
    bytes.append(number: durableEnd)
    bytes.append(number: length)
    bytes.append(number: UInt32(isSynced ? 1 : 0))
    bytes += record
    checksum = Self.checksum(of: bytes[(start + 8)...], at: offset)
    for byte in 0..<4 {
      bytes[start + 4 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte))
    }
  }

  /// `covered`: the head from byte 8 on, and the record's bytes.
  static func checksum(of covered: ArraySlice<UInt8>, at offset: UInt64) -> UInt32 {
    var checksum = Checksum()
    checksum.add((0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) })
    checksum.add(covered)
    return checksum.value
  }
}

/// Why the content of a log is not trusted.
struct UnreadableLog: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
