internal import CLinux

/// A file that grows by whole records, for data that must outlive the process but not the machine: nothing is synced. A
/// record is there completely or not at all, even when the process is killed while it writes.
package struct Journal: ~Copyable, Sendable {
  private let file: OwnedFileDescriptor
  /// In bytes.
  package private(set) var size: UInt64 = 0
  /// Whether the file ends with a partial record, because truncating it failed after a failed write.
  private var isTorn = false

  /// Creates an empty journal under that name, readable for its user only; truncates an existing file.
  package init(creating name: String, in folder: borrowing Folder) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_APPEND
    let number = withPath(Array(name.utf8)) { linux_openat(folder.rawValue, $0, flags, 0o600) }
    guard number >= 0 else { throw .last("open") }
    file = OwnedFileDescriptor(adopting: number)
  }

  /// Writes all records or none. Throws ENOSPC and other errors of write(2); nothing has changed then.
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

  /// Removes everything behind the first `length` bytes.
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

  /// Reads the journal; nil when there is none.
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
    let size = try FileStatus(of: file).size
    return JournalContent(try file.read(upTo: Int(clamping: size), at: 0))
  }
}

/// Records to append to a journal.
package struct JournalRecords: Sendable {
  package fileprivate(set) var bytes: [UInt8] = []

  package init() {}

  /// The number of bytes that they take in the file.
  package var size: Int { bytes.count }

  package mutating func append(_ record: [UInt8]) {
    JournalFrame.append(record, to: &bytes)
  }

  package mutating func append(_ others: JournalRecords) {
    bytes += others.bytes
  }
}

/// The content of a journal.
package struct JournalContent: Sendable {
  /// The intact records, in order. A damaged record is left out; after a damaged length no further record can be found.
  package private(set) var records: [ArraySlice<UInt8>] = []
  /// How many bytes belong to no record.
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
