internal import CLinux

/// A system call that failed: which one, and errno(3).
package struct SystemError: Error, Hashable, Sendable {
  package var call: String
  package var errno: Int32

  package init(_ call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// The failure that errno(3) holds now.
  package static func last(_ call: String) -> SystemError {
    SystemError(call, errno: linux_errno())
  }

  /// The descriptor has no positions: a pipe, a socket or a terminal.
  package var isUnseekable: Bool { errno == ESPIPE }

  /// A descriptor that does not block would have to wait.
  package var wouldBlock: Bool { errno == EAGAIN }
}

extension SystemError: CustomStringConvertible {
  /// For people: “open: No such file or directory”.
  package var description: String {
    "\(call): \(String(cString: strerror(errno)))"
  }
}
