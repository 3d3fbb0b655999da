/// An append-only file of records: byte strings whose meaning the log does not know. For one thread at a time; it waits
/// for disks.
///
/// The user keeps a state (`RecordState`) to which the log applies the records. Each `transact` first applies what is
/// new in the file, also from other processes, and then appends what the user decides on that state. After an error the
/// state may differ from the file, so the next transaction reads the file from the start.
///
/// The log cuts off a partial record that a crash left at the end. A damaged record that was on the disk makes the log
/// unreadable. So does the loss of anything that the witness (`LogWitness`) says was on the disk: a log that was
/// truncated, zeroed, removed or replaced. No process ever writes to an unreadable log or its witness.
///
/// A journal that must survive only its process, not a power failure, uses `isShared: false, isSynced: false`: no
/// locks, and no waiting for the disk.
package struct RecordLog: ~Copyable, Sendable {
  package struct Options: Hashable, Sendable {
    /// The name in the folder. A synced log also has `NAME.end`, its witness, and for a while `NAME.new` and
    /// `NAME.end.new`.
    package var name: String
    /// The version of the records' content; a log of another version is unreadable.
    package var contents: UInt32
    /// The longest record, in bytes.
    package var recordLimit: Int
    /// Other processes may use the log too: each transaction takes the lock.
    package var isShared: Bool
    /// The log must survive a power failure. A process then rewrites it when it first opens it: after a failed sync
    /// Linux treats pages as written that are not on the disk, and only a rewrite brings them there.
    package var isSynced: Bool
    /// In bytes; a smaller file is not rewritten for its growth.
    package var smallestRewritten: UInt64 = 65_536

    package init(
      name: String, contents: UInt32, recordLimit: Int = 65_536, isShared: Bool, isSynced: Bool
    ) {
      self.name = name
      self.contents = contents
      self.recordLimit = recordLimit
      self.isShared = isShared
      self.isSynced = isSynced
    }
  }

  /// The records that a transaction appends: all, or none when it fails cleanly.
  package struct Addition: Sendable {
    package var records: [[UInt8]]
    /// Whether the transaction waits until they are on the disk.
    package var isDurable: Bool

    package init(_ records: [[UInt8]] = [], isDurable: Bool = false) {
      self.records = records
      self.isDurable = isDurable
    }
  }

  let storage: any RecordStorage
  let options: Options
  /// Nil: the next transaction reads the file from its start.
  var tail: RecordTail?
  /// Whether this process knows that what it reads is on the disk.
  var isKnownDurable = false
  /// As read in this transaction; nil when the log has none.
  var witness: LogWitness?
  /// Why the log is unreadable; set once.
  private var unreadableReason: String?

  /// 17 random bytes that belong to these records, also after a rewrite; known after a transaction. A log that is not
  /// synced has none.
  package var identity: [UInt8]? { witness?.statement.identity }

  var witnessName: String { options.name + ".end" }

  /// Opens nothing yet.
  package init(_ storage: any RecordStorage, _ options: Options) {
    precondition(options.recordLimit > 0 && options.recordLimit < 1 << 30)
    self.storage = storage
    self.options = options
  }

  /// Applies new records to `state`, and appends what `work` returns. `work` must apply that to the state itself; it
  /// runs at most once, while no other process can append.
  package mutating func transact<State: RecordState>(
    _ state: inout State, _ work: (inout State) -> Addition
  ) throws(RecordLogFailure) {
    if let unreadableReason { throw .unreadable(unreadableReason) }
    if options.isShared { try asUnavailable(storage.lock) }
    defer { if options.isShared { storage.unlock() } }
    do throws(RecordLogFailure) {
      try readNewRecords(&state)
      try append(work(&state))
    } catch {
      tail = nil
      if case .unreadable(let reason) = error { unreadableReason = reason }
      throw error
    }
    rewriteIfGrown(&state)
  }

  // MARK: Reading

  private mutating func readNewRecords(_ state: inout some RecordState) throws(RecordLogFailure) {
    let isMissing = try readFile(&state)
    let isTrusted = !options.isSynced || isKnownDurable && (tail?.isConfirmed ?? false)
    guard isMissing || !isTrusted else { return }
    do throws(SystemError) {
      try rewrite(&state)
    } catch {
      guard let present = tail, present.isNamed, !isMissing, error.isNoSpace else {
        throw .unavailable(error)
      }
      // A full disk can still take the same bytes in the same place.
      try asUnavailable { () throws(SystemError) in try present.overwriteWithItself() }
      tail?.confirm()
    }
    isKnownDurable = true
  }

  /// True when no file has the name.
  private mutating func readFile(_ state: inout some RecordState) throws(RecordLogFailure) -> Bool {
    let present = try asUnavailable { () throws(SystemError) in try storage.key(of: options.name) }
    try readWitness()
    if let known = tail?.file.key, present == known || present == nil {
      // Another user of a shared log may have had a later file.
      guard present != nil || !options.isShared else {
        throw .unreadable("it was removed while it was in use")
      }
      try read(&state)
      return present == nil
    }
    state.reset()
    tail = nil
    guard
      let file = try asUnavailable({ () throws(SystemError) in try storage.open(options.name) })
    else {
      if let lost = witness?.statement.log {
        throw .unreadable("it is missing, although \(lost.end) bytes of it were on the disk")
      }
      return true
    }
    let header = try asUnavailable { () throws(SystemError) in
      try file.read(upTo: RecordFormat.headerSize, at: 0)
    }
    let (number, version) = try asUnreadable { () throws(UnreadableLog) in
      try RecordFormat.read(header: header, contents: options.contents)
    }
    if options.isSynced, witness == nil, version > RecordFormat.oldestVersion {
      throw .unreadable(
        "its witness \(witnessName), which records how much of it was on the disk, is missing")
    }
    tail = RecordTail(file, number: number, version: version)
    try read(&state)
    if let size = tail?.end { tail?.baseSize = size }
    return false
  }

  /// Reads the witness in each transaction, because other processes write it too.
  private mutating func readWitness() throws(RecordLogFailure) {
    guard options.isSynced else { return }
    let known = witness
    witness = nil
    let file = try asUnavailable { () throws(SystemError) in try storage.open(witnessName) }
    guard let file else {
      guard known == nil else {
        throw .unreadable("its witness \(witnessName) was removed while it was in use")
      }
      return
    }
    witness = try asUnavailable { () throws(SystemError) in try LogWitness(reading: file) }
    guard witness != nil else { throw .unreadable("its witness \(witnessName) is damaged") }
    if let known { witness?.compare(with: known) }
  }

  /// How much of the log was on the disk; nil when no witness says so.
  private func witnessed(_ tail: RecordTail) throws(RecordLogFailure) -> LogWitness.Extent? {
    guard let statement = witness?.statement else { return nil }
    guard let extent = statement.extent(of: tail.number) else {
      // A log from before witnesses existed: a crash left only its successor's statement.
      if statement.log == nil, tail.version == RecordFormat.oldestVersion { return nil }
      throw .unreadable("its witness \(witnessName) describes another file")
    }
    return extent
  }

  private mutating func read(_ state: inout some RecordState) throws(RecordLogFailure) {
    guard let tail else { return }
    var scan = RecordScan(
      tail, recordLimit: options.recordLimit, witnessed: try witnessed(tail))
    let ending = try asUnavailable { () throws(SystemError) in try scan.run { state.apply($0) } }
    self.tail = scan.tail
    switch ending {
    case .complete: return
    case .torn: try asUnavailable { () throws(SystemError) in try scan.tail.cutOff() }
    case .unreadable(let reason): throw .unreadable(reason)
    }
  }

  // MARK: Appending

  private mutating func append(_ addition: Addition) throws(RecordLogFailure) {
    guard !addition.records.isEmpty else { return }
    guard var next = tail else {
      throw .notWritten(SystemError("append", errno: SystemError.stale))
    }
    guard addition.records.allSatisfy({ 1...options.recordLimit ~= $0.count }) else {
      throw .notWritten(SystemError("append", errno: SystemError.tooLong))
    }
    let isDurable = addition.isDurable && options.isSynced
    let bytes = next.extend(by: addition.records, isSynced: isDurable)
    do throws(SystemError) {
      FailPoint.pass("log: append records")
      try next.file.write(bytes, at: next.end - UInt64(bytes.count))
      FailPoint.pass("log: records are appended")
    } catch {
      try removePartialWrite()
      throw .notWritten(error)
    }
    if isDurable {
      try mapError { () throws(SystemError) in
        try next.file.sync()
      } to: {
        RecordLogFailure.unknown($0)
      }
      FailPoint.pass("log: records are on the disk")
      try mapError { () throws(SystemError) in
        try recordDurableEnd(of: next)
      } to: {
        RecordLogFailure.unknown($0)
      }
      next.markDurable()
    }
    tail = next
  }

  /// Removes the remains of a failed write, and syncs that: a refused record must not return after a power failure.
  private func removePartialWrite() throws(RecordLogFailure) {
    guard let tail else { return }
    try mapError { () throws(SystemError) in
      try tail.cutOff()
      if options.isSynced { try tail.file.sync() }
    } to: {
      RecordLogFailure.unknown($0)
    }
  }

  func asUnavailable<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(RecordLogFailure) -> Value {
    do throws(SystemError) { return try body() } catch { throw .unavailable(error) }
  }

  /// Records in the witness that everything up to the tail's end is on the disk.
  mutating func recordDurableEnd(of tail: RecordTail) throws(SystemError) {
    guard var statement = witness?.statement else { return }
    statement.log = tail.extent
    statement.successor = nil
    try witness?.state(statement)
  }

  private func asUnreadable<Value>(
    _ body: () throws(UnreadableLog) -> Value
  ) throws(RecordLogFailure) -> Value {
    do throws(UnreadableLog) { return try body() } catch { throw .unreadable(error.reason) }
  }
}
