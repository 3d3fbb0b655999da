internal import CLinux

/// Continues a program in the background, before it has done anything else.
package enum Background {
  /// Reports once that the work for which the caller waits is done.
  package struct Ready: ~Copyable {
    fileprivate let writer: OwnedFileDescriptor

    /// Leaves the session and every descriptor that the caller has passed, and lets the foreground process end with 0.
    package consuming func detach() throws(SystemError) {
      setsid()
      try StandardStream.detachAll()
      // A lock stays locked as long as a program has the file, and a pipe has no end.
      Background.closePassedDescriptors()
      linux_follow_parent(0)
      var byte: UInt8 = 0
      _ = write(writer.rawValue, &byte, 1)
    }
  }

  /// Closes what the program was started with, beyond the three streams: only that survives an execve(2), because the
  /// program marks all that it opens itself (FD_CLOEXEC).
  private static func closePassedDescriptors() {
    let names = (try? Folder(path: Array("/proc/self/fd".utf8)).names()) ?? []
    for number in names.compactMap({ Int32(String(decoding: $0, as: UTF8.self)) }) where number > 2
    {
      let flags = linux_fcntl(number, F_GETFD, 0)
      if flags >= 0, flags & FD_CLOEXEC == 0 { close(number) }
    }
  }

  /// Forks, and returns in the background process. The foreground process waits until that one calls `detach()` or
  /// ends, and then ends in the same way. If it is killed before, the background process gets SIGTERM.
  ///
  /// Call it before there is a second thread or a connection: a child process has neither.
  package static func begin() throws(SystemError) -> Ready {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe2") }
    let reader = OwnedFileDescriptor(adopting: ends[0])
    let writer = OwnedFileDescriptor(adopting: ends[1])
    let parent = getpid()
    let child = linux_fork()
    guard child >= 0 else { throw .last("fork") }
    guard child > 0 else {
      linux_follow_parent(SIGTERM)
      // If the parent ended before that, the kernel sends no signal.
      if getppid() != parent { ProgramExit.by(SIGTERM) }
      return Ready(writer: writer)
    }
    _ = consume writer
    var byte: UInt8 = 0
    var count = 0
    repeat { count = read(reader.rawValue, &byte, 1) } while count < 0 && linux_errno() == EINTR
    ProgramExit.like(count == 1 ? .exited(0) : ShellCommand.End(waitingFor: child))
  }
}
