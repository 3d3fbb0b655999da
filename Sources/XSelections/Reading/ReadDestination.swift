internal import DragSystem

/// Where the bytes of a read go.
protocol ReadDestination: AnyObject {
  /// Takes a part; `then` is called on the loop, once, as soon as there is room for the next.
  func store(_ bytes: [UInt8], then: @escaping (ReadProgress) -> Void)

  /// Nothing more comes.
  func close()
}

enum ReadProgress: Equatable {
  case goOn
  /// It has all that it wants.
  case enough
  case failed(String)
}

/// Memory for what is known to be small; of more it keeps the beginning.
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

/// A peer's pipe. It is written on workers, for every call on it may block; the loop only waits for room.
final class PipeDestination: ReadDestination {
  private var pipe: PeerDescriptor?
  private let pool: WorkerPool
  private let loop: EventLoop
  private var watch: Watch?

  init(_ pipe: consuming OwnedFileDescriptor, lane: String, pool: WorkerPool, loop: EventLoop) {
    // Setting a flag of one's own end cannot fail.
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
      case .failure(let error): then(.failed("the pipe takes no more: \(error)"))
      }
    }
  }

  private func waitForRoom(then: @escaping () -> Void) {
    guard let pipe else { return }
    do throws(SystemError) {
      watch = try pipe.withDescriptor { descriptor throws(SystemError) in
        try loop.watch(descriptor, for: .writable) { [weak self] _ in
          // While a worker has the pipe, the loop does not watch it.
          self?.watch = nil
          then()
        }
      }
    } catch {
      // A file has always room.
      then()
    }
  }
}
