internal import CLinux

/// The receive buffer of a socket.
package enum SocketBuffer {
  /// How many bytes can be read at once (FIONREAD); 0 when the kernel does not say.
  package static func unreadBytes(rawValue: Int32) -> Int {
    var count: Int32 = 0
    guard linux_ioctl_int(rawValue, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(max(count, 0))
  }
}
