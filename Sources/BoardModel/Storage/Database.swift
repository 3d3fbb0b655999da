internal import CSQLite
internal import Foundation

/// A connection to a SQLite database.
final class Database {
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var checkpoints: Checkpoints?
  /// How many statements have run, for tests of how reading scales.
  private(set) var runs = 0
  /// How many statements are compiled, for a test that they do not become more and more.
  var keptStatements: Int { statements.count }

  /// How long to wait for another process's transaction, in milliseconds. A transaction takes a few.
  private static let busyTimeout: CInt = 10_000

  /// Opens a database.
  ///
  /// - Parameter isReader: whether the connection only reads; then the database must exist.
  init(_ path: String, isReader: Bool = false) throws(BoardError) {
    var handle: OpaquePointer?
    let flags =
      isReader
      ? SQLITE_OPEN_READONLY
      : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle else { throw .storage("no memory for \(path)") }
    self.handle = handle
    // An error that an initializer throws when all is initialized runs `deinit`, which closes.
    guard code == SQLITE_OK else { throw failure(code) }
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    sqlite3_extended_result_codes(handle, 1)
  }

  /// Has another thread copy the log into the database, over another connection.
  ///
  /// - Parameter path: as it was opened.
  func checkpointAside(_ path: String) {
    let checkpoints = Checkpoints(path)
    checkpoints.follow(handle)
    self.checkpoints = checkpoints
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: SQLValue...) throws(BoardError) {
    try run(sql, values)
  }

  func run(_ sql: String, _ values: [SQLValue]) throws(BoardError) {
    try rows(sql, values) { (_) throws(BoardError) in }
  }

  /// Reads all rows of a query.
  func all<Result>(
    _ sql: String, _ values: SQLValue..., row: (Row) -> Result
  ) throws(BoardError) -> [Result] {
    var found: [Result] = []
    try rows(sql, values) { (line) throws(BoardError) in found.append(row(line)) }
    return found
  }

  /// Calls the body with each row of a query.
  func each(_ sql: String, _ values: SQLValue..., row: (Row) -> Void) throws(BoardError) {
    try rows(sql, values) { (line) throws(BoardError) in row(line) }
  }

  /// Reads the first row of a query that meets a condition.
  func first<Result>(
    _ sql: String, _ values: SQLValue..., where isWanted: (Row) -> Bool = { _ in true },
    row: (Row) -> Result
  ) throws(BoardError) -> Result? {
    var found: Result?
    try rows(sql, values) { (line) throws(BoardError) in
      if found == nil, isWanted(line) { found = row(line) }
    }
    return found
  }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Runs several statements without values.
  func execute(_ script: String) throws(BoardError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs `body` as one transaction that excludes other writers; any error rolls it back.
  func transaction<Result>(
    _ body: () throws(BoardError) -> Result
  ) throws(BoardError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(BoardError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // After some errors SQLite rolls back by itself.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` on one state of the database, while other processes may write.
  func snapshot<Result>(_ body: () throws(BoardError) -> Result) throws(BoardError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try execute("BEGIN")
    defer { try? execute("COMMIT") }
    return try body()
  }

  private func rows(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(BoardError) -> Void
  ) throws(BoardError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    for (index, value) in values.enumerated() {
      let code = statement.bind(value, at: CInt(index) + 1)
      guard code == SQLITE_OK else { throw failure(code) }
    }
    runs += 1
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      try body(Row(statement: statement.handle))
    }
  }

  private func prepared(_ sql: String) throws(BoardError) -> Statement {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    let kept = Statement(statement)
    statements[sql] = kept
    return kept
  }

  private func failure(_ code: CInt) -> BoardError {
    // SQLite tells it of some failures; after the others it is that of its last call.
    let (last, told) = (errno, sqlite3_system_errno(handle))
    let number = told != 0 ? told : last
    let said = String(cString: sqlite3_errmsg(handle))
    return switch code & 255 {
    case SQLITE_FULL: .diskFull
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(number): .diskFull
    case SQLITE_IOERR where number != 0: .storage("\(said): \(reason(number)) (SQLite \(code))")
    default: .storage("\(said) (SQLite \(code))")
    }
  }
}
