/// A file beside a log that states how much of the log is on the disk. The log alone does not show whether a crash cut
/// off its end, or whether it was damaged or replaced.
///
/// A statement is never ahead of the log: the log is synced before the witness states it, and the witness is synced
/// before the caller gets an answer. So after a crash it is at most one transaction behind.
///
/// The file has two statements, each in its own sector. A new statement overwrites the older one, so that a crash
/// during the write leaves the other; the one with the higher number is valid. Numbers are little-endian. A statement:
/// - 0: 8 bytes `dragdwit`, the version of this format (u32), and the checksum of all bytes behind it (u32)
/// - 16: the statement's number (u64)
/// - 24: the identity of the records, 17 random bytes, kept when the log is rewritten; then 7 zero bytes
/// - 48: the log, then the log that is about to replace it: for each the number of its file (u32), the checksum of the
///   last record (u32), and how many bytes are on the disk (u64), 0 for no log
struct LogWitness: Sendable {
  /// How much of a log is on the disk.
  struct Extent: Hashable, Sendable {
    /// The number in the file's header.
    var file: UInt32
    /// The checksum of the last record, 0 if there is none.
    var lastChecksum: UInt32
    /// In bytes.
    var end: UInt64
  }

  struct Statement: Hashable, Sendable {
    let identity: [UInt8]
    /// Nil before the first log has its name.
    var log: Extent?
    /// A log that is written and synced, and about to get the log's name.
    var successor: Extent?

    /// How much is on the disk of the log whose file has this number; nil for another log.
    func extent(of file: UInt32) -> Extent? {
      [log, successor].compactMap { $0 }.first { $0.file == file }
    }
  }

  private let file: any RecordFile
  private(set) var statement: Statement
  private var number: UInt64
  /// Whether the statement is known to be on the disk: after a failed sync it can be read, and may be lost.
  private var isConfirmed: Bool

  static let identitySize = 17
  private static let magic = Array("dragdwit".utf8)
  private static let version: UInt32 = 1
  private static let size = 80
  private static let sector: UInt64 = 512

  /// Creates a witness of no log, with a new identity; it is on the disk when this returns.
  init(creating name: String, in storage: any RecordStorage) throws(SystemError) {
    let temporary = name + ".new"
    statement = Statement(identity: Random.bytes(Self.identitySize))
    number = 1
    isConfirmed = true
    file = try storage.create(temporary)
    do throws(SystemError) {
      // The whole file at once, so that a later statement never needs room.
      var bytes = Self.bytes(statement, number)
      bytes += Array(repeating: 0, count: 2 * Int(Self.sector) - bytes.count)
      try file.write(bytes, at: 0)
      try file.sync()
      FailPoint.pass("log: the witness is written")
      try storage.rename(temporary, to: name)
    } catch {
      storage.remove(temporary)
      throw error
    }
    try storage.syncFolder()
    FailPoint.pass("log: the witness is there")
  }

  /// Reads the file; nil when it has no valid statement.
  init?(reading file: any RecordFile) throws(SystemError) {
    var newest: (Statement, UInt64)?
    for slot in 0..<2 as Range<UInt64> {
      let bytes = try file.read(upTo: Self.size, at: slot * Self.sector)
      guard let (statement, number) = Self.read(bytes), number % 2 == (slot + 1) % 2 else {
        continue
      }
      if number > newest?.1 ?? 0 { newest = (statement, number) }
    }
    guard let (statement, number) = newest else { return nil }
    self.file = file
    self.statement = statement
    self.number = number
    isConfirmed = false
  }

  /// Compares it with the witness that this process read before: an equal statement is still confirmed.
  mutating func compare(with known: LogWitness) {
    isConfirmed = known.isConfirmed && known.number == number && known.statement == statement
  }

  /// Writes a new statement; it is on the disk when this returns. After an error the file may have either statement.
  mutating func state(_ new: Statement) throws(SystemError) {
    guard new != statement else { return }
    // The new statement overwrites the older one, so the present one must be on the disk first.
    if !isConfirmed { try write() }
    let before = self
    statement = new
    number += 1
    do throws(SystemError) {
      try write()
    } catch {
      self = before
      isConfirmed = false
      throw error
    }
    FailPoint.pass("log: the witness knows")
  }

  private mutating func write() throws(SystemError) {
    isConfirmed = false
    try file.write(Self.bytes(statement, number), at: (number + 1) % 2 * Self.sector)
    try file.sync()
    isConfirmed = true
  }

  private static func bytes(_ statement: Statement, _ number: UInt64) -> [UInt8] {
    var body: [UInt8] = []
    body.append(number: number)
    body += statement.identity + Array(repeating: 0, count: 7)
    for extent in [statement.log, statement.successor] {
      body.append(number: extent?.file ?? 0)
      body.append(number: extent?.lastChecksum ?? 0)
      body.append(number: extent?.end ?? 0)
    }
    var checksum = Checksum()
    checksum.add(body)
    var bytes = magic
    bytes.append(number: version)
    bytes.append(number: checksum.value)
    return bytes + body
  }

  private static func read(_ bytes: [UInt8]) -> (Statement, UInt64)? {
    var checksum = Checksum()
    checksum.add(bytes.dropFirst(16))
    guard bytes.count == size, bytes.starts(with: magic),
      bytes.number(at: 8, as: UInt32.self) == version,
      bytes.number(at: 12, as: UInt32.self) == checksum.value
    else { return nil }
    func extent(at start: Int) -> Extent? {
      let end = bytes.number(at: start + 8, as: UInt64.self)
      guard end > 0 else { return nil }
      return Extent(
        file: bytes.number(at: start, as: UInt32.self),
        lastChecksum: bytes.number(at: start + 4, as: UInt32.self), end: end)
    }
    let statement = Statement(
      identity: Array(bytes[24..<24 + identitySize]), log: extent(at: 48),
      successor: extent(at: 64))
    return (statement, bytes.number(at: 16, as: UInt64.self))
  }
}
