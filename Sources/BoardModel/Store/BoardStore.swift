internal import Foundation

/// A board on disk: its lists and cards, what can be undone, and the moves that are under way.
///
/// Every change is one transaction, durable when the call returns. Several processes may have one board open and see
/// each other's changes; each has its own store object, used on one thread.
package final class BoardStore {
  /// Where the board is.
  package let folder: String
  /// Takes large content in before it becomes part of a card, on any thread.
  package let staging: Staging
  /// Names this board and no other: two processes that tell the same one have the same cards.
  package let identity: String
  /// Told at each step of what is made durable. For tests, which end the process there.
  package var onStep: ((StaticString) -> Void)?

  let database: Database
  let process: LockFile
  let processName: String
  /// Files that no card has any more, to be removed once that is durable.
  var doomedFiles: [String] = []
  /// Files that cards are getting.
  var takenFiles: [StagedFile] = []
  private let changes: OpenFile
  private var seenVersion = 0

  /// `$XDG_DATA_HOME/dragboard`, by default `~/.local/share/dragboard` (XDG Base Directory Specification).
  package static var defaultFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    // NSHomeDirectory() asks the user database first.
    let home = environment["HOME"] ?? NSHomeDirectory()
    return (data ?? home + "/.local/share") + "/dragboard"
  }

  /// Opens a board, made if it is not there.
  package init(folder: String = BoardStore.defaultFolder) throws(BoardError) {
    self.folder = folder
    try Folder.make(folder)
    for name in ["blobs", "processes"] { try Folder.make("\(folder)/\(name)") }
    // One at a time: SQLite does not wait for others while it changes to write-ahead logging.
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
    try Schema.prepare(database)
    identity = try database.first("SELECT value FROM facts") { $0.text(0) } ?? ""
    seenVersion = try dataVersion()
    try removeLeftovers()
    removeOldExports()
  }

  deinit { process.remove() }

  /// A file that is written to whenever any process has changed the board: to be watched (inotify(7)), and `refresh()`
  /// called when it changes.
  package var changesPath: String { "\(folder)/changes" }

  /// Whether another process has changed the board since this was last called; one's own changes do not count.
  package func refresh() throws(BoardError) -> Bool {
    let version = try dataVersion()
    defer { seenVersion = version }
    return version != seenVersion
  }

  static func databasePath(in folder: String) -> String { "\(folder)/board.sqlite" }

  private func dataVersion() throws(BoardError) -> Int {
    try database.first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }

  /// One durable transaction; the others are told of it.
  func change<Result>(_ body: () throws(BoardError) -> Result) throws(BoardError) -> Result {
    doomedFiles = []
    takenFiles = []
    defer { takenFiles = [] }
    step("begin the transaction")
    let result = try database.transaction { () throws(BoardError) in
      let result = try body()
      step("commit the transaction")
      return result
    }
    step("the transaction is committed")
    for file in takenFiles { file.take() }
    for name in doomedFiles { Folder.remove("\(folder)/blobs/\(name)") }
    changes.overwrite([1])
    step("the others are told")
    return result
  }

  func step(_ name: StaticString) { onStep?(name) }
}
