/// The folder that a log has its files in, and the lock that its users share. `DiskStorage` is the
/// real one; tests have one whose power fails.
package protocol RecordStorage: Sendable {
  /// Waits until nobody else has the lock. What fails has changed nothing.
  func lock() throws(SystemError)
  func unlock()

  /// Opens a file for reading and writing; nil when there is none of that name.
  func open(_ name: String) throws(SystemError) -> (any RecordFile)?
  /// Creates an empty file; what had the name before is removed.
  func create(_ name: String) throws(SystemError) -> any RecordFile
  /// Which file has that name now; nil: none.
  func key(of name: String) throws(SystemError) -> FileKey?
  /// Replaces what has the new name.
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
  /// All, or it throws; then some may have been written.
  func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError)
  func truncate(to size: UInt64) throws(SystemError)
  /// Waits until the content is on the disk.
  func sync() throws(SystemError)
}

/// A file, whatever its name, while somebody has it open.
package struct FileKey: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// What the user of a log makes of its records.
package protocol RecordState {
  /// The records are read from the first on.
  mutating func startOver()
  /// Takes one record over; false when it makes no sense, which makes the whole log unreadable.
  mutating func take(_ record: [UInt8]) -> Bool
  /// The records that the file is to have instead of all that it had. When they are in place the state
  /// takes them from the first on, so what it leaves out here it forgets.
  func live() -> [[UInt8]]
}

/// Why a transaction has failed.
package enum RecordLogFailure: Error, Hashable, Sendable {
  /// The files cannot be opened, locked or read; nothing was changed, and it may work later.
  case unavailable(SystemError)
  /// The content cannot be believed, and why: nobody may conclude anything from it.
  case unreadable(String)
  /// Nothing was recorded: the disk is full, for one.
  case notWritten(SystemError)
  /// Whether the records have reached the disk cannot be known. The process should end: the next
  /// one reads what is there.
  case unknown(SystemError)
}
