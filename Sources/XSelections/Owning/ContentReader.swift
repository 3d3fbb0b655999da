internal import DragSystem

/// Reads the content for a requestor on workers: a pipe as its bytes arrive, or a file from its beginning.
///
/// It runs one read at a time, and only when it is told to.
final class ContentReader {
  enum Outcome: Sendable {
    /// No bytes: the end.
    case bytes([UInt8])
    /// A pipe that has no bytes now.
    case nothingYet
    case failed(String)
  }

  private let content: PeerDescriptor
  private let pool: WorkerPool
  private let loop: EventLoop
  private var offset: UInt64 = 0
  private var watch: Watch?
  private var isOver = false

  init(_ content: consuming OwnedFileDescriptor, lane: Lane, pool: WorkerPool, loop: EventLoop) {
    // Setting a flag of an own descriptor cannot fail, and does nothing to a file.
    try? content.setNonBlocking()
    self.content = PeerDescriptor(content, lane: lane, pool: pool)
    self.pool = pool
    self.loop = loop
  }

  /// Waits for bytes; `then` gets at most `count`, and none at the end.
  func read(upTo count: Int, then: @escaping (Outcome) -> Void) {
    guard !isOver else { return }
    let content = content
    let offset = offset
    pool.run(lane: content.lane) {
      Self.read(content, upTo: count, at: offset)
    } then: { [weak self] outcome in
      guard let self, !self.isOver else { return }
      switch outcome {
      case .bytes(let bytes):
        self.offset += UInt64(bytes.count)
        then(outcome)
      case .nothingYet: self.waitForBytes { self.read(upTo: count, then: then) }
      case .failed: then(outcome)
      }
    }
  }

  /// Calls no `then` from now on.
  func close() {
    isOver = true
    watch = nil
  }

  private static func read(_ content: PeerDescriptor, upTo count: Int, at offset: UInt64) -> Outcome
  {
    content.withDescriptor { descriptor in
      do throws(SystemError) {
        return .bytes(try descriptor.read(upTo: count, at: offset))
      } catch {
        guard error.isUnseekable else { return .failed("the content cannot be read: \(error)") }
      }
      do throws(SystemError) {
        return .bytes(try descriptor.read(upTo: count))
      } catch {
        return error.wouldBlock ? .nothingYet : .failed("the content cannot be read: \(error)")
      }
    }
  }

  private func waitForBytes(then: @escaping () -> Void) {
    do throws(SystemError) {
      watch = try content.withDescriptor { descriptor throws(SystemError) in
        try loop.watch(descriptor, for: .readable) { [weak self] _ in
          // The loop does not watch the pipe while a worker uses it.
          self?.watch = nil
          then()
        }
      }
    } catch {
      then()
    }
  }
}
