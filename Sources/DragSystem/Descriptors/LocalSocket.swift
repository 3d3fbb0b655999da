internal import CLinux

/// A stream socket of this machine that a server listens on (unix(7)).
package enum LocalSocket {
  /// Connects, and waits at most so long: a stopped server whose queue is full accepts no connection.
  ///
  /// Throws ENAMETOOLONG for a path that no address has room for, EAGAIN when the time is over, and what socket(2) and
  /// connect(2) say. Calls on the descriptor block.
  package static func connect(
    to path: [UInt8], within milliseconds: Int
  ) throws(SystemError) -> OwnedFileDescriptor {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard !path.contains(0) else { throw SystemError("connect", errno: EINVAL) }
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError("connect", errno: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = OwnedFileDescriptor(adopting: number)
    // connect(2) waits for a place in the queue as long as a send would wait. Zero means no limit.
    let limit = max(milliseconds, 1)
    try setSendTimeout(
      of: descriptor, timeval(tv_sec: limit / 1_000, tv_usec: limit % 1_000 * 1_000))
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    var result: Int32
    repeat {
      result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          CLinux.connect(number, $0, length)
        }
      }
    } while result != 0 && linux_errno() == EINTR
    guard result == 0 else { throw .last("connect") }
    try setSendTimeout(of: descriptor, timeval())
    return descriptor
  }

  private static func setSendTimeout(
    of socket: borrowing OwnedFileDescriptor, _ limit: timeval
  ) throws(SystemError) {
    var limit = limit
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0 else {
      throw .last("setsockopt(SO_SNDTIMEO)")
    }
  }
}

/// The buffers of a socket.
package enum SocketBuffer {
  /// Shrinks the buffer of a socket for bytes that its peer has not read (SO_SNDBUF). Never enlarges it.
  package static func limitUnwritten(rawValue: Int32, to bytes: Int) {
    var (size, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(rawValue, SOL_SOCKET, SO_SNDBUF, &size, &length) == 0, size > 2 * bytes else {
      return
    }
    // The kernel doubles it, for its own structures.
    size = Int32(bytes)
    setsockopt(rawValue, SOL_SOCKET, SO_SNDBUF, &size, length)
  }

  /// How many bytes can be read at once (FIONREAD); 0 when the kernel does not say.
  package static func unreadBytes(rawValue: Int32) -> Int {
    var count: Int32 = 0
    guard linux_ioctl_int(rawValue, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(max(count, 0))
  }
}
