internal import DragSystem

/// The destination of the bytes of a read.
protocol ReadDestination: AnyObject {
  /// Stores a part; calls `then` once, on the loop, as soon as there is room for the next part.
  func store(_ bytes: [UInt8], then: @escaping (ReadProgress) -> Void)

  /// No further part follows.
  func close()
}

enum ReadProgress: Equatable {
  case goOn
  /// The destination needs no more bytes.
  case enough
  case failed(String)
}

/// Keeps the first `limit` bytes in memory.
final class MemoryDestination: ReadDestination {
  private let limit: Int
  private(set) var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  func store(_ bytes: [UInt8], then: @escaping (ReadProgress) -> Void) {
    self.bytes += bytes.prefix(limit - self.bytes.count)
    then(self.bytes.count < limit ? .goOn : .enough)
  }

  func close() {}
}

/// A peer's pipe. Workers write, since every call on it may block; the loop only waits for room.
final class PipeDestination: ReadDestination {
  private var pipe: PeerDescriptor?
  private let pool: WorkerPool
  private let loop: EventLoop
  private var watch: Watch?

  init(_ pipe: consuming OwnedFileDescriptor, lane: Lane, pool: WorkerPool, loop: EventLoop) {
    // Setting a flag of an own descriptor cannot fail.
    try? pipe.setNonBlocking()
    self.pipe = PeerDescriptor(pipe, lane: lane, pool: pool)
    self.pool = pool
    self.loop = loop
  }

  func store(_ bytes: [UInt8], then: @escaping (ReadProgress) -> Void) {
    write(bytes, from: 0, then: then)
  }

  func close() {
    watch = nil
    pipe = nil
  }

  private func write(_ bytes: [UInt8], from start: Int, then: @escaping (ReadProgress) -> Void) {
    guard let pipe else { return }
    pool.run(lane: pipe.lane) { () -> Result<Int, SystemError> in
      do throws(SystemError) {
        return .success(
          try pipe.withDescriptor { descriptor throws(SystemError) in
            var done = start
            while done < bytes.count {
              let count = try descriptor.write(some: bytes, from: done)
              if count == 0 { break }
              done += count
            }
            return done
          })
      } catch {
        return .failure(error)
      }
    } then: { [weak self] result in
      guard let self, self.pipe != nil else { return }
      switch result {
      case .success(let done) where done == bytes.count: then(.goOn)
      case .success(let done): waitForRoom { self.write(bytes, from: done, then: then) }
      case .failure(let error): then(.failed("the pipe cannot be written: \(error)"))
      }
    }
  }

  private func waitForRoom(then: @escaping () -> Void) {
    guard let pipe else { return }
    do throws(SystemError) {
      watch = try pipe.withDescriptor { descriptor throws(SystemError) in
        try loop.watch(descriptor, for: .writable) { [weak self] _ in
          // The loop does not watch the pipe while a worker uses it.
          self?.watch = nil
          then()
        }
      }
    } catch {
      // epoll refuses files, which always have room.
      then()
    }
  }
}
