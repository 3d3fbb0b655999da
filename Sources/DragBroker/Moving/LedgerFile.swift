internal import DragModel
internal import DragSystem
internal import ServiceLog

/// The file of the ledger, opened for the first question. It waits for disks and for other brokers: only a worker
/// uses it, one at a time.
struct LedgerFile: ~Copyable, Sendable {
  enum Reply: Sendable {
    /// In the order of the questions.
    case answers([LedgerFileAnswer])
    /// The content of the disk cannot be known in this process; the next one reads it.
    case unknown(String)
  }

  private struct Opened: ~Copyable, Sendable {
    private var log: RecordLog
    private var table: LedgerRecords
    var identity: [UInt8]? { log.identity }

    init(log: consuming RecordLog, table: LedgerRecords) {
      self.log = log
      self.table = table
    }

    mutating func answer(
      _ questions: [LedgerQuestion], hasRoom: Bool
    ) throws(RecordLogFailure) -> [LedgerFileAnswer] {
      var answers: [LedgerFileAnswer] = []
      try log.transact(&table) { table in
        let decided = table.answer(questions, hasRoom: hasRoom)
        answers = decided.answers
        return decided.addition
      }
      let identity = log.identity
      return answers.map { answer in
        if case .identity = answer { .identity(identity) } else { answer }
      }
    }
  }

  private let folder: String?
  private let limit: MoveCost
  private let broker: UInt64
  private var opened: Opened?
  /// Of the records that this process has used.
  private var identity: [UInt8]?
  /// Why the records can never be read.
  private var damage: Rejection?

  /// - Parameter folder: nil for the user's own.
  init(folder: String?, limit: MoveCost, broker: UInt64) {
    self.folder = folder
    self.limit = limit
    self.broker = broker
  }

  mutating func ask(_ questions: [LedgerQuestion]) -> Reply {
    if let damage { return .answers(questions.map { _ in .never(damage) }) }
    do throws(RecordLogFailure) {
      return .answers(try answer(questions, hasRoom: true))
    } catch .notWritten {
      return askWithoutRoom(questions)
    } catch {
      return explain(error, questions)
    }
  }

  /// The records could not be written: decides again, and refuses the questions that need a record.
  private mutating func askWithoutRoom(_ questions: [LedgerQuestion]) -> Reply {
    do throws(RecordLogFailure) {
      return .answers(try answer(questions, hasRoom: false))
    } catch {
      return explain(error, questions)
    }
  }

  private mutating func answer(
    _ questions: [LedgerQuestion], hasRoom: Bool
  ) throws(RecordLogFailure) -> [LedgerFileAnswer] {
    if opened == nil {
      do throws(SystemError) { opened = try open() } catch { throw .unavailable(error) }
    }
    let answers = try opened?.answer(questions, hasRoom: hasRoom) ?? []
    // What a program has heard from one dragd must be from one ledger.
    if let present = opened?.identity {
      guard present == identity ?? present else {
        throw .unknown(SystemError("other records have taken their place", errno: 116))
      }
      identity = present
    }
    return answers
  }

  private func open() throws(SystemError) -> Opened {
    let folder = try folderPath()
    try StateFolder.make(folder)
    let lock = try FileLock(path: folder + "/moves.lock")
    try lock.live(as: broker)
    let options = RecordLog.Options(
      name: Self.name, contents: LedgerEntry.recordVersion, isShared: true, isSynced: true)
    return Opened(
      log: RecordLog(try DiskStorage(folder: folder, lock: lock), options),
      table: LedgerRecords(limit: limit, lock: lock, broker: broker))
  }

  private static let name = "moves"

  private mutating func explain(_ failure: RecordLogFailure, _ questions: [LedgerQuestion]) -> Reply
  {
    switch failure {
    case .unavailable(let error):
      // The next question opens everything again, also the lock, which may have been removed.
      opened = nil
      return .answers(questions.map { notNow(error, $0) })
    case .notWritten(let error):
      return .answers(questions.map { notNow(error, $0) })
    case .unknown(let error):
      return .unknown(
        "whether moves were recorded in \(path) cannot be known (\(error)); dragd ends, and the next one "
          + "reads what is there")
    case .unreadable(let reason):
      let damage = Rejection(
        .stateUnavailable,
        "the record of moves \(path) cannot be read: \(reason), so dragd does not know which moves were "
          + "committed. It keeps the file and refuses moves. Settle open moves by hand, then move \(path) and "
          + "\(path).end away and restart dragd")
      self.damage = damage
      Log(of: "dragd").error(damage.message)
      opened = nil
      return .answers(questions.map { _ in .never(damage) })
    }
  }

  private func notNow(_ error: SystemError, _ question: LedgerQuestion) -> LedgerFileAnswer {
    if error.isNoSpace { return .fullDisk(for: question) }
    return .notNow(
      Rejection(
        .stateUnavailable,
        "the record of moves \(path) cannot be used (\(error)); let dragd read and write it and its "
          + "folder, and ask again"))
  }

  private func folderPath() throws(SystemError) -> String {
    if let folder { return folder }
    return try StateFolder.path()
  }

  private var path: String {
    do throws(SystemError) { return try folderPath() + "/" + Self.name } catch { return Self.name }
  }
}
