// Rewrites a log in a new file, which then replaces the old one atomically.

extension RecordLog {
  /// When it throws, the old file still has the name, or, after a failed sync of the folder, either file may have it;
  /// `tail` is nil then, and the next transaction does not trust the new file.
  mutating func rewrite(_ state: inout some RecordState) throws(SystemError) {
    let name = options.name + ".new"
    let records = state.live()
    let file = try storage.create(name)
    var next = RecordTail(file, number: UInt32(truncatingIfNeeded: Random.number()))
    do throws(SystemError) {
      try write(records, to: &next)
      if options.isSynced { try recordSuccessor(next) }
      try storage.rename(name, to: options.name)
      FailPoint.pass("log: the new file has the name")
    } catch {
      storage.remove(name)
      throw error
    }
    tail = nil
    state.reset()
    for record in records { _ = state.apply(record) }
    if options.isSynced {
      try storage.syncFolder()
      FailPoint.pass("log: the name is on the disk")
      try recordDurableEnd(of: next)
      next.markDurable()
    }
    next.baseSize = next.end
    tail = next
  }

  /// Records the successor in the witness: from here on either file may be the log. A log without a witness gets one.
  private mutating func recordSuccessor(_ next: RecordTail) throws(SystemError) {
    var new: LogWitness
    if let witness {
      new = witness
    } else {
      new = try LogWitness(creating: witnessName, in: storage)
    }
    var statement = new.statement
    if statement.successor != nil {
      // Either of two files may have the name on the disk; a third must not be added.
      try storage.syncFolder()
      statement.log = tail.flatMap { statement.extent(of: $0.number) }
    }
    statement.successor = next.extent
    try new.state(statement)
    witness = new
  }

  private func write(_ records: [[UInt8]], to next: inout RecordTail) throws(SystemError) {
    try next.file.write(
      RecordFormat.header(contents: options.contents, file: next.number), at: 0)
    var rest = records[...]
    while !rest.isEmpty {
      let start = next.end
      let bytes = next.extend(by: Array(rest.prefix(Self.portion)), isSynced: options.isSynced)
      rest = rest.dropFirst(Self.portion)
      try next.file.write(bytes, at: start)
    }
    if options.isSynced { try next.file.sync() }
  }

  /// Records in one write.
  private static let portion = 256

  /// Keeps the file within four times its smallest size. A failure is harmless: the log tries again when the file has
  /// doubled.
  mutating func rewriteIfGrown(_ state: inout some RecordState) {
    guard let size = tail?.end, let base = tail?.baseSize,
      size > max(options.smallestRewritten, base.multipliedReportingOverflow(by: 4).partialValue)
    else { return }
    do throws(SystemError) {
      try rewrite(&state)
    } catch {
      if tail == nil { isKnownDurable = false }
      tail?.baseSize = size / 2
    }
  }
}
