/// Reads a log from where its tail stands to the end of the file.
struct RecordScan {
  enum Ending {
    case complete
    /// What stands behind the tail is the rest of a write that a crash has cut short.
    case torn
    case unreadable(String)
  }

  private(set) var tail: RecordTail
  private let recordLimit: Int
  /// What was on the disk once; nil where nobody has written that down.
  private let witnessed: LogWitness.Extent?
  /// What has been read of the file and not used, from the tail's end on.
  private var window: [UInt8] = []
  private var start = 0
  private var hasMetWitness = false

  init(_ tail: RecordTail, recordLimit: Int, witnessed: LogWitness.Extent?) {
    self.tail = tail
    self.recordLimit = recordLimit
    // What was read before has been held against it.
    self.witnessed = witnessed.flatMap { $0.end >= tail.end ? $0 : nil }
    if let witnessed { self.tail.learn(durableEnd: witnessed.end) }
  }

  /// Hands every record to `take` until that is false.
  mutating func run(_ take: ([UInt8]) -> Bool) throws(SystemError) -> Ending {
    let size = try tail.file.size()
    guard size >= tail.end else { return .unreadable("it is shorter than it was") }
    while tail.end < size {
      guard isAsWitnessed else { return Self.another }
      guard let (head, record) = try next() else { return try judgeRest(size) }
      guard record.isEmpty || take(record) else {
        return .unreadable("the record at byte \(tail.end) makes no sense")
      }
      tail.pass(head, size: RecordFormat.headSize + record.count)
      start += RecordFormat.headSize + record.count
    }
    guard isAsWitnessed else { return Self.another }
    guard tail.durableEnd <= tail.end else {
      return .unreadable("it ends at byte \(tail.end), and \(tail.durableEnd) were on the disk")
    }
    return .complete
  }

  /// Whether the records lead to where the witness has seen their end.
  private var isAsWitnessed: Bool {
    mutating get {
      guard let witnessed, tail.end >= witnessed.end else { return true }
      if tail.end == witnessed.end { hasMetWitness = tail.lastChecksum == witnessed.lastChecksum }
      return hasMetWitness
    }
  }

  private static let another = Ending.unreadable("its records are not those that were on the disk")

  /// The record at the tail's end, if a valid one that belongs there is.
  private mutating func next() throws(SystemError) -> (RecordHead, [UInt8])? {
    guard try has(RecordFormat.headSize) else { return nil }
    let head = RecordHead(window, at: start)
    guard head.file == tail.number, head.previous == tail.lastChecksum,
      head.length <= recordLimit, try has(RecordFormat.headSize + Int(head.length)),
      head.isValid(in: window, at: start, offset: tail.end)
    else { return nil }
    let first = start + RecordFormat.headSize
    return (head, Array(window[first..<first + Int(head.length)]))
  }

  /// Reads on until the window has so many bytes; false when the file has not.
  private mutating func has(_ count: Int) throws(SystemError) -> Bool {
    guard window.count - start < count else { return true }
    window.removeFirst(start)
    start = 0
    let missing = max(count - window.count, Self.portion)
    window += try tail.file.read(upTo: missing, at: tail.end + UInt64(window.count))
    return window.count >= count
  }

  /// In bytes.
  private static let portion = 65_536

  /// The record at the tail's end is invalid. If it was on the disk once it is damaged; then records behind
  /// it may be as well, and none can be believed.
  private func judgeRest(_ size: UInt64) throws(SystemError) -> Ending {
    let damaged = Ending.unreadable("the record at byte \(tail.end) is damaged")
    if tail.durableEnd > tail.end { return damaged }
    let longest = RecordFormat.headSize + recordLimit
    var offset = tail.end + 1
    while offset < size {
      let bytes = try tail.file.read(upTo: Self.portion + longest, at: offset)
      for start in 0..<min(bytes.count, Self.portion) where isLaterProof(bytes, start, offset) {
        return damaged
      }
      offset += UInt64(Self.portion)
    }
    return .torn
  }

  /// Whether a valid record stands there that knows the tail's end to have been on the disk.
  private func isLaterProof(_ bytes: [UInt8], _ start: Int, _ offset: UInt64) -> Bool {
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
  /// Whether the checksum is right of the record that begins at `start`; all of it must be in `bytes`.
  fileprivate func isValid(in bytes: [UInt8], at start: Int, offset: UInt64) -> Bool {
    let end = start + RecordFormat.headSize + Int(length)
    return checksum == Self.checksum(of: bytes[(start + 8)..<end], at: offset)
  }
}
