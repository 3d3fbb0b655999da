/// An append-only file of records: byte strings that mean nothing here. Used on one thread at a time;
/// it waits for disks.
///
/// The user keeps a state (`RecordState`) that the records come to. Each `transact` brings it up to the file
/// first, also with what other processes have appended, and then appends what the user decides on that
/// ground. Whoever throws after an append has left the state behind: the next transaction reads from the start.
///
/// What a crash has torn off at the end is cut off. A record that was on the disk once and is damaged
/// now makes the log unreadable. So does all that its witness (`LogWitness`) knows to have been on the disk and that is
/// not there any more: a log that was cut off, zeroed, removed or replaced by another. What is unreadable stays as it is:
/// nothing is written to the log or its witness, by this process or a later one.
///
/// A journal for one process that needs to survive that process only, not the power, takes
/// `isShared: false, isSynced: false`: no locks, and nothing waits for the disk.
package struct RecordLog: ~Copyable, Sendable {
  package struct Options: Hashable, Sendable {
    /// The name in the folder; beside it stands `NAME.end`, the witness of a log that is synced, and for a while
    /// `NAME.new` and `NAME.end.new` may.
    package var name: String
    /// The version of what the records say; a log of another one is unreadable.
    package var contents: UInt32
    /// The longest record, in bytes.
    package var recordLimit: Int
    /// Other processes may use it too: each transaction takes the lock.
    package var isShared: Bool
    /// It has to survive a loss of power. Then it is also written anew when a process first opens it: after a
    /// sync that failed Linux takes for written what is not on the disk, and only so is what was read there.
    package var isSynced: Bool
    /// In bytes; a smaller file is not written anew for having grown.
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

  /// What a transaction appends: all together, or, when it fails cleanly, nothing.
  package struct Addition: Sendable {
    package var records: [[UInt8]]
    /// Waits until they are on the disk.
    package var isDurable: Bool

    package init(_ records: [[UInt8]] = [], isDurable: Bool = false) {
      self.records = records
      self.isDurable = isDurable
    }
  }

  let storage: any RecordStorage
  let options: Options
  /// Nil: the file has to be read from its start.
  var tail: RecordTail?
  /// This process knows that what it reads is on the disk.
  var isSettled = false
  /// As it was read in this transaction; nil where the log has none.
  var witness: LogWitness?
  /// Why the log is unreadable: it stays so.
  private var ruin: String?

  /// 17 random bytes that belong to these records, and stay when the file is written anew; known after a transaction. A log
  /// that is not synced has none.
  package var identity: [UInt8]? { witness?.statement.identity }

  var witnessName: String { options.name + ".end" }

  /// Opens nothing yet.
  package init(_ storage: any RecordStorage, _ options: Options) {
    precondition(options.recordLimit > 0 && options.recordLimit < 1 << 30)
    self.storage = storage
    self.options = options
  }

  /// Brings `state` up to the file, and appends what `work` returns. `work` must take that over into the
  /// state itself; it runs once at most, and while nobody else can append.
  package mutating func transact<State: RecordState>(
    _ state: inout State, _ work: (inout State) -> Addition
  ) throws(RecordLogFailure) {
    if let ruin { throw .unreadable(ruin) }
    if options.isShared { try unavailing(storage.lock) }
    defer { if options.isShared { storage.unlock() } }
    do throws(RecordLogFailure) {
      try catchUp(&state)
      try append(work(&state))
    } catch {
      tail = nil
      if case .unreadable(let reason) = error { ruin = reason }
      throw error
    }
    rewriteIfGrown(&state)
  }

  // MARK: Reading

  private mutating func catchUp(_ state: inout some RecordState) throws(RecordLogFailure) {
    let isMissing = try readNews(&state)
    let isTrusted = !options.isSynced || isSettled && (tail?.isConfirmed ?? false)
    guard isMissing || !isTrusted else { return }
    do throws(SystemError) {
      try rewrite(&state)
    } catch {
      guard let present = tail, present.isNamed, !isMissing, error.isNoSpace else {
        throw .unavailable(error)
      }
      // A full disk still takes the same bytes in the same place.
      try unavailing { () throws(SystemError) in try present.overwriteWithItself() }
      tail?.confirm()
    }
    isSettled = true
  }

  /// True when there is no file of that name.
  private mutating func readNews(_ state: inout some RecordState) throws(RecordLogFailure) -> Bool {
    let present = try unavailing { () throws(SystemError) in try storage.key(of: options.name) }
    try readWitness()
    if let known = tail?.file.key, present == known || present == nil {
      // Of a shared log another user may have had a later file.
      guard present != nil || !options.isShared else {
        throw .unreadable("it was removed while it was in use")
      }
      try read(&state)
      return present == nil
    }
    state.startOver()
    tail = nil
    guard
      let file = try unavailing({ () throws(SystemError) in try storage.open(options.name) })
    else {
      if let lost = witness?.statement.log {
        throw .unreadable("it is not there, and \(lost.end) bytes of it were on the disk")
      }
      return true
    }
    let header = try unavailing { () throws(SystemError) in
      try file.read(upTo: RecordFormat.headerSize, at: 0)
    }
    let (number, version) = try readable { () throws(UnreadableLog) in
      try RecordFormat.read(header: header, contents: options.contents)
    }
    if options.isSynced, witness == nil, version > RecordFormat.oldestVersion {
      throw .unreadable(
        "its witness \(witnessName) is not there, which tells how much of it was on the disk")
    }
    tail = RecordTail(file, number: number, version: version)
    try read(&state)
    if let size = tail?.end { tail?.baseSize = size }
    return false
  }

  /// Others write it too: it is read in each transaction.
  private mutating func readWitness() throws(RecordLogFailure) {
    guard options.isSynced else { return }
    let known = witness
    witness = nil
    let file = try unavailing { () throws(SystemError) in try storage.open(witnessName) }
    guard let file else {
      guard known == nil else {
        throw .unreadable("its witness \(witnessName) was removed while it was in use")
      }
      return
    }
    witness = try unavailing { () throws(SystemError) in try LogWitness(reading: file) }
    guard witness != nil else { throw .unreadable("its witness \(witnessName) is damaged") }
    if let known { witness?.compare(with: known) }
  }

  /// How much of the log was on the disk; nil where nobody has written that down.
  private func witnessed(_ tail: RecordTail) throws(RecordLogFailure) -> LogWitness.Extent? {
    guard let statement = witness?.statement else { return nil }
    guard let extent = statement.extent(of: tail.number) else {
      // A log from before there were witnesses, of which a crash has left its successor's only.
      if statement.log == nil, tail.version == RecordFormat.oldestVersion { return nil }
      throw .unreadable("it is another file than its witness \(witnessName) tells of")
    }
    return extent
  }

  private mutating func read(_ state: inout some RecordState) throws(RecordLogFailure) {
    guard let tail else { return }
    var scan = RecordScan(
      tail, recordLimit: options.recordLimit, witnessed: try witnessed(tail))
    let ending = try unavailing { () throws(SystemError) in try scan.run { state.take($0) } }
    self.tail = scan.tail
    switch ending {
    case .complete: return
    case .torn: try unavailing { () throws(SystemError) in try scan.tail.cutOff() }
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
      try takeBack()
      throw .notWritten(error)
    }
    if isDurable {
      do throws(SystemError) {
        try next.file.sync()
      } catch {
        throw .unknown(error)
      }
      FailPoint.pass("log: records are on the disk")
      do throws(SystemError) {
        try testify(to: next)
      } catch {
        throw .unknown(error)
      }
      next.markDurable()
    }
    tail = next
  }

  /// Takes back what a failed write has left. That has to reach the disk too: what was refused must not be
  /// there after all when the power has failed.
  private func takeBack() throws(RecordLogFailure) {
    guard let tail else { return }
    do throws(SystemError) {
      try tail.cutOff()
      if options.isSynced { try tail.file.sync() }
    } catch {
      throw .unknown(error)
    }
  }

  func unavailing<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(RecordLogFailure) -> Value {
    do throws(SystemError) { return try body() } catch { throw .unavailable(error) }
  }

  /// Has it on the disk that all up to the tail's end is.
  mutating func testify(to tail: RecordTail) throws(SystemError) {
    guard var statement = witness?.statement else { return }
    statement.log = tail.extent
    statement.successor = nil
    try witness?.state(statement)
  }

  private func readable<Value>(
    _ body: () throws(UnreadableLog) -> Value
  ) throws(RecordLogFailure) -> Value {
    do throws(UnreadableLog) { return try body() } catch { throw .unreadable(error.reason) }
  }
}
