internal import CLinux

/// Copies the bytes of a pipe to a file, a pipe or any other descriptor, on the only thread of a program: inside the
/// kernel where both ends allow it (splice(2)), otherwise through a buffer.
package struct Drain: ~Copyable {
  private let source: OwnedFileDescriptor
  private let destination: OwnedFileDescriptor
  private let filter: (([UInt8]) -> Bool)?
  private let makesHoles: Bool
  private var splices: Bool
  /// How many bytes have arrived at the destination.
  package private(set) var byteCount: UInt64 = 0

  /// Bytes between two checks of the clock.
  private static let chunk = 4 << 20
  private static let bufferSize = 256 << 10

  /// A filter or making holes prevents copying inside the kernel.
  ///
  /// - Parameters:
  ///   - makesHoles: whether the destination is a new file, in which blocks of zeros become holes.
  ///   - filter: sees all bytes before they are written; false refuses them.
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
    case copied
    /// The source has no bytes yet.
    case waitForSource
    /// The destination's pipe is full.
    case waitForDestination
    case ended
    /// The filter refused the bytes.
    case filtered
  }

  /// Copies what it can without waiting for the source. It waits for a file or terminal as destination.
  ///
  /// Throws the destination's errors, such as ENOSPC and EPIPE.
  package mutating func step() throws(SystemError) -> Step {
    if splices, let step = try spliceOnce() { return step }
    return try copyOnce()
  }

  private mutating func copied(_ count: Int) -> Step {
    byteCount += UInt64(count)
    return count > 0 ? .copied : .ended
  }

  /// Waits for the descriptor that `step()` needs, or until the loop has work, at most that long (nil: for ever).
  package borrowing func wait(after step: Step, or loop: EventLoop?, milliseconds: Int?) {
    let (number, events) =
      switch step {
      case .copied, .ended, .filtered: (Int32(-1), Int32(0))
      case .waitForSource: (source.rawValue, POLLIN)
      case .waitForDestination: (destination.rawValue, POLLOUT)
      }
    guard number >= 0 else { return }
    ProgramPoll.wait(for: number, events, or: loop, milliseconds: milliseconds)
  }

  private borrowing func hasSomething() -> Bool {
    ProgramPoll.isReadable(source.rawValue)
  }

  /// Returns the source, with the bytes that were not copied.
  package consuming func releaseSource() -> OwnedFileDescriptor { source }

  /// Nil when the two ends cannot be spliced.
  private mutating func spliceOnce() throws(SystemError) -> Step? {
    let count = splice(
      source.rawValue, nil, destination.rawValue, nil, Self.chunk,
      UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
    if count >= 0 { return copied(count) }
    switch linux_errno() {
    case EAGAIN, EINTR: return hasSomething() ? .waitForDestination : .waitForSource
    // Neither end is a pipe, or the destination is a terminal or in append mode.
    case EINVAL:
      splices = false
      return nil
    // Without a reader, splice(2) fails even at the end of the source, where nothing is left to write: a program that
    // knows from the content where it ends, such as tar(1), need not wait for the end of the file.
    case EPIPE:
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
      try destination.writeWaiting(bytes)
    } else if bytes.isEmpty {
      try destination.endAtPosition()
    } else {
      try destination.write(sparsely: bytes)
    }
    return copied(bytes.count)
  }
}

/// How a program with one thread waits for a descriptor; see `Drain` and `StreamReader`.
enum ProgramPoll {
  /// Whether the descriptor has bytes, or has ended.
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
