internal import CLinux

/// Continues a program in the background, before it has done anything else.
package enum Background {
  package enum Side: ~Copyable {
    /// The process that the caller waits for, and the status to end with.
    case foreground(status: Int32)
    /// The process that continues; it reports when it no longer needs the caller.
    case background(Ready)
  }

  /// Reports once that the work for which the caller waits is done.
  package struct Ready: ~Copyable {
    fileprivate let writer: OwnedFileDescriptor

    /// Leaves the session and the three standard streams, and lets the foreground process end with 0.
    package consuming func detach() throws(SystemError) {
      setsid()
      try StandardStream.detachAll()
      var byte: UInt8 = 0
      _ = write(writer.rawValue, &byte, 1)
    }
  }

  /// Forks. The foreground process waits until the background process calls `detach()` or ends.
  ///
  /// Call it before there is a second thread or a connection: a child process has neither.
  package static func fork() throws(SystemError) -> Side {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe2") }
    let reader = OwnedFileDescriptor(adopting: ends[0])
    let writer = OwnedFileDescriptor(adopting: ends[1])
    let child = linux_fork()
    guard child >= 0 else { throw .last("fork") }
    guard child > 0 else { return .background(Ready(writer: writer)) }
    _ = consume writer
    var byte: UInt8 = 0
    var count = 0
    repeat { count = read(reader.rawValue, &byte, 1) } while count < 0 && linux_errno() == EINTR
    return .foreground(status: count == 1 ? 0 : status(of: child))
  }

  /// The status that a shell would show for the child's end.
  private static func status(of child: pid_t) -> Int32 {
    switch ShellCommand.End(waitingFor: child) {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    }
  }
}
