internal import CLinux
internal import DragConnection
internal import DragProtocol
internal import DragSystem

/// Writes several streams in turn, on one thread. All start at the same moment, and each turn writes as much as the
/// pipe takes.
final class StreamWriters {
  private let size: Int
  private let count: Int
  private let loop: EventLoop
  private var waiting: [ProvideRequest] = []
  private var running: [ObjectIdentifier: Watch] = [:]

  init(size: Int, count: Int, loop: EventLoop) {
    self.size = size
    self.count = count
    self.loop = loop
  }

  func enqueue(_ request: ProvideRequest) {
    waiting.append(request)
    if waiting.count == count { Console.say("full") }
  }

  func startAll() {
    for request in waiting { answer(request) }
    waiting = []
  }

  private func answer(_ request: ProvideRequest) {
    guard let pipe = request.pipe else { return }
    var left = size
    do throws(SystemError) {
      try pipe.descriptor.setNonBlocking()
      running[ObjectIdentifier(request)] = try loop.watch(pipe.descriptor, for: .writable) {
        [weak self, size] readiness in
        let wrote = ChunkWriter.write(upTo: left, to: pipe.descriptor)
        left -= max(wrote, 0)
        guard left == 0 || readiness.contains(.error) else { return }
        self?.running.removeValue(forKey: ObjectIdentifier(request))?.cancel()
        left == 0 ? request.succeed(bytes: UInt64(size)) : request.fail("the pipe has no reader")
      }
    } catch {
      request.fail("\(error)")
    }
  }
}

/// Writes streams, always from the same buffer of 1 MiB.
final class ChunkWriter: Sendable {
  static let chunk = [UInt8](repeating: 0x7a, count: 1 << 20)

  /// Writes so many bytes to a blocking pipe. False when the pipe has no reader.
  static func write(_ count: Int, to pipe: borrowing OwnedFileDescriptor) -> Bool {
    var left = count
    while left > 0 {
      let wrote = write(upTo: left, to: pipe)
      guard wrote > 0 else { return false }
      left -= wrote
    }
    return true
  }

  /// One write(2): how many bytes it took, −1 when the pipe is full or broken.
  static func write(upTo count: Int, to pipe: borrowing OwnedFileDescriptor) -> Int {
    chunk.withUnsafeBytes { bytes in
      while true {
        let wrote = CLinux.write(pipe.rawValue, bytes.baseAddress, min(count, bytes.count))
        if wrote >= 0 || linux_errno() != EINTR { return wrote }
      }
    }
  }
}
