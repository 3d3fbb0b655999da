internal import CLinux

/// The state of a job's two pipe ends, as poll(2) reports it. poll never hangs, unlike every other call on a pipe.
struct PipePoll {
  private var source: Readiness
  private var destination: Readiness

  /// Their present state.
  static func now(source: Int32? = nil, destination: Int32? = nil) -> PipePoll {
    PipePoll(source, .readable, destination, .writable, timeout: 0)
  }

  /// Waits for that side, at most so many milliseconds; false when it did nothing. While waiting for the source it
  /// also returns true when the destination closes its end.
  static func wait(
    for side: JobReport.Side, source: Int32? = nil, destination: Int32? = nil, timeout: Int32
  ) -> Bool {
    let ends =
      switch side {
      case .source: PipePoll(source, .readable, destination, [], timeout: timeout)
      case .destination: PipePoll(nil, [], destination, .writable, timeout: timeout)
      }
    return !ends.source.isEmpty || !ends.destination.isEmpty
  }

  private init(
    _ source: Int32?, _ sourceInterest: Readiness,
    _ destination: Int32?, _ destinationInterest: Readiness, timeout: Int32
  ) {
    // poll(2) and epoll(7) have the same bits; poll ignores a negative number.
    var ends = (
      pollfd(fd: source ?? -1, events: Int16(sourceInterest.rawValue), revents: 0),
      pollfd(fd: destination ?? -1, events: Int16(destinationInterest.rawValue), revents: 0)
    )
    _ = withUnsafeMutableBytes(of: &ends) {
      poll($0.baseAddress!.assumingMemoryBound(to: pollfd.self), 2, timeout)
    }
    self.source = Readiness(rawValue: UInt32(UInt16(bitPattern: ends.0.revents)))
    self.destination = Readiness(rawValue: UInt32(UInt16(bitPattern: ends.1.revents)))
  }

  var sourceHasBytes: Bool { source.contains(.readable) }
  /// No byte is left, and none will follow.
  var sourceHasEnded: Bool { source.contains(.hangup) && !source.contains(.readable) }
  var destinationHasRoom: Bool { destination.contains(.writable) }
  /// A pipe without a reader reports an error, a socket without the other end a hang-up.
  var destinationIsClosed: Bool { destination.contains(.error) || destination.contains(.hangup) }
}
