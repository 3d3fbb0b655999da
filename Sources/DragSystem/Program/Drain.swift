internal import CLinux

/// Moves what comes out of a pipe into a file, a pipe or anything else, on the one thread of a program that has
/// nothing else to wait for; inside the kernel where the two ends allow it (splice(2)), else through a buffer.
package struct Drain: ~Copyable {
  private let source: OwnedFileDescriptor
  private let destination: OwnedFileDescriptor
  private let filter: (([UInt8]) -> Bool)?
  private let makesHoles: Bool
  private var splices: Bool
  /// What has arrived at the destination.
  package private(set) var byteCount: UInt64 = 0

  /// Moved between two looks at the clock.
  private static let chunk = 4 << 20
  private static let bufferSize = 256 << 10

  /// What looks at the bytes keeps them from moving inside the kernel.
  ///
  /// - Parameters:
  ///   - makesHoles: whether the destination is a new file, in which blocks of zeros become holes.
  ///   - filter: looks at all bytes before they are written.
  package init(
    from source: consuming OwnedFileDescriptor, to destination: consuming OwnedFileDescriptor,
    makesHoles: Bool = false, filter: (([UInt8]) -> Bool)? = nil
  ) {
    self.source = source
    self.destination = destination
    self.filter = filter
    self.makesHoles = makesHoles
    splices = filter == nil && !makesHoles
  }

  package enum Step: Hashable, Sendable {
    case moved
    /// Nothing has come yet.
    case waitForSource
    /// A pipe at the destination is full.
    case waitForDestination
    case ended
    /// The filter does not let through what has come.
    case filtered
  }

  /// Moves what can be moved without waiting for the source. A file or terminal as destination is waited for.
  ///
  /// Throws what the destination says, as ENOSPC and EPIPE.
  package mutating func step() throws(SystemError) -> Step {
    if splices, let step = try spliceOnce() { return step }
    return try copyOnce()
  }

  private mutating func moved(_ count: Int) -> Step {
    byteCount += UInt64(count)
    return count > 0 ? .moved : .ended
  }

  /// Waits for what `step()` wants to wait for, or until a loop has something to do, at most that long
  /// (nil: for ever).
  package borrowing func wait(after step: Step, or loop: EventLoop?, milliseconds: Int?) {
    let (number, events) =
      switch step {
      case .moved, .ended, .filtered: (Int32(-1), Int32(0))
      case .waitForSource: (source.rawValue, POLLIN)
      case .waitForDestination: (destination.rawValue, POLLOUT)
      }
    guard number >= 0 else { return }
    // A negative number is passed over.
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

  private borrowing func hasSomething() -> Bool {
    var request = pollfd(fd: source.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Gives the source back, with what has not been moved.
  package consuming func takeSource() -> OwnedFileDescriptor { source }

  /// Nil when the two ends cannot be spliced.
  private mutating func spliceOnce() throws(SystemError) -> Step? {
    let count = splice(
      source.rawValue, nil, destination.rawValue, nil, Self.chunk,
      UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
    if count >= 0 { return moved(count) }
    switch linux_errno() {
    case EAGAIN, EINTR: return hasSomething() ? .waitForDestination : .waitForSource
    // Neither end is a pipe, or the destination is a terminal or appends.
    case EINVAL:
      splices = false
      return nil
    default: throw .last("splice")
    }
  }

  private mutating func copyOnce() throws(SystemError) -> Step {
    guard hasSomething() else { return .waitForSource }
    let bytes = try source.read(upTo: Self.bufferSize)
    if let filter, !filter(bytes) { return .filtered }
    if !makesHoles {
      try destination.writePatiently(bytes)
    } else if bytes.isEmpty {
      try destination.endAtPosition()
    } else {
      try destination.write(sparsely: bytes)
    }
    return moved(bytes.count)
  }
}
