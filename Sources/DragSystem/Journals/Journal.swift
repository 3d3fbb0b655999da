internal import CLinux

/// A file that grows by whole records, for what has to outlive the process but not the machine: nothing is synced. A
/// record is either there or not, also when the process is killed while it writes.
package struct Journal: ~Copyable, Sendable {
  private let file: OwnedFileDescriptor
  /// In bytes.
  package private(set) var size: UInt64 = 0
  /// Whether the file ends with a part of a record, because it could not be shortened after a failure.
  private var isTorn = false

  /// An empty one under that name, readable for its user only; what had the name is emptied.
  package init(creating name: String, in folder: borrowing Folder) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_APPEND
    let number = withPath(Array(name.utf8)) { linux_openat(folder.rawValue, $0, flags, 0o600) }
    guard number >= 0 else { throw .last("open") }
    file = OwnedFileDescriptor(adopting: number)
  }

  /// Writes records, all or none. Throws ENOSPC and others of write(2); nothing has changed then.
  package mutating func append(_ records: JournalRecords) throws(SystemError) {
    guard !isTorn || cut() else { throw SystemError("ftruncate", errno: EIO) }
    do throws(SystemError) {
      try file.write(all: records.bytes)
      size += UInt64(records.bytes.count)
    } catch {
      isTorn = true
      _ = cut()
      throw error
    }
  }

  /// Takes everything out but so many bytes at the start.
  package mutating func shorten(to length: UInt64) {
    let before = size
    size = length
    if !cut() { size = before }
  }

  private mutating func cut() -> Bool {
    guard ftruncate(file.rawValue, Int(size)) == 0 else { return false }
    isTorn = false
    return true
  }

  /// What can be read of a journal; nil when there is none.
  package static func read(
    _ name: String, in folder: borrowing Folder
  ) throws(SystemError) -> JournalContent? {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let number = withPath(Array(name.utf8)) { linux_openat(folder.rawValue, $0, flags, 0) }
    guard number >= 0 else {
      if linux_errno() == ENOENT { return nil }
      throw .last("open")
    }
    let file = OwnedFileDescriptor(adopting: number)
    let size = try FileStatus.of(file).size
    return JournalContent(try file.read(upTo: Int(clamping: size), at: 0))
  }
}

/// Records on their way into a journal.
package struct JournalRecords: Sendable {
  fileprivate var bytes: [UInt8] = []

  package init() {}

  /// In bytes, as they will stand in the file.
  package var size: Int { bytes.count }

  package mutating func append(_ record: [UInt8]) {
    JournalFrame.append(record, to: &bytes)
  }

  package mutating func append(_ others: JournalRecords) {
    bytes += others.bytes
  }
}

/// What a journal says.
package struct JournalContent: Sendable {
  /// Those that are whole, in order. A damaged one is left out; after one whose length is damaged nothing is found.
  package private(set) var records: [ArraySlice<UInt8>] = []
  /// Bytes that are no record.
  package private(set) var damage = 0

  package init(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      guard let length = JournalFrame.length(at: start, in: bytes) else {
        damage += bytes.count - start
        return
      }
      if let record = JournalFrame.record(at: start, length: length, in: bytes) {
        records.append(record)
      } else {
        damage += length + JournalFrame.headerLength
      }
      start += length + JournalFrame.headerLength
    }
  }
}
