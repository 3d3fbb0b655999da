internal import DragSystem
internal import Foundation

/// A file that is open, closed with its owner.
struct OpenFile: ~Copyable {
  private let file: OwnedFileDescriptor
  let path: String

  private var number: CInt { file.rawValue }

  /// Opens a regular file for reading; nothing else, for reading a pipe could take for ever.
  init(reading path: String) throws(BoardError) {
    file = try Self.regularFile(path)
    self.path = path
  }

  private static func regularFile(_ path: String) throws(BoardError) -> OwnedFileDescriptor {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    let file = OwnedFileDescriptor(adopting: number)
    let kind: FileKind
    do throws(SystemError) {
      kind = try FileStatus(of: file).kind
    } catch {
      throw .unreadable(path: path, reason: reason(error.errno))
    }
    switch kind {
    case .regular: return file
    case .directory: throw .unreadable(path: path, reason: "is a folder")
    case .symbolicLink, .fifo, .socket, .characterDevice, .blockDevice, .unknown:
      throw .unreadable(path: path, reason: "is no regular file")
    }
  }

  /// Makes a new file of one's own to write into.
  init(creating path: String) throws(BoardError) {
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw BoardError(errno, "open", path) }
    file = OwnedFileDescriptor(adopting: number)
    self.path = path
  }

  /// Opens a file to be locked, made when it is not there yet.
  init(locking path: String) throws(BoardError) {
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw BoardError(errno, "open", path) }
    file = OwnedFileDescriptor(adopting: number)
    self.path = path
  }

  func size() throws(BoardError) -> Int {
    do throws(SystemError) {
      return Int(try FileStatus(of: file).size)
    } catch {
      throw BoardError(error.errno, error.call, path)
    }
  }

  /// The next bytes; none at the end.
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
        throw .unreadable(path: path, reason: "has more than \(limit) bytes")
      }
    }
    return bytes
  }

  func forEachPiece(
    _ body: (ArraySlice<UInt8>) throws(BoardError) -> Void
  ) throws(BoardError) {
    while case let piece = try read(1 << 20), !piece.isEmpty { try body(piece[...]) }
  }

  /// Adds bytes to a new file; blocks of zeros become holes. `end` is to follow the last of them.
  func write(_ bytes: [UInt8]) throws(BoardError) {
    do throws(SystemError) {
      try file.write(sparsely: bytes)
    } catch {
      throw BoardError(error.errno, error.call, path)
    }
  }

  /// Everything has been written.
  func end() throws(BoardError) {
    do throws(SystemError) {
      try file.endAtPosition()
    } catch {
      throw BoardError(error.errno, error.call, path)
    }
  }

  /// Copies all of it into a new file, with its holes.
  ///
  /// - Parameter goOn: is told how many bytes have been copied, and whether to copy more is its answer.
  func copy(to new: borrowing OpenFile, while goOn: (Int) -> Bool) throws(BoardError) {
    let size = UInt64(try size())
    do throws(SystemError) {
      try Copy.bytes(size, from: file, to: new.file) { goOn(Int($0)) }
    } catch {
      guard error.isNoSpace else {
        throw .unreadable(path: path, reason: BoardModel.reason(error.errno))
      }
      throw BoardError(error.errno, error.call, new.path)
    }
  }

  /// Replaces the first bytes, as a note to whoever watches the file.
  func overwrite(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
  }

  func sync() throws(BoardError) {
    guard fsync(number) == 0 else { throw BoardError(errno, "fsync", path) }
  }

  /// Locks the file for this owner alone; false when somebody else has it and `waiting` is not wanted.
  /// The lock ends with the process, however that ends (flock(2)).
  func lock(waiting: Bool) throws(BoardError) -> Bool {
    while flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw BoardError(errno, "flock", path) }
    }
    return true
  }

  /// Whether the file is still the one that its path leads to.
  func isInPlace() -> Bool {
    guard let other = try? Self.regularFile(path), let there = try? FileStatus(of: other).identity,
      let here = try? FileStatus(of: file).identity
    else { return false }
    return here.inode == there.inode && here.device == there.device
  }
}

/// What errno(3) means.
func reason(_ number: CInt) -> String { String(cString: strerror(number)) }

extension BoardError {
  /// A call on the store's own files that failed.
  init(_ number: CInt, _ call: String, _ path: String) {
    self =
      number == ENOSPC || number == EDQUOT
      ? .diskFull : .storage("\(call) \(path): \(reason(number))")
  }
}
