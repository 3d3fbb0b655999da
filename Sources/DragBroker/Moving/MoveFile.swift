internal import DragModel
internal import DragSystem

/// The file of the ledger, opened when it is first asked. It waits for disks and for other brokers: only a
/// worker uses it, one at a time.
struct MoveFile: ~Copyable, Sendable {
  enum Reply: Sendable {
    /// In the order of the questions.
    case answers([MoveAnswer])
    /// What is on the disk cannot be known; the next process reads it.
    case unknown(String)
  }

  private struct Opened: ~Copyable, Sendable {
    private var log: RecordLog
    private var table: MoveTable

    init(log: consuming RecordLog, table: MoveTable) {
      self.log = log
      self.table = table
    }

    mutating func answer(
      _ questions: [MoveQuestion], hasRoom: Bool
    ) throws(RecordLogFailure) -> [MoveAnswer] {
      var answers: [MoveAnswer] = []
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
  /// Why the records cannot be read: that stays so.
  private var ruin: Rejection?

  /// `folder`: nil for the user's own.
  init(folder: String?, limit: MoveCost, broker: UInt64) {
    self.folder = folder
    self.limit = limit
    self.broker = broker
  }

  mutating func ask(_ questions: [MoveQuestion]) -> Reply {
    if let ruin { return .answers(questions.map { _ in .never(ruin) }) }
    do throws(RecordLogFailure) {
      return .answers(try answer(questions, hasRoom: true))
    } catch .notWritten {
      return askWithoutRoom(questions)
    } catch {
      return explain(error, questions)
    }
  }

  /// Nothing that needs to be recorded was: all others are decided once more, without it.
  private mutating func askWithoutRoom(_ questions: [MoveQuestion]) -> Reply {
    do throws(RecordLogFailure) {
      return .answers(try answer(questions, hasRoom: false))
    } catch {
      return explain(error, questions)
    }
  }

  private mutating func answer(
    _ questions: [MoveQuestion], hasRoom: Bool
  ) throws(RecordLogFailure) -> [MoveAnswer] {
    if opened == nil {
      do throws(SystemError) { opened = try open() } catch { throw .unavailable(error) }
    }
    return try opened?.answer(questions, hasRoom: hasRoom) ?? []
  }

  private func open() throws(SystemError) -> Opened {
    let folder = try place()
    try StateFolder.make(folder)
    let lock = try FileLock(path: folder + "/moves.lock")
    try lock.live(as: broker)
    let options = RecordLog.Options(
      name: Self.name, contents: LedgerEntry.recordVersion, isShared: true, isSynced: true)
    return Opened(
      log: RecordLog(try DiskStorage(folder: folder, lock: lock), options),
      table: MoveTable(limit: limit, lock: lock, broker: broker))
  }

  private static let name = "moves"

  private mutating func explain(_ failure: RecordLogFailure, _ questions: [MoveQuestion]) -> Reply {
    switch failure {
    case .unavailable(let error):
      // The next request opens everything anew, the lock too: somebody may have removed it.
      opened = nil
      return .answers(questions.map { notNow(error, $0) })
    case .notWritten(let error):
      return .answers(questions.map { notNow(error, $0) })
    case .unknown(let error):
      return .unknown(
        "whether moves were recorded in \(path) cannot be known (\(error)); dragd ends, and the next one "
          + "reads what is there")
    case .unreadable(let reason):
      let ruin = Rejection(
        .stateUnavailable,
        "the record of moves \(path) cannot be read: \(reason). Nobody can tell what became of moves. It "
          + "stays as it is, and so does this: once sources and destinations have settled theirs by hand, move "
          + "\(path) and \(path).end away and start dragd again")
      self.ruin = ruin
      Log().error(ruin.message)
      opened = nil
      return .answers(questions.map { _ in .never(ruin) })
    }
  }

  private func notNow(_ error: SystemError, _ question: MoveQuestion) -> MoveAnswer {
    if error.isNoSpace { return .fullDisk(for: question) }
    return .notNow(
      Rejection(
        .stateUnavailable,
        "the record of moves \(path) cannot be used (\(error)); let dragd read and write it and its "
          + "folder, and ask again"))
  }

  private func place() throws(SystemError) -> String {
    if let folder { return folder }
    return try StateFolder.path()
  }

  private var path: String {
    do throws(SystemError) { return try place() + "/" + Self.name } catch { return Self.name }
  }
}
