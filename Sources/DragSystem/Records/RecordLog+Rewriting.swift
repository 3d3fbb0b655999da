// A log is written anew beside the old one, which it then replaces in one instant.

extension RecordLog {
  /// Throws when the old file stands as it stood, or, after a failed sync of the folder, when either
  /// may; `tail` is nil then, and nobody will take the new one for settled.
  mutating func rewrite(_ state: inout some RecordState) throws(SystemError) {
    let name = options.name + ".new"
    let records = state.live()
    let file = try storage.create(name)
    var next = RecordTail(file, number: UInt32(truncatingIfNeeded: Random.number()))
    do throws(SystemError) {
      try write(records, to: &next)
      if options.isSynced { try announce(next) }
      try storage.rename(name, to: options.name)
      FailPoint.pass("log: the new file has the name")
    } catch {
      storage.remove(name)
      throw error
    }
    tail = nil
    state.startOver()
    for record in records { _ = state.take(record) }
    if options.isSynced {
      try storage.syncFolder()
      FailPoint.pass("log: the name is on the disk")
      try testify(to: next)
      next.markDurable()
    }
    next.baseSize = next.end
    tail = next
  }

  /// From here on either file may be the log. A log without a witness gets one.
  private mutating func announce(_ next: RecordTail) throws(SystemError) {
    var new: LogWitness
    if let witness {
      new = witness
    } else {
      new = try LogWitness(creating: witnessName, in: storage)
    }
    var statement = new.statement
    if statement.successor != nil {
      // Which of two has the name on the disk is open, and a third must not come to them.
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

  /// The file stays within four times what it would be anew. That it could not be written anew hurts
  /// nobody: it is tried again when it has doubled.
  mutating func rewriteIfGrown(_ state: inout some RecordState) {
    guard let size = tail?.end, let base = tail?.baseSize,
      size > max(options.smallestRewritten, base.multipliedReportingOverflow(by: 4).partialValue)
    else { return }
    do throws(SystemError) {
      try rewrite(&state)
    } catch {
      if tail == nil { isSettled = false }
      tail?.baseSize = size / 2
    }
  }
}
