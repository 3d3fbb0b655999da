internal import CLinux

/// A file descriptor with one owner; its deinit closes it.
///
/// Every descriptor has one of these owners:
/// - `OwnedFileDescriptor`: one owner. A function borrows or consumes it; it is closed in place.
/// - `SharedDescriptor`: values that are copied. It is closed in place with the last copy, so it is for descriptors
///   that close at once.
/// - `PeerDescriptor`: what a peer passed, or what may take long to close. A worker of its lane closes it.
/// - `DescriptorBox`: a closure that may never run. The receiver that removes the descriptor closes it, else a worker.
/// - `OwnedDescriptor`: the public form of this type, in DragClient.
package struct OwnedFileDescriptor: ~Copyable, Sendable {
  /// The number, for layers that call C; this value still owns it.
  package let rawValue: Int32

  /// Adopts a descriptor that no other code will close.
  package init(adopting rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }

  /// A new descriptor of the same open file description, closed on exec.
  package borrowing func duplicate() throws(SystemError) -> OwnedFileDescriptor {
    try Self.duplicate(of: rawValue)
  }

  /// The same of a descriptor that other code owns.
  package static func duplicate(
    of rawValue: Int32
  ) throws(SystemError) -> OwnedFileDescriptor {
    let copy = linux_fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last("fcntl(F_DUPFD_CLOEXEC)") }
    return OwnedFileDescriptor(adopting: copy)
  }

  /// Gives up the ownership: the caller must close the number.
  package consuming func release() -> Int32 {
    let rawValue = rawValue
    discard self
    return rawValue
  }
}
