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
