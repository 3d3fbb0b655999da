internal import CLinux

/// One worker uses it at a time.
final class PeerCopyJob: TransferJob {
  /// The mechanism that copies the bytes.
  private enum Route {
    /// From pipe to pipe inside the kernel.
    case pipeSplice
    /// From a file to a pipe inside the kernel.
    case fileSplice
    /// Through a buffer: for other destinations, and for file systems without splice(2).
    case bufferedFile
    case bufferedStream
  }

  private static let bufferSize = 65_536
  /// The bytes that a pipe takes without blocking once poll(2) reports it as writable: PIPE_BUF of pipe(7).
  private static let blockingPortion = 4_096

  private var source: OwnedFileDescriptor?
  private let outlet: PipeOutlet
  private let size: UInt64?
  private var route: Route?
  private var isSocket = false
  /// Nil unless the route is `fileSplice`.
  private var reader: SpliceReader?
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The part of the buffer that is not written yet.
  private var unwritten = 0..<0
  private var sourceHasEnded = false
  /// Another descriptor of the destination, if the content has ended too early.
  var unended: OwnedFileDescriptor?
  private(set) var total: UInt64 = 0

  init(from source: consuming OwnedFileDescriptor, size: UInt64?, to outlet: PipeOutlet) {
    self.source = consume source
    self.size = size
    self.outlet = outlet
  }

  deinit {
    buffer.deallocate()
  }

  func run(_ context: JobContext) -> StepResult {
    guard let source = source?.rawValue, let destination = outlet.rawValue else {
      return .cancelled
    }
    do throws(SystemError) {
      return try copy(from: source, to: destination, context)
    } catch {
      return .over(error.errno == EPIPE ? outlet.destinationClosed() : .failed(error))
    }
  }

  func close() {
    reader = nil
    source = nil
    outlet.close()
  }

  func detach() { outlet.detach() }

  private func copy(
    from source: Int32, to destination: Int32, _ context: JobContext
  ) throws(SystemError) -> StepResult {
    if route == nil { route = try chooseRoute(from: source, to: destination) }
    var transferred: UInt64 = 0
    while !context.isCancelled {
      let ends = PipePoll.now(source: source, destination: destination)
      if ends.destinationIsClosed { return .over(outlet.destinationClosed()) }
      if total == size { return .over(.ended(total: total)) }
      if unwritten.isEmpty, sourceHasEnded || (isStream && ends.sourceHasEnded) {
        guard size.map({ total < $0 }) == true else { return .over(.ended(total: total)) }
        unended = try? .duplicate(of: destination)
        return .over(.short(total: total))
      }
      if unwritten.isEmpty, isStream, !ends.sourceHasBytes {
        guard context.waits(for: .source, source: source, destination: destination) else {
          return .waiting(for: .source)
        }
        continue
      }
      guard ends.destinationHasRoom else {
        guard context.waits(for: .destination, destination: destination) else {
          return .waiting(for: .destination)
        }
        continue
      }
      let count = try step(from: source, to: destination)
      total += count
      // One report less for what fits into the pipe.
      if total == size { return .over(.ended(total: total)) }
      transferred += count
      context.transferred(total)
      if transferred >= JobContext.budget, context.mustYield { return .yielded }
    }
    return .cancelled
  }

  private var isStream: Bool {
    switch route {
    case .pipeSplice, .bufferedStream: true
    case .fileSplice, .bufferedFile, nil: false
    }
  }

  /// fstat(2) hangs for a file on a dead mount; so would everything else then.
  private func chooseRoute(
    from source: Int32, to destination: Int32
  ) throws(SystemError) -> Route {
    let target = try FileStatus(number: destination).kind
    isSocket = target == .socket
    if target == .fifo { enlarge(destination) }
    switch (try FileStatus(number: source).kind, target) {
    case (.fifo, .fifo): return .pipeSplice
    case (.regular, .fifo): return spliceFile(source) ? .fileSplice : .bufferedFile
    case (.regular, _): return .bufferedFile
    case (_, _): return .bufferedStream
    }
  }

  private func spliceFile(_ source: Int32) -> Bool {
    let new = SpliceReader(source, at: total, end: size ?? .max)
    guard new.splices else { return false }
    reader = consume new
    return true
  }

  /// In a pipe of the usual capacity, every 64 KiB one side waits for the other. The kernel may refuse more (pipe(7),
  /// “pipe-user-pages-soft”).
  private func enlarge(_ destination: Int32) {
    let capacity = Pipe.capacity(for: size)
    guard linux_fcntl(destination, F_GETPIPE_SZ, 0) < capacity else { return }
    _ = linux_fcntl(destination, F_SETPIPE_SZ, capacity)
  }

  /// Transfers what it can without waiting for the destination, and returns how many bytes.
  private func step(
    from source: Int32, to destination: Int32
  ) throws(SystemError) -> UInt64 {
    let rest = size.map { $0 - total } ?? .max
    let portion = Int(min(JobContext.portion, rest))
    let flags = UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK)
    switch route {
    case .pipeSplice:
      let count = splice(source, nil, destination, nil, portion, flags)
      if count >= 0 { return UInt64(count) }
      switch linux_errno() {
      case EAGAIN, EINTR: return 0
      case EINVAL:
        route = .bufferedStream
        return 0
      default: throw .last("splice")
      }
    case .fileSplice:
      let count = try reader?.splice(into: destination) ?? 0
      sourceHasEnded = count == 0 && reader?.isAtEnd == true
      if reader?.splices == false {
        reader = nil
        route = .bufferedFile
      }
      return UInt64(count)
    case .bufferedFile, .bufferedStream, nil:
      if unwritten.isEmpty { try fill(from: source, atMost: rest) }
      return try drain(to: destination)
    }
  }

  private func fill(from source: Int32, atMost rest: UInt64) throws(SystemError) {
    if buffer.isEmpty { buffer = .allocate(byteCount: Self.bufferSize, alignment: 4_096) }
    let wanted = Int(min(UInt64(buffer.count), rest))
    let count =
      route == .bufferedFile
      ? pread(source, buffer.baseAddress, wanted, Int(total))
      : read(source, buffer.baseAddress, wanted)
    if count >= 0 {
      sourceHasEnded = count == 0
      unwritten = 0..<count
    } else if linux_errno() != EAGAIN, linux_errno() != EINTR {
      throw .last("read")
    }
  }

  private func drain(to destination: Int32) throws(SystemError) -> UInt64 {
    guard let start = buffer.baseAddress, !unwritten.isEmpty else { return 0 }
    let bytes = start + unwritten.lowerBound
    let count =
      isSocket
      ? send(destination, bytes, unwritten.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      : write(destination, bytes, min(unwritten.count, Self.blockingPortion))
    if count < 0 {
      guard linux_errno() == EAGAIN || linux_errno() == EINTR else { throw .last("write") }
      return 0
    }
    unwritten = unwritten.lowerBound + count..<unwritten.upperBound
    return UInt64(count)
  }
}
