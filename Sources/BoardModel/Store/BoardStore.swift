internal import DragSystem
internal import Foundation

/// A board on disk: its lists and cards, its undo history and its unfinished moves.
///
/// Every change is one transaction, durable when the call returns. Several processes may open one board and see each
/// other's changes; each has its own store object, used on one thread.
package final class BoardStore {
  /// The folder of the board.
  package let folder: String
  /// Stages large content before it becomes part of a card, on any thread.
  package let staging: Staging
  /// The unique id of this board: two processes with the same identity have the same cards.
  package let identity: String
  /// Called at each step of a durable change. Tests end the process there.
  package var onStep: ((StaticString) -> Void)?

  let database: Database
  let process: LockFile
  let processName: String
  /// Files that no card has after the transaction; they are removed once it is committed.
  var unneededFiles: [String] = []
  /// Files that cards get in the transaction.
  var usedFiles: [StagedFile] = []
  /// Whether this object has changed the board.
  package private(set) var hasChanged = false
  private let changes: OpenFile
  private var seenVersion = 0

  /// `$XDG_DATA_HOME/dragboard`, by default `~/.local/share/dragboard` (XDG Base Directory Specification).
  ///
  /// - Throws: `storage` where neither is an absolute path.
  package static var defaultFolder: String {
    get throws(BoardError) {
      try mapError { () throws(SystemError) in
        try DataFolders.own("dragboard")
      } to: {
        BoardError.storage($0.call)
      }
    }
  }

  /// Opens a board, and creates it if necessary.
  ///
  /// - Parameter onStep: called at each step of a durable change, and of the migration of an older store.
  /// - Throws: `newer`; `openInOlderVersion` where a store has to be migrated while a program of the older version has
  ///   it open.
  package init(
    folder: String, onStep: ((StaticString) -> Void)? = nil
  ) throws(BoardError) {
    self.folder = folder
    self.onStep = onStep
    try StoreFolder.make(folder)
    for name in ["blobs", "processes"] { try StoreFolder.make("\(folder)/\(name)") }
    // One process at a time: SQLite does not wait for the lock while it changes to write-ahead logging.
    guard let opening = try LockFile("\(folder)/opening.lock", waiting: true) else { throw .busy }
    defer { withExtendedLifetime(opening) {} }

    processName = UUID().uuidString.lowercased()
    guard let process = try LockFile("\(folder)/processes/\(processName)", waiting: true) else {
      throw .busy
    }
    self.process = process
    staging = Staging(folder: "\(folder)/blobs", process: process, processName: processName)
    changes = try OpenFile(locking: "\(folder)/changes")
    database = try Database(Self.databasePath(in: folder))
    try database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384")
    try Schema.prepare(database) { [database, processName] (version) throws(BoardError) in
      try Self.backUp(database, version, in: folder, for: processName, onStep)
    } step: {
      onStep?($0)
    }
    identity = try database.first("SELECT value FROM facts") { $0.text(0) } ?? ""
    seenVersion = try database.version()
    try removeLeftovers()
    removeOldExports()
  }

  deinit { process.remove() }

  /// The file that every process writes to after a change of the board. Watch it (inotify(7)), and call `refresh()`
  /// when it changes.
  package var changesPath: String { "\(folder)/changes" }

  /// Whether another process has changed the board since the last call. Changes of this process do not count.
  package func refresh() throws(BoardError) -> Bool {
    let version = try database.version()
    defer { seenVersion = version }
    return version != seenVersion
  }

  static func databasePath(in folder: String) -> String { "\(folder)/board.sqlite" }

  /// From now on no change waits until earlier ones are copied from the log into the database: for a process that
  /// stays, and answers meanwhile.
  package func checkpointAside() { database.checkpointAside(Self.databasePath(in: folder)) }

  /// Runs a durable transaction and notifies the other processes.
  func change<Result>(_ body: () throws(BoardError) -> Result) throws(BoardError) -> Result {
    unneededFiles = []
    usedFiles = []
    defer { usedFiles = [] }
    step("begin the transaction")
    let result = try database.transaction { () throws(BoardError) in
      let result = try body()
      step("commit the transaction")
      return result
    }
    step("the transaction is committed")
    hasChanged = true
    for file in usedFiles { file.keep() }
    for name in unneededFiles { StoreFolder.remove("\(folder)/blobs/\(name)") }
    changes.overwrite([1])
    step("the others are told")
    return result
  }

  func step(_ name: StaticString) { onStep?(name) }
}
