internal import DragSystem
internal import Synchronization

/// Writes a representation that a destination is loading.
///
/// `write` returns when the pipe has taken the bytes, so a source that writes faster than the destination reads waits
/// there. Only one task may write at a time.
public final class RepresentationWriter: Sendable {
  private let session: Session
  private let lane: Lane
  /// Whether it writes into memory.
  private let isInMemory: Bool
  private let becameUnwanted: @Sendable () -> Void

  private struct State {
    var pipe: PeerDescriptor?
    var bytes: UInt64 = 0
  }
  private let state: Mutex<State>

  /// - Parameter becameUnwanted: called when the pipe has no reader left.
  init(
    _ session: Session, _ pipe: PeerDescriptor, becameUnwanted: @escaping @Sendable () -> Void
  ) {
    self.becameUnwanted = becameUnwanted
    self.session = session
    lane = pipe.lane
    isInMemory = false
    state = Mutex(State(pipe: pipe))
  }

  /// A writer into memory, to try what writes a representation without a bus; ``writtenBytes()`` has the result.
  public init() {
    session = .none
    becameUnwanted = {}
    lane = .pipe(session.number())
    isInMemory = true
    guard let memory = try? Memfd.create("dragd-client") else {
      preconditionFailure("no descriptor is left")
    }
    state = Mutex(State(pipe: PeerDescriptor(memory, lane: lane, pool: session.workers)))
  }

  /// The number of bytes written so far.
  public var bytesWritten: UInt64 { state.withLock { $0.bytes } }

  /// What has been written into memory; nothing where the writer is one of a transfer.
  ///
  /// - Throws: `system` when it is more than the machine's memory (ENOMEM).
  public func writtenBytes() async throws(DragError) -> [UInt8] {
    let (pipe, size) = state.withLock { ($0.pipe, $0.bytes) }
    guard isInMemory, let pipe else { return [] }
    return try await session.onWorker(lane: lane) { () throws(SystemError) in
      try pipe.withDescriptor { memory throws(SystemError) in try memory.read(claimed: size) }
    }
  }

  /// Writes some bytes: an array, a slice of one, `Data`, or any other collection. One that has its bytes in one place
  /// is not copied.
  ///
  /// - Throws: `cancelled` when the destination no longer wants them or the task was cancelled.
  public func write(_ bytes: some Collection<UInt8> & Sendable) async throws(DragError) {
    // Otherwise each step would copy all of them.
    guard bytes.withContiguousStorageIfAvailable({ _ in }) != nil else {
      return try await write(Array(bytes))
    }
    let size = bytes.count
    var done = 0
    while done < size {
      let start = done
      let count = try await step { pipe throws(SystemError) in
        try pipe.write(some: bytes, from: start)
      }
      done += count ?? 0
      if done < size { try await waitForRoom() }
    }
  }

  /// Writes the content of a regular file without copying it: the pipe refers to the file's own pages. So the file must
  /// not change until the transfer has ended.
  ///
  /// - Throws: `cancelled` when the destination no longer wants it or the task was cancelled; `system` when the file
  ///   cannot be read; `invalidDescriptor` when it is no regular file; `changed` when it has become shorter meanwhile.
  public func write(contentsOf path: String) async throws(DragError) {
    let (session, lane) = (session, lane)
    guard !isInMemory else { return try await write(session.contents(ofFile: path, lane: lane)) }
    let (file, size) = try await session.readingFile(at: path, lane: lane)
    var done: UInt64 = 0
    while done < size {
      let count: Int?
      do throws(DragError) {
        count = try await step { pipe throws(SystemError) in try file.splice(into: pipe) }
      } catch {
        throw error.about(path)
      }
      guard let count else {
        throw DragError(.changed, "\(path) had \(size) bytes, and has only \(done) now")
      }
      done += UInt64(count)
      if count == 0 { try await waitForRoom() }
    }
  }

  /// Writes a text in UTF-8.
  ///
  /// - Throws: `cancelled` when the destination no longer wants it or the task was cancelled.
  public func write(_ text: String) async throws(DragError) {
    try await write(Array(text.utf8))
  }

  /// Has a worker write some bytes, and counts them.
  ///
  /// - Parameter write: returns nil when there is nothing more to write.
  private func step(
    _ write: @escaping @Sendable (borrowing OwnedFileDescriptor) throws(SystemError) -> Int?
  ) async throws(DragError) -> Int? {
    guard let pipe = state.withLock({ $0.pipe }), !Task.isCancelled else { throw Self.unwanted }
    let answer = try await session.onWorker(lane: lane) {
      Result { () throws(SystemError) in try pipe.withDescriptor(write) }
    }
    do throws(SystemError) {
      let count = try answer.get()
      state.withLock { $0.bytes += UInt64(count ?? 0) }
      return count
    } catch {
      close()
      guard error.isBrokenPipe else { throw DragError(error) }
      // dragd reports it too, later.
      becameUnwanted()
      throw Self.unwanted
    }
  }

  private func waitForRoom() async throws(DragError) {
    guard let pipe = state.withLock({ $0.pipe }) else { throw Self.unwanted }
    try await session.whenReady(pipe, for: .writable)
  }

  func close() {
    // A worker closes the pipe when the last reference goes.
    let pipe = state.withLock { $0.pipe.take() }
    _ = pipe
  }

  private static var unwanted: DragError {
    DragError(.cancelled, "the destination no longer wants this representation")
  }
}
