internal import CLinux

/// What waits in a socket.
package enum SocketBuffer {
  /// Bytes that can be read at once (FIONREAD); 0 when nobody knows.
  package static func unreadBytes(rawValue: Int32) -> Int {
    var count: Int32 = 0
    guard linux_ioctl_int(rawValue, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(max(count, 0))
  }
}
