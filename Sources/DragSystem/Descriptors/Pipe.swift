internal import CLinux

/// A new pipe(7), both ends closed on exec. Frozen, so that other modules may take the ends apart.
///
/// Whoever splices into or out of a pipe holds its lock, in the kernel, for as long as the other file makes him
/// wait (a socket without data, a dead mount). Until then every call on the pipe hangs, with O_NONBLOCK too: read,
/// write, splice, FIONREAD, reopening it and the last close of an end. Only poll(2) and epoll(7) do not. So once an
/// end has been given to a peer, the loop's thread does nothing else with the pipe.
@frozen
package struct Pipe: ~Copyable {
  package enum End: Sendable {
    case reader
    case writer
  }

  /// What `init` asks for: big enough that the two sides seldom wait for each other.
  package static let generousCapacity = 1 << 20
  /// Bytes that a pipe holds as it comes, mostly (pipe(7), “Pipe capacity”).
  package static let usualCapacity = 1 << 16

  /// What is worth asking for where so many bytes will come: for a few, a bigger pipe costs more than it saves, and
  /// counts against what its user may have.
  package static func capacity(for bytes: UInt64?) -> Int {
    guard let bytes, bytes <= usualCapacity else { return generousCapacity }
    return usualCapacity
  }

  package var reader: OwnedFileDescriptor
  package var writer: OwnedFileDescriptor

  /// Only the named end is non-blocking; the other is a peer's, which expects an ordinary pipe. The capacity is a
  /// wish: a user has about sixty-four pipes of 1 MiB, then they stay as they are (pipe(7), “pipe-user-pages-soft”).
  package init(
    nonBlocking end: End? = nil, capacity: Int = Pipe.generousCapacity
  ) throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      pipe2($0.baseAddress!.assumingMemoryBound(to: Int32.self), Int32(O_CLOEXEC))
    }
    guard result == 0 else { throw .last("pipe2") }
    if capacity != Pipe.usualCapacity { _ = linux_fcntl(ends.1, F_SETPIPE_SZ, capacity) }
    // Setting a flag of a pipe of one's own cannot fail.
    switch end {
    case .reader: _ = linux_fcntl(ends.0, F_SETFL, Int(O_NONBLOCK))
    case .writer: _ = linux_fcntl(ends.1, F_SETFL, Int(O_NONBLOCK))
    case nil: break
    }
    reader = OwnedFileDescriptor(adopting: ends.0)
    writer = OwnedFileDescriptor(adopting: ends.1)
  }

  /// Gives one end up and closes the other.
  package consuming func takeReader() -> OwnedFileDescriptor { reader }
  package consuming func takeWriter() -> OwnedFileDescriptor { writer }
}

extension OwnedFileDescriptor {
  /// Bytes that a pipe holds (FIONREAD), asked through either end. May hang: see `Pipe`.
  package borrowing func unreadBytes() throws(SystemError) -> UInt64 {
    var count: Int32 = 0
    guard linux_ioctl_int(rawValue, UInt(FIONREAD), &count) == 0 else {
      throw .last("ioctl(FIONREAD)")
    }
    return UInt64(max(count, 0))
  }

  /// Another read end of the pipe that this is an end of, non-blocking. May hang: see `Pipe`.
  package borrowing func reopenPipeReader() throws(SystemError) -> OwnedFileDescriptor {
    try reopen(O_RDONLY | O_NONBLOCK)
  }
}

extension Pipe {
  /// Gives both ends up, to where they belong.
  package consuming func split(
    reader takeReader: (consuming OwnedFileDescriptor) -> Void,
    writer takeWriter: (consuming OwnedFileDescriptor) -> Void
  ) {
    takeReader(reader)
    takeWriter(writer)
  }
}
