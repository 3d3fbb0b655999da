/// A file beside a log that tells how much of the log has been on the disk. What a crash may tear off a log and what is
/// damage, or another file in its place, look the same in the log itself.
///
/// It never says more than is true: a log is synced before its witness says so, and the witness is synced before anybody
/// is answered. So a crash leaves it at most one transaction behind the log, and never ahead.
///
/// It has two statements, each of a sector of its own. A new one is written over the older one, so that a crash in the
/// middle leaves the other; the one with the higher number counts. Numbers are little-endian; a statement:
/// - 0: 8 bytes `dragdwit`, the version of this format (u32), and the checksum of all that follows (u32)
/// - 16: the statement's number (u64)
/// - 24: the identity of the records, 17 random bytes, kept when a log is written anew; then 7 zero bytes
/// - 48: the log, then the log that is about to replace it: each its file's number (u32), the checksum of the last record
///   (u32), and how many bytes are on the disk (u64), which is 0 for no log
struct LogWitness: Sendable {
  /// How much of a log has been on the disk.
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
    /// Written and synced, and about to get the log's name.
    var successor: Extent?

    /// What is on the disk of the log whose file has this number; nil if that is not the log.
    func extent(of file: UInt32) -> Extent? {
      [log, successor].compactMap { $0 }.first { $0.file == file }
    }
  }

  private let file: any RecordFile
  private(set) var statement: Statement
  private var number: UInt64
  /// What it says is known to be on the disk: after a sync that failed it can be read, and may not be there.
  private var isConfirmed: Bool

  static let identitySize = 17
  private static let magic = Array("dragdwit".utf8)
  private static let version: UInt32 = 1
  private static let size = 80
  private static let sector: UInt64 = 512

  /// A witness of no log yet, with a new identity, in place and on the disk when this returns.
  init(creating name: String, in storage: any RecordStorage) throws(SystemError) {
    let temporary = name + ".new"
    statement = Statement(identity: Random.bytes(Self.identitySize))
    number = 1
    isConfirmed = true
    file = try storage.create(temporary)
    do throws(SystemError) {
      // The whole file, so that saying more never needs room.
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

  /// What the file says; nil when it says nothing that could have been written there.
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

  /// This process has known it before.
  mutating func compare(with known: LogWitness) {
    isConfirmed = known.isConfirmed && known.number == number && known.statement == statement
  }

  /// Says something new; it is on the disk when this returns. When it throws, either may be said.
  mutating func state(_ new: Statement) throws(SystemError) {
    guard new != statement else { return }
    // Only then the statement before it is not needed any more, and can be written over.
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
