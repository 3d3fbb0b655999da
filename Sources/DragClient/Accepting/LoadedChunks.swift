internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Synchronization

/// The content of a representation, in chunks as they arrive.
///
/// The iterator reads a chunk only when it is asked for one, so a source can be no faster than this reader. The
/// sequence ends when all bytes have arrived and dragd and the source have confirmed that; otherwise it throws.
/// Stopping early, or releasing the iterator, cancels the transfer.
public struct LoadedChunks: AsyncSequence, Sendable {
  /// Some bytes, at least one.
  public typealias Element = [UInt8]
  /// `truncated`, `stalled`, `changed`, `sourceFailed` or `cancelled`, when the content is not complete.
  public typealias Failure = DragError

  private let loading: Loading
  /// Why a reader that stops early does so, for dragd's log.
  package var stopReason = "the reader stopped early"

  init(_ loading: Loading) {
    self.loading = loading
  }

  /// Begins anew: every iterator is a transfer of its own, which starts with its first chunk.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reading: ChunkReading(loading, stopReason))
  }

  /// Reads one chunk after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let reading: ChunkReading

    /// The next chunk; nil when the content is complete.
    public mutating func next() async throws(DragError) -> [UInt8]? {
      try await reading.next()
    }

    /// The next chunk; nil when the content is complete.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(DragError) -> [UInt8]? {
      try await reading.next()
    }
  }
}

/// One transfer whose bytes are read as they arrive.
final class ChunkReading: Sendable {
  private enum State {
    case new
    case open(PeerDescriptor, Identifier?, count: UInt64, total: UInt64?)
    case over
  }

  private let loading: Loading
  private let stopReason: String
  private let state = Mutex(State.new)
  private let meter = Mutex(ProgressMeter())

  private static let chunkSize = 256 << 10

  init(_ loading: Loading, _ stopReason: String) {
    self.loading = loading
    self.stopReason = stopReason
  }

  deinit {
    if case .open(_, let transfer, _, _) = state.withLock({ $0 }) {
      loading.giveUp(transfer, DragError(.cancelled, stopReason))
    }
  }

  func next() async throws(DragError) -> [UInt8]? {
    switch state.withLock({ $0 }) {
    case .over: return nil
    case .new:
      try await open()
      return try await next()
    case .open(let pipe, let transfer, let count, let total):
      do throws(DragError) {
        return try await read(pipe, transfer, count, total)
      } catch {
        state.withLock { $0 = .over }
        loading.giveUp(transfer, error)
        throw error
      }
    }
  }

  private func open() async throws(DragError) {
    let part = try await loading.accept(.stream)
    let session = loading.session
    do throws(DragError) {
      guard case .descriptor(let shared) = part.content else {
        throw DragError(.malformedReply, "dragd's reply to Accept has no stream")
      }
      do throws(SystemError) {
        // A duplicate, which a worker closes: the last close of a pipe may take long.
        let pipe = PeerDescriptor(
          try shared.descriptor.duplicate(), lane: .pipe(session.number()),
          pool: session.workers)
        state.withLock { $0 = .open(pipe, part.transfer, count: 0, total: part.size) }
      } catch {
        throw DragError(error)
      }
    } catch {
      loading.giveUp(part.transfer, error)
      throw error
    }
  }

  private func read(
    _ pipe: PeerDescriptor, _ transfer: Identifier?, _ count: UInt64, _ total: UInt64?
  ) async throws(DragError) -> [UInt8]? {
    let session = loading.session
    try await session.whenReady(pipe, for: .readable)
    let chunk = try await session.onWorker(lane: pipe.lane) { () throws(SystemError) in
      try pipe.withDescriptor { descriptor throws(SystemError) in
        try descriptor.read(upTo: Self.chunkSize)
      }
    }
    guard !chunk.isEmpty else {
      try await loading.finish(transfer)
      state.withLock { $0 = .over }
      loading.complete(count)
      return nil
    }
    let now = count + UInt64(chunk.count)
    state.withLock { $0 = .open(pipe, transfer, count: now, total: total) }
    loading.report(meter.withLock { $0.progress(bytes: now, total: total) })
    return chunk
  }
}
