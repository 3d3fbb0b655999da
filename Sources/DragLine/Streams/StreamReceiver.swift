internal import DBus
internal import DragSystem

/// Writes a stream of the line into a pipe. Workers write; only what the pipe has taken is granted again.
final class PipeReceiver {
  private let number: UInt32
  private let pipe: PeerDescriptor
  private unowned let end: LineEnd
  private var waiting = Queue<[UInt8]>()
  /// Bytes of the first that were written.
  private var written = 0
  private var watch: Watch?
  private var isWriting = false
  private(set) var hasEnded = false
  private var isOver = false

  /// - Parameter pipe: its write end, which does not block.
  init(_ number: UInt32, _ pipe: PeerDescriptor, on end: LineEnd) {
    self.number = number
    self.pipe = pipe
    self.end = end
  }

  /// Learns too when the reader leaves, although nothing is to be written.
  func start() {
    do throws(SystemError) {
      watch = try pipe.withDescriptor { descriptor throws(SystemError) in
        try end.loop.watch(descriptor, for: .once) { [unowned self] readiness in
          guard readiness.contains(.error) || readiness.contains(.hangup) else { return write() }
          giveUp()
        }
      }
    } catch {
      fail(error)
    }
  }

  func receive(_ bytes: [UInt8]) {
    waiting.append(bytes)
    write()
  }

  /// All of it has come.
  func receiveEnd() {
    hasEnded = true
    finishIfWritten()
  }

  private func write() {
    guard !isOver, !isWriting, let bytes = waiting.first else { return }
    isWriting = true
    let (pipe, written) = (pipe, written)
    end.workers.run(lane: pipe.lane) { () -> Result<Int, SystemError> in
      pipe.withDescriptor { descriptor in
        Result { () throws(SystemError) in try descriptor.write(some: bytes, from: written) }
      }
    } then: { [weak self] result in
      self?.wrote(result, of: bytes.count)
    }
  }

  private func wrote(_ result: Result<Int, SystemError>, of size: Int) {
    isWriting = false
    guard !isOver else { return }
    switch result {
    case .failure(let error) where error.isBrokenPipe: giveUp()
    case .failure(let error): fail(error)
    case .success(0): watch?.change(to: [.writable, .once])
    case .success(let count):
      written += count
      if written == size {
        waiting.popFirst()
        written = 0
      }
      end.use(count, of: number)
      if waiting.isEmpty {
        watch?.change(to: .once)
        finishIfWritten()
      } else {
        write()
      }
    }
  }

  private func finishIfWritten() {
    guard hasEnded, waiting.isEmpty, !isOver else { return }
    close()
    end.remove(receiver: number)
  }

  /// The reader has left.
  private func giveUp() {
    close()
    end.sendCancel(of: number, BusError.Name.failed, "the reader has left")
    end.remove(receiver: number)
  }

  /// The reader would not learn that there was more.
  private func fail(_ error: SystemError) {
    close()
    end.fail("a pipe cannot be written: \(error.reason)")
  }

  /// Ends it: the pipe is closed.
  func close() {
    isOver = true
    watch?.cancel()
    watch = nil
  }
}

/// Collects a stream of the line in a file: in memory what came from memory, else on a disk without a name.
final class FileReceiver {
  private let number: UInt32
  private let isInMemory: Bool
  private unowned let end: LineEnd
  private let lane: Lane
  private var file: PeerDescriptor?
  private var waiting = Queue<[UInt8]>()
  private var position: UInt64 = 0
  private var isBusy = false
  private var hasEnded = false
  private var isOver = false
  /// Called once: with the complete file, to be read only, or with why there is none.
  private var then: ((Result<PeerDescriptor, BusError>) -> Void)?

  init(
    _ number: UInt32, isInMemory: Bool, on end: LineEnd,
    then: @escaping (Result<PeerDescriptor, BusError>) -> Void
  ) {
    self.number = number
    self.isInMemory = isInMemory
    self.end = end
    lane = .load(UInt64(number))
    self.then = then
  }

  func start() {
    run { [isInMemory] () throws(SystemError) in
      if isInMemory { return try Memfd.create("dragctl") }
      return try UnlinkedFile.create(in: try SpoolFolder.ready())
    } then: { [self] file in
      self.file = PeerDescriptor(file, lane: lane, pool: end.workers)
    }
  }

  func receive(_ bytes: [UInt8]) {
    waiting.append(bytes)
    step()
  }

  func receiveEnd() {
    hasEnded = true
    step()
  }

  /// The sender has given it up.
  func abandon(_ error: BusError) { finish(.failure(error)) }

  private func step() {
    guard !isBusy, !isOver, let file else { return }
    if let bytes = waiting.popFirst() {
      let position = position
      isBusy = true
      end.workers.run(lane: lane) { () -> SystemError? in
        file.withDescriptor { descriptor -> SystemError? in
          do throws(SystemError) {
            try descriptor.write(bytes[...], at: position)
            return nil
          } catch {
            return error
          }
        }
      } then: { [weak self] error in
        guard let self else { return }
        isBusy = false
        if let error { return fail(error) }
        self.position += UInt64(bytes.count)
        end.use(bytes.count, of: number)
        step()
      }
    } else if hasEnded {
      complete(file)
    }
  }

  private func complete(_ file: PeerDescriptor) {
    let isInMemory = isInMemory
    run { () throws(SystemError) in
      try file.withDescriptor { descriptor throws(SystemError) in
        if isInMemory {
          try Memfd.seal(descriptor)
        } else {
          try UnlinkedFile.makeReadOnly(descriptor)
        }
        return try descriptor.reopenReadOnly()
      }
    } then: { [self] descriptor in
      finish(.success(PeerDescriptor(descriptor, lane: lane, pool: end.workers)))
    }
  }

  private func run(
    _ work: @escaping @Sendable () throws(SystemError) -> OwnedFileDescriptor,
    then: @escaping (consuming OwnedFileDescriptor) -> Void
  ) {
    isBusy = true
    end.workers.run(lane: lane) { () -> Made in
      do throws(SystemError) {
        return .file(try work())
      } catch {
        return .failure(error)
      }
    } then: { [weak self] made in
      guard let self else { return }
      isBusy = false
      guard !isOver else { return }
      switch consume made {
      case .file(let descriptor): then(descriptor)
      case .failure(let error): fail(error)
      }
      step()
    }
  }

  private enum Made: ~Copyable, Sendable {
    case file(OwnedFileDescriptor)
    case failure(SystemError)
  }

  private func fail(_ error: SystemError) {
    guard !isOver else { return }
    end.sendCancel(of: number, BusError.Name.failed, error.reason)
    let name = error.isNoSpace ? Self.storageFull : BusError.Name.failed
    finish(
      .failure(BusError(name: name, message: "the content cannot be kept: \(error.reason)")))
  }

  private static let storageFull = "org.dragd.Error.StorageFull"

  private func finish(_ result: Result<PeerDescriptor, BusError>) {
    guard !isOver else { return }
    isOver = true
    end.remove(receiver: number)
    let work = then
    then = nil
    work?(result)
  }
}
