internal import CLinux
internal import Synchronization

/// The three streams that a program is started with.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  package var isTerminal: Bool {
    isatty(rawValue) == 1
  }

  /// Which file or pipe it is; nil when it is closed.
  package var identity: FileIdentity? {
    (try? FileStatus(number: rawValue))?.identity
  }

  /// The terminal's width; nil when the stream is no terminal, and for a terminal without a known size.
  package var columns: Int? {
    var size = winsize()
    let result = withUnsafeMutableBytes(of: &size) { bytes in
      linux_ioctl_int(
        rawValue, UInt(TIOCGWINSZ), bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// A new descriptor of the same open file description. Throws EBADF when the stream was closed.
  package func duplicate() throws(SystemError) -> OwnedFileDescriptor {
    let copy = linux_fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last("fcntl(F_DUPFD_CLOEXEC)") }
    return OwnedFileDescriptor(adopting: copy)
  }

  /// Writes all bytes. The stream may be non-blocking (another program can set that on a terminal): this waits then.
  /// Throws EBADF when the program was started with the stream closed.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    guard !wasClosed else { throw SystemError("write", errno: EBADF) }
    try writeWaiting(bytes, to: rawValue)
  }

  /// Writes a text, and ends the program with status 1 when that fails: for a program that has nothing else to do.
  package func print(_ text: String) {
    do throws(SystemError) {
      try write(Array(text.utf8))
    } catch {
      ProgramExit.now(1)
    }
  }

  /// Opens each of the three that is closed, on /dev/null: otherwise a file opened later would get its number, and the
  /// program would write to it by mistake.
  package static func ensureOpen() {
    for number in input.rawValue...error.rawValue where linux_fcntl(number, F_GETFD, 0) < 0 {
      // open(2) assigns the lowest free number, which is this one.
      _ = linux_open("/dev/null", O_RDWR, 0)
      closed.bitwiseOr(1 << number, ordering: .relaxed)
    }
  }

  /// The streams that were closed when the program started, as bits.
  private static let closed = Atomic<Int32>(0)

  private var wasClosed: Bool { Self.closed.load(ordering: .relaxed) & 1 << rawValue != 0 }

  /// Throws EBADF when the program was started with the stream closed, or without the right to write to it: what is
  /// written would be lost.
  package func checkWritable() throws(SystemError) {
    let flags = linux_fcntl(rawValue, F_GETFL, 0)
    guard !wasClosed, flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw SystemError("write", errno: EBADF)
    }
  }

  /// Whether it is a pipe whose last reader has closed its end.
  package var hasLostReader: Bool {
    var state = pollfd(fd: rawValue, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }

  /// Replaces the stream by an open file, at that file's position.
  package func replace(by file: borrowing OwnedFileDescriptor) throws(SystemError) {
    guard dup2(file.rawValue, rawValue) >= 0 else { throw .last("dup2") }
  }

  /// Replaces all three by /dev/null.
  package static func detachAll() throws(SystemError) {
    let null = linux_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
    guard null >= 0 else { throw .last("open /dev/null") }
    defer { close(null) }
    for number in input.rawValue...error.rawValue {
      guard dup2(null, number) >= 0 else { throw .last("dup2") }
    }
  }
}
