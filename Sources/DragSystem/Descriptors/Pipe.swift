internal import CLinux

/// A new pipe(7), both ends closed on exec. Frozen, so that other modules can take the ends out.
///
/// A process that splices into or out of a pipe holds the pipe's lock in the kernel while the other file makes it wait
/// (a socket without data, a dead mount). Meanwhile every call on the pipe hangs, even with O_NONBLOCK: read, write,
/// splice, FIONREAD, reopening it, and the last close of an end. Only poll(2) and epoll(7) do not hang. So after a peer
/// has received an end, the loop's thread makes no other call on the pipe.
@frozen
package struct Pipe: ~Copyable {
  package enum End: Sendable {
    case reader
    case writer
  }

  /// The capacity that `init` asks for: large enough that the two sides seldom wait for each other.
  package static let generousCapacity = 1 << 20
  /// The capacity that a new pipe usually has (pipe(7), “Pipe capacity”).
  package static let usualCapacity = 1 << 16

  /// The capacity to ask for when so many bytes will come: for a few bytes, a larger pipe costs more than it saves, and
  /// uses up the user's allowance.
  package static func capacity(for bytes: UInt64?) -> Int {
    guard let bytes, bytes <= usualCapacity else { return generousCapacity }
    return usualCapacity
  }

  package var reader: OwnedFileDescriptor
  package var writer: OwnedFileDescriptor

  /// Makes only the given end non-blocking; the other is for a peer, which expects an ordinary pipe. The kernel may
  /// refuse the capacity: a user gets about sixty-four pipes of 1 MiB (pipe(7), “pipe-user-pages-soft”).
  package init(
    nonBlocking end: End? = nil, capacity: Int = Pipe.generousCapacity
  ) throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      pipe2($0.baseAddress!.assumingMemoryBound(to: Int32.self), Int32(O_CLOEXEC))
    }
    guard result == 0 else { throw .last("pipe2") }
    if capacity != Pipe.usualCapacity { _ = linux_fcntl(ends.1, F_SETPIPE_SZ, capacity) }
    // Setting a flag of a new pipe cannot fail.
    switch end {
    case .reader: _ = linux_fcntl(ends.0, F_SETFL, Int(O_NONBLOCK))
    case .writer: _ = linux_fcntl(ends.1, F_SETFL, Int(O_NONBLOCK))
    case nil: break
    }
    reader = OwnedFileDescriptor(adopting: ends.0)
    writer = OwnedFileDescriptor(adopting: ends.1)
  }

  /// Returns one end and closes the other.
  package consuming func releaseReader() -> OwnedFileDescriptor { reader }
  package consuming func releaseWriter() -> OwnedFileDescriptor { writer }
}

extension OwnedFileDescriptor {
  /// How many bytes the pipe holds (FIONREAD), through either end. May hang: see `Pipe`.
  package borrowing func unreadBytes() throws(SystemError) -> UInt64 {
    var count: Int32 = 0
    guard linux_ioctl_int(rawValue, UInt(FIONREAD), &count) == 0 else {
      throw .last("ioctl(FIONREAD)")
    }
    return UInt64(max(count, 0))
  }

  /// A new, non-blocking read end of the same pipe. May hang: see `Pipe`.
  package borrowing func reopenPipeReader() throws(SystemError) -> OwnedFileDescriptor {
    try reopen(O_RDONLY | O_NONBLOCK)
  }
}

extension Pipe {
  /// Passes each end to its closure.
  package consuming func split(
    reader useReader: (consuming OwnedFileDescriptor) -> Void,
    writer useWriter: (consuming OwnedFileDescriptor) -> Void
  ) {
    useReader(reader)
    useWriter(writer)
  }
}
