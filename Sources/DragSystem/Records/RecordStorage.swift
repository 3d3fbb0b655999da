/// The folder of a log's files, and the lock that its users share. `DiskStorage` is the real one; tests have one that
/// simulates power failures.
package protocol RecordStorage: Sendable {
  /// Waits until the lock is free. A failure changes nothing.
  func lock() throws(SystemError)
  func unlock()

  /// Opens a file for reading and writing; nil when no file has that name.
  func open(_ name: String) throws(SystemError) -> (any RecordFile)?
  /// Creates an empty file; removes a file that had the name.
  func create(_ name: String) throws(SystemError) -> any RecordFile
  /// The file that has that name now; nil for none.
  func key(of name: String) throws(SystemError) -> FileKey?
  /// Renames, and replaces a file that has the new name.
  func rename(_ old: String, to new: String) throws(SystemError)
  func remove(_ name: String)
  /// Waits until the names are on the disk.
  func syncFolder() throws(SystemError)
}

/// A file of a log.
package protocol RecordFile: AnyObject, Sendable {
  var key: FileKey { get }
  /// In bytes.
  func size() throws(SystemError) -> UInt64
  /// At most `count` bytes; fewer only at the end of the file.
  func read(upTo count: Int, at offset: UInt64) throws(SystemError) -> [UInt8]
  /// Writes all bytes or throws; then some may have been written.
  func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError)
  func truncate(to size: UInt64) throws(SystemError)
  /// Waits until the content is on the disk.
  func sync() throws(SystemError)
}

/// The state that the user of a log builds from its records.
package protocol RecordState {
  /// Resets the state: the log is about to apply all records from the first.
  mutating func reset()
  /// Applies one record; false when the record makes no sense, which makes the whole log unreadable.
  mutating func apply(_ record: [UInt8]) -> Bool
  /// The records that a rewritten file contains. After the rewrite the log resets the state and applies them, so the
  /// state forgets what it omits here.
  func live() -> [[UInt8]]
}

/// Why a transaction failed.
package enum RecordLogFailure: Error, Hashable, Sendable {
  /// The files cannot be opened, locked or read; nothing has changed, and a later try may succeed.
  case unavailable(SystemError)
  /// The content is not trusted, for this reason: it proves nothing.
  case unreadable(String)
  /// Nothing was recorded, for example because the disk is full.
  case notWritten(SystemError)
  /// Whether the records have reached the disk is unknown. The process should end: the next one reads what is there.
  case unknown(SystemError)
}
