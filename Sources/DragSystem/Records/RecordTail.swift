/// The end of an open log, as far as it is read: what the next record depends on.
struct RecordTail: Sendable {
  let file: any RecordFile
  /// The number in the file's header.
  let number: UInt32
  /// The version in the header.
  let version: UInt32
  /// The offset of the next record, in bytes.
  private(set) var end = UInt64(RecordFormat.headerSize)
  /// The checksum of the last record.
  private(set) var lastChecksum: UInt32 = 0
  /// How much of the file is known to be on the disk.
  private(set) var durableEnd: UInt64 = 0
  /// Whether no mark has followed a record that its writer wanted to sync: the writer died before, or its sync failed.
  private var awaitsMark = true
  /// Whether a mark was read: then the file's name is on the disk, too.
  private(set) var isNamed = false
  /// The size after the last rewrite, or when the file was first read.
  var baseSize = UInt64(RecordFormat.headerSize)

  init(_ file: any RecordFile, number: UInt32, version: UInt32 = RecordFormat.version) {
    self.file = file
    self.number = number
    self.version = version
  }

  /// Everything up to the end.
  var extent: LogWitness.Extent {
    LogWitness.Extent(file: number, lastChecksum: lastChecksum, end: end)
  }

  /// Raises the durable end, because another source says that the file is synced up to there.
  mutating func raise(durableEnd other: UInt64) { durableEnd = max(durableEnd, other) }

  /// Whether everything that should be on the disk is there: otherwise the writer would have left no mark.
  var isConfirmed: Bool { !awaitsMark }

  /// Advances over a valid record of `size` bytes, head included.
  mutating func advance(_ head: RecordHead, size: Int) {
    end += UInt64(size)
    lastChecksum = head.checksum
    durableEnd = max(durableEnd, head.durableEnd)
    if head.length == 0 {
      awaitsMark = false
      isNamed = true
    } else if head.isSynced {
      awaitsMark = true
    }
  }

  /// Advances by these records, and returns the bytes to write where the end was before.
  mutating func extend(by records: [[UInt8]], isSynced: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(records.reduce(0) { $0 + $1.count + RecordFormat.headSize })
    let transaction = UInt32(truncatingIfNeeded: Random.number())
    for record in records {
      var head = RecordHead(
        file: number, previous: lastChecksum, transaction: transaction, durableEnd: durableEnd,
        isSynced: isSynced)
      head.write(record, at: end, to: &bytes)
      advance(head, size: record.count + RecordFormat.headSize)
    }
    return bytes
  }

  /// Appends a mark, because everything up to the end is synced, and the name, too. The mark itself is not synced:
  /// without it other processes only assume less.
  mutating func markDurable() {
    confirm()
    var marked = self
    let bytes = marked.extend(by: [[]], isSynced: false)
    do throws(SystemError) {
      try file.write(bytes, at: end)
      self = marked
    } catch {
      // If this fails, the next reader cuts off the partial mark.
      try? cutOff()
    }
  }

  /// Notes that everything up to the end is known to be on the disk by other means.
  mutating func confirm() {
    durableEnd = end
    awaitsMark = false
  }

  /// Removes everything behind the end.
  func cutOff() throws(SystemError) {
    try file.truncate(to: end)
  }

  /// Writes the file's bytes over themselves. They reach the disk then, even if Linux believes that they are there
  /// already.
  func overwriteWithItself() throws(SystemError) {
    var offset: UInt64 = 0
    while offset < end {
      let bytes = try file.read(upTo: Int(min(end - offset, 1 << 20)), at: offset)
      guard !bytes.isEmpty else { throw SystemError("read", errno: SystemError.stale) }
      try file.write(bytes, at: offset)
      offset += UInt64(bytes.count)
    }
    try file.sync()
  }
}
