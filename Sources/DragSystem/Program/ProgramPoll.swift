internal import CLinux

/// How a program with one thread waits for a descriptor; see `Drain` and `StreamReader`.
enum ProgramPoll {
  /// Whether the descriptor has bytes, or its end.
  static func isReadable(_ number: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Waits for the descriptor, or until the loop has work, at most that long (nil: for ever).
  static func wait(
    for number: Int32, _ events: Int32, or loop: EventLoop?, milliseconds: Int?
  ) {
    // poll ignores a negative number.
    var requests = (
      pollfd(fd: number, events: Int16(events), revents: 0),
      pollfd(fd: loop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    )
    withUnsafeMutableBytes(of: &requests) { bytes in
      _ = poll(
        bytes.baseAddress!.assumingMemoryBound(to: pollfd.self), 2,
        milliseconds.map { Int32(clamping: $0) } ?? -1)
    }
  }
}
