internal import CLinux

/// The buffers of a socket.
package enum SocketBuffer {
  /// Makes the buffer of a socket for what its peer has not read smaller (SO_SNDBUF), but never larger.
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
