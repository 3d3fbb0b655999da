internal import DragSystem
internal import Foundation
internal import Translations

/// An open file, which is closed with this value.
struct OpenFile: ~Copyable {
  private let file: OwnedFileDescriptor
  let path: String

  private var number: CInt { file.rawValue }

  /// Opens a regular file for reading. It refuses other kinds: reading a pipe could block for ever.
  init(reading path: String) throws(BoardError) {
    file = try Self.regularFile(path)
    self.path = path
  }

  private static func regularFile(_ path: String) throws(BoardError) -> OwnedFileDescriptor {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    let file = OwnedFileDescriptor(adopting: number)
    let status = try mapError { () throws(SystemError) in
      try FileStatus(of: file)
    } to: {
      BoardError.unreadable(path: path, reason: reason($0.errno))
    }
    switch status.kind {
    case .regular: return file
    case .directory: throw .unreadable(path: path, reason: translated("is a folder"))
    case .symbolicLink, .fifo, .socket, .characterDevice, .blockDevice, .unknown:
      throw .unreadable(path: path, reason: translated("is not a regular file"))
    }
  }

  /// Creates a file for writing.
  ///
  /// - Parameter mode: without the bits that the process denies to new files.
  init(creating path: String, mode: mode_t = 0o600) throws(BoardError) {
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard number >= 0 else { throw BoardError(errno, "open", path) }
    file = OwnedFileDescriptor(adopting: number)
    self.path = path
  }

  /// Opens a file for locking, and creates it if necessary.
  init(locking path: String) throws(BoardError) {
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw BoardError(errno, "open", path) }
    file = OwnedFileDescriptor(adopting: number)
    self.path = path
  }

  func size() throws(BoardError) -> Int {
    try stored { () throws(SystemError) in Int(try FileStatus(of: file).size) }
  }

  /// Reads the next bytes; none at the end.
  func read(_ count: Int) throws(BoardError) -> [UInt8] {
    var failure: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = -1
      repeat {
        got = Foundation.read(number, buffer.baseAddress, count)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      filled = max(got, 0)
    }
    guard failure == 0 else { throw .unreadable(path: path, reason: reason(failure)) }
    return bytes
  }

  func readAll(limit: Int = .max) throws(BoardError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(try size())
    while case let piece = try read(1 << 20), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= limit else {
        throw .unreadable(
          path: path, reason: translated("has more than {limit} bytes", ["limit": limit]))
      }
    }
    return bytes
  }

  func forEachPiece(
    _ body: (ArraySlice<UInt8>) throws(BoardError) -> Void
  ) throws(BoardError) {
    while case let piece = try read(1 << 20), !piece.isEmpty { try body(piece[...]) }
  }

  /// Appends bytes to a new file; blocks of zeros become holes. Call `end` after the last bytes.
  func write(_ bytes: [UInt8]) throws(BoardError) {
    try stored { () throws(SystemError) in try file.write(sparsely: bytes) }
  }

  /// Ends the file after the last bytes, which may be a hole.
  func end() throws(BoardError) {
    try stored { () throws(SystemError) in try file.endAtPosition() }
  }

  private func stored<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(BoardError) -> Value {
    try mapError(body) { BoardError($0.errno, $0.call, path) }
  }

  /// Copies the whole file into a new one, with its holes.
  ///
  /// - Parameter shouldContinue: gets the number of bytes copied so far, and returns whether to copy more.
  func copy(to new: borrowing OpenFile, while shouldContinue: (Int) -> Bool) throws(BoardError) {
    let size = UInt64(try size())
    try mapError { () throws(SystemError) in
      try Copy.bytes(size, from: file, to: new.file) { shouldContinue(Int($0)) }
    } to: { error in
      error.isNoSpace
        ? BoardError(error.errno, error.call, new.path)
        : .unreadable(path: path, reason: reason(error.errno))
    }
  }

  /// Replaces the first bytes, which notifies the watchers of the file.
  func overwrite(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
  }

  func sync() throws(BoardError) {
    guard fsync(number) == 0 else { throw BoardError(errno, "fsync", path) }
  }

  /// Locks the file exclusively; false when another process has the lock and `waiting` is false. The kernel releases
  /// the lock when the process ends (flock(2)).
  func lock(waiting: Bool) throws(BoardError) -> Bool {
    while flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw BoardError(errno, "flock", path) }
    }
    return true
  }

  /// Whether the path still leads to this file.
  func isInPlace() throws(BoardError) -> Bool {
    try stored { () throws(SystemError) in
      try FileStatus.of(path: Array(path.utf8))?.identity.key == FileStatus(of: file).identity.key
    }
  }
}

/// The message of an errno(3).
func reason(_ number: CInt) -> String { String(cString: strerror(number)) }

extension BoardError {
  /// A failed call on the store's own files.
  init(_ number: CInt, _ call: String, _ path: String) {
    self =
      number == ENOSPC || number == EDQUOT
      ? .diskFull : .storage("\(call) \(path): \(reason(number))")
  }
}

/// A file that stays locked as long as this object lives. The lock shows other processes that its owner lives.
final class LockFile: Sendable {
  private let file: OpenFile
  var path: String { file.path }

  /// Locks a file.
  ///
  /// - Parameter waiting: whether to wait for another owner of the lock; without waiting the result is nil then.
  init?(_ path: String, waiting: Bool) throws(BoardError) {
    while true {
      let file = try OpenFile(locking: path)
      guard try file.lock(waiting: waiting) else { return nil }
      // The previous owner may have removed the file before it released the lock: another process would then create and
      // lock a new one.
      if try file.isInPlace() {
        self.file = file
        return
      }
    }
  }

  /// Removes the file while it is locked.
  func remove() { StoreFolder.remove(file.path) }
}
