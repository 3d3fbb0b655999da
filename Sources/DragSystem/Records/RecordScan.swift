/// Reads a log from its tail's end to the end of the file.
struct RecordScan {
  enum Ending {
    case complete
    /// Behind the tail is the rest of a write that a crash interrupted.
    case torn
    case unreadable(String)
  }

  private(set) var tail: RecordTail
  private let recordLimit: Int
  /// The extent that was on the disk; nil when no witness states it.
  private let witnessed: LogWitness.Extent?
  /// Bytes of the file from the tail's end on that are not yet parsed.
  private var window: [UInt8] = []
  private var start = 0
  private var hasMatchedWitness = false

  init(_ tail: RecordTail, recordLimit: Int, witnessed: LogWitness.Extent?) {
    self.tail = tail
    self.recordLimit = recordLimit
    // Earlier records were already compared with it.
    self.witnessed = witnessed.flatMap { $0.end >= tail.end ? $0 : nil }
    if let witnessed { self.tail.raise(durableEnd: witnessed.end) }
  }

  /// Passes every record to `apply` until that returns false.
  mutating func run(_ apply: ([UInt8]) -> Bool) throws(SystemError) -> Ending {
    let size = try tail.file.size()
    guard size >= tail.end else { return .unreadable("it is shorter than it was") }
    while tail.end < size {
      guard matchesWitness else { return Self.another }
      guard let (head, record) = try next() else { return try classifyRest(size) }
      guard record.isEmpty || apply(record) else {
        return .unreadable("the record at byte \(tail.end) makes no sense")
      }
      tail.advance(head, size: RecordFormat.headSize + record.count)
      start += RecordFormat.headSize + record.count
    }
    guard matchesWitness else { return Self.another }
    guard tail.durableEnd <= tail.end else {
      return .unreadable(
        "it ends at byte \(tail.end), but \(tail.durableEnd) bytes were on the disk")
    }
    return .complete
  }

  /// Whether the records match the witness at the end that it states.
  private var matchesWitness: Bool {
    mutating get {
      guard let witnessed, tail.end >= witnessed.end else { return true }
      if tail.end == witnessed.end {
        hasMatchedWitness = tail.lastChecksum == witnessed.lastChecksum
      }
      return hasMatchedWitness
    }
  }

  private static let another = Ending.unreadable("its records are not those that were on the disk")

  /// The record at the tail's end; nil when no valid record of this log is there.
  private mutating func next() throws(SystemError) -> (RecordHead, [UInt8])? {
    guard try fill(RecordFormat.headSize) else { return nil }
    let head = RecordHead(window, at: start)
    guard head.file == tail.number, head.previous == tail.lastChecksum,
      head.length <= recordLimit, try fill(RecordFormat.headSize + Int(head.length)),
      head.isValid(in: window, at: start, offset: tail.end)
    else { return nil }
    let first = start + RecordFormat.headSize
    return (head, Array(window[first..<first + Int(head.length)]))
  }

  /// Reads until the window has so many bytes; false when the file has fewer.
  private mutating func fill(_ count: Int) throws(SystemError) -> Bool {
    guard window.count - start < count else { return true }
    window.removeFirst(start)
    start = 0
    let missing = max(count - window.count, Self.portion)
    window += try tail.file.read(upTo: missing, at: tail.end + UInt64(window.count))
    return window.count >= count
  }

  /// In bytes.
  private static let portion = 65_536

  /// Decides what an invalid record at the tail's end means. If it was on the disk before, it is damaged; then later
  /// records may be damaged too, and none is trusted.
  private func classifyRest(_ size: UInt64) throws(SystemError) -> Ending {
    let damaged = Ending.unreadable("the record at byte \(tail.end) is damaged")
    if tail.durableEnd > tail.end { return damaged }
    let longest = RecordFormat.headSize + recordLimit
    var offset = tail.end + 1
    while offset < size {
      let bytes = try tail.file.read(upTo: Self.portion + longest, at: offset)
      for start in 0..<min(bytes.count, Self.portion) where provesDurability(bytes, start, offset) {
        return damaged
      }
      offset += UInt64(Self.portion)
    }
    return .torn
  }

  /// Whether a valid record there states that bytes behind the tail's end were on the disk.
  private func provesDurability(_ bytes: [UInt8], _ start: Int, _ offset: UInt64) -> Bool {
    guard bytes.count - start >= RecordFormat.headSize,
      bytes.number(at: start, as: UInt32.self) == tail.number
    else { return false }
    let head = RecordHead(bytes, at: start)
    guard head.durableEnd > tail.end, head.length <= recordLimit,
      bytes.count - start >= RecordFormat.headSize + Int(head.length)
    else { return false }
    return head.isValid(in: bytes, at: start, offset: offset + UInt64(start))
  }
}

extension RecordHead {
  /// Whether the checksum matches the record that starts at `start`; `bytes` must contain all of it.
  fileprivate func isValid(in bytes: [UInt8], at start: Int, offset: UInt64) -> Bool {
    let end = start + RecordFormat.headSize + Int(length)
    return checksum == Self.checksum(of: bytes[(start + 8)..<end], at: offset)
  }
}
