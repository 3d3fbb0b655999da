internal import DBus
internal import DragSystem

/// Sends a file or what comes through a pipe as a stream of the line. Workers read, because a file may be on a dead
/// mount and a program may keep a pipe locked.
final class StreamSender {
  private let number: UInt32
  private let source: PeerDescriptor
  private unowned let end: LineEnd
  /// Of a file: what it was when its message was sent.
  private let file: FileIdentity?
  private var position: UInt64 = 0
  private var watch: Watch?
  private var isReading = false
  private var isOver = false
  /// Whether the pipe has bytes, or has ended.
  private var isReady: Bool

  private static let bytesPerRead = 256 << 10

  /// - Parameter file: nil for a pipe.
  init(_ number: UInt32, _ source: PeerDescriptor, file: FileIdentity?, on end: LineEnd) {
    self.number = number
    self.source = source
    self.file = file
    self.end = end
    isReady = file != nil
  }

  func start() {
    guard file == nil else { return send() }
    do throws(SystemError) {
      watch = try source.withDescriptor { descriptor throws(SystemError) in
        try end.loop.watch(descriptor, for: [.readable, .once]) { [unowned self] _ in
          isReady = true
          send()
        }
      }
    } catch {
      giveUp(BusError.Name.failed, "\(error)")
    }
  }

  /// Sends as much as the receiver and the line have room for.
  func send() {
    guard !isOver, !isReading, isReady else { return }
    let room = min(end.tables.allowance(of: number), end.roomForData, Self.bytesPerRead)
    let left = file.map { $0.size - self.position }
    guard left != 0 else { return readEnd() }
    guard room > 0 else { return }
    isReading = true
    let count = left.map { min(room, Int(clamping: $0)) } ?? room
    let (source, isFile, position) = (source, file != nil, position)
    end.workers.run(lane: source.lane) { () -> Result<[UInt8], SystemError> in
      source.withDescriptor { descriptor in
        Result { () throws(SystemError) in
          try isFile
            ? descriptor.read(upTo: count, at: position) : descriptor.read(upTo: count)
        }
      }
    } then: { [weak self] result in
      self?.read(result)
    }
  }

  private func read(_ result: Result<[UInt8], SystemError>) {
    isReading = false
    guard !isOver else { return }
    switch result {
    case .failure(let error) where error.wouldBlock: wait()
    case .failure(let error): giveUp(BusError.Name.failed, error.reason)
    case .success(let bytes) where bytes.isEmpty:
      if file == nil { return readEnd() }
      // It is shorter than it was.
      giveUp(Self.changed, "the file was changed while it was sent")
    case .success(let bytes):
      position += UInt64(bytes.count)
      end.send(bytes, of: number)
      if file == nil { wait() } else { send() }
    }
  }

  private func wait() {
    isReady = false
    watch?.change(to: [.readable, .once])
  }

  private func readEnd() {
    guard let file else { return finish() }
    // A write beside the reading leaves a mixture.
    isReading = true
    end.workers.run(lane: source.lane) { [source] () -> Bool in
      let now = source.withDescriptor { descriptor in try? FileStatus(of: descriptor) }
      return now?.identity == file
    } then: { [weak self] isUnchanged in
      guard let self, !isOver else { return }
      guard isUnchanged else {
        return giveUp(Self.changed, "the file was changed while it was sent")
      }
      finish()
    }
  }

  static let changed = "org.dragd.Error.Changed"

  /// Of a pipe nobody would learn that there was more.
  private func giveUp(_ error: String, _ reason: String) {
    close()
    guard file != nil else { return end.fail("a pipe cannot be read: \(reason)") }
    end.sendCancel(of: number, error, reason)
    end.remove(sender: number)
  }

  /// All of it was sent. What waits for that passes behind the frame that says so.
  private func finish() {
    close()
    end.sendEnd(of: number)
    end.remove(sender: number)
  }

  /// Ends it without a word.
  func close() {
    isOver = true
    watch?.cancel()
    watch = nil
  }
}
