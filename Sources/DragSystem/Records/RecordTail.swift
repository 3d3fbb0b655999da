/// An open log's end, as far as it has been read: what the next record needs to know.
struct RecordTail: Sendable {
  let file: any RecordFile
  /// The number in the file's header.
  let number: UInt32
  /// The version in it.
  let version: UInt32
  /// Where the next record goes, in bytes.
  private(set) var end = UInt64(RecordFormat.headerSize)
  /// The checksum of the last record.
  private(set) var lastChecksum: UInt32 = 0
  /// How much of the file is known to be on the disk.
  private(set) var durableEnd: UInt64 = 0
  /// No mark has come after a record that was going to be synced: its writer may have died before, or
  /// have failed to.
  private var awaitsMark = true
  /// A mark was read: the file's name, too, is on the disk.
  private(set) var isNamed = false
  /// The size when it had been written anew, or was first seen.
  var baseSize = UInt64(RecordFormat.headerSize)

  init(_ file: any RecordFile, number: UInt32, version: UInt32 = RecordFormat.version) {
    self.file = file
    self.number = number
    self.version = version
  }

  /// All up to here.
  var extent: LogWitness.Extent {
    LogWitness.Extent(file: number, lastChecksum: lastChecksum, end: end)
  }

  /// Somebody else has synced up to there.
  mutating func learn(durableEnd other: UInt64) { durableEnd = max(durableEnd, other) }

  /// Everything that was going to be on the disk is there, or its writer would have left no mark.
  var isConfirmed: Bool { !awaitsMark }

  /// Goes on behind a record of `size` bytes, head included, that was found to be valid.
  mutating func pass(_ head: RecordHead, size: Int) {
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

  /// The bytes of these records, to be written where the end was until now.
  mutating func extend(by records: [[UInt8]], isSynced: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(records.reduce(0) { $0 + $1.count + RecordFormat.headSize })
    let transaction = UInt32(truncatingIfNeeded: Random.number())
    for record in records {
      var head = RecordHead(
        file: number, previous: lastChecksum, transaction: transaction, durableEnd: durableEnd,
        isSynced: isSynced)
      head.write(record, at: end, to: &bytes)
      pass(head, size: record.count + RecordFormat.headSize)
    }
    return bytes
  }

  /// All up to here has been synced, and the name. The mark that tells others is not synced itself: without it they
  /// only take less for granted.
  mutating func markDurable() {
    confirm()
    var marked = self
    let bytes = marked.extend(by: [[]], isSynced: false)
    do throws(SystemError) {
      try file.write(bytes, at: end)
      self = marked
    } catch {
      // Part of a mark is cut off by whoever reads it, if not now.
      try? cutOff()
    }
  }

  /// It is known by other means that all up to here is on the disk.
  mutating func confirm() {
    durableEnd = end
    awaitsMark = false
  }

  /// Removes what stands behind the end.
  func cutOff() throws(SystemError) {
    try file.truncate(to: end)
  }

  /// Writes the file's bytes over themselves, which makes them reach the disk even if Linux believes that they
  /// are there already.
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
