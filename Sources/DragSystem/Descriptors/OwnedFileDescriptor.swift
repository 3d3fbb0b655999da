internal import CLinux

/// A file descriptor with one owner, closed when the owner goes.
package struct OwnedFileDescriptor: ~Copyable, Sendable {
  /// The number, for the layers that talk to C; it is still owned here.
  package let rawValue: Int32

  /// Takes over a descriptor that nobody else will close.
  package init(adopting rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }

  /// Another descriptor of the same open file description, closed on exec.
  package borrowing func duplicate() throws(SystemError) -> OwnedFileDescriptor {
    let copy = linux_fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last("fcntl(F_DUPFD_CLOEXEC)") }
    return OwnedFileDescriptor(adopting: copy)
  }

  /// Gives the number up: the caller closes it.
  package consuming func release() -> Int32 {
    let rawValue = rawValue
    discard self
    return rawValue
  }
}
