internal import DragSystem
internal import Synchronization

/// Writes a representation that a destination is loading.
///
/// `write` returns when the pipe has taken the bytes, so a source that writes faster than the destination reads waits
/// there. Only one task may write at a time.
public final class RepresentationWriter: Sendable {
  private let session: Session
  private let lane: Lane
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
    state = Mutex(State(pipe: pipe))
  }

  /// The number of bytes written so far.
  public var bytesWritten: UInt64 { state.withLock { $0.bytes } }

  /// Writes some bytes.
  ///
  /// - Throws: `cancelled` when the destination no longer wants them or the task was cancelled.
  public func write(_ chunk: [UInt8]) async throws(DragError) {
    var done = 0
    while done < chunk.count {
      guard let pipe = state.withLock({ $0.pipe }), !Task.isCancelled else { throw Self.unwanted }
      let start = done
      let count: Int
      do throws(DragError) {
        count = try await session.onWorker(lane: lane) { () throws(SystemError) in
          try pipe.withDescriptor { descriptor throws(SystemError) in
            try descriptor.write(some: chunk, from: start)
          }
        }
      } catch {
        close()
        // A broken pipe; dragd reports it too, later.
        becameUnwanted()
        throw Self.unwanted
      }
      done += count
      state.withLock { $0.bytes += UInt64(count) }
      if done < chunk.count { try await session.whenReady(pipe, for: .writable) }
    }
  }

  /// Writes a text in UTF-8.
  ///
  /// - Throws: `cancelled` when the destination no longer wants it or the task was cancelled.
  public func write(_ text: String) async throws(DragError) {
    try await write(Array(text.utf8))
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
