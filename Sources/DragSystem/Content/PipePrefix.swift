internal import CLinux

/// Reads a pipe into memory up to a limit.
package enum PipePrefix: Sendable {
  /// The pipe has ended.
  case whole(Content)
  /// The limit is reached and the pipe has not ended; the rest is still in it.
  case start(Content)
  /// Nothing came for too long.
  case stalled
  case failed(SystemError)

  /// For workers. `start` and `stall`: milliseconds until the first byte, and between bytes.
  package static func gather(
    from pipe: borrowing OwnedFileDescriptor, limit: UInt64, start: Int32, stall: Int32,
    lane: Lane,
    pool: WorkerPool
  ) -> PipePrefix {
    do throws(SystemError) {
      return try read(pipe, limit, start, stall, lane, pool)
    } catch {
      return .failed(error)
    }
  }

  private static func read(
    _ pipe: borrowing OwnedFileDescriptor, _ limit: UInt64, _ start: Int32, _ stall: Int32,
    _ lane: Lane, _ pool: WorkerPool
  ) throws(SystemError) -> PipePrefix {
    let memory = try Memfd.create("dragd-prefix")
    var size: UInt64 = 0
    while true {
      let wait = size == 0 ? start : stall
      guard PipePoll.wait(for: .source, source: pipe.rawValue, timeout: wait) else {
        return .stalled
      }
      let ends = PipePoll.now(source: pipe.rawValue)
      let isFull = size == limit
      guard !ends.sourceHasEnded, !isFull else {
        try Memfd.seal(memory)
        let content = Content(memory, size: size, isInMemory: true, lane: lane, pool: pool)
        return isFull && !ends.sourceHasEnded ? .start(content) : .whole(content)
      }
      let count = splice(
        pipe.rawValue, nil, memory.rawValue, nil, Int(min(limit - size, JobContext.portion)),
        UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
      if count > 0 {
        size += UInt64(count)
      } else if count < 0, linux_errno() != EAGAIN, linux_errno() != EINTR {
        throw .last("splice")
      }
    }
  }
}
