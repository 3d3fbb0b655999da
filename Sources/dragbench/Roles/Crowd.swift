internal import DragConnection
internal import DragProtocol
internal import DragSystem

/// Streams that begin together and are written in turns: each time what the pipe takes.
final class Crowd {
  private let size: Int
  private let count: Int
  private let loop: EventLoop
  private var waiting: [Provision] = []
  private var running: [ObjectIdentifier: Watch] = [:]

  init(size: Int, count: Int, loop: EventLoop) {
    self.size = size
    self.count = count
    self.loop = loop
  }

  func add(_ provision: Provision) {
    waiting.append(provision)
    if waiting.count == count { Console.say("full") }
  }

  func open() {
    for provision in waiting { begin(provision) }
    waiting = []
  }

  private func begin(_ provision: Provision) {
    guard let pipe = provision.pipe else { return }
    var left = size
    do throws(SystemError) {
      try pipe.descriptor.setNonBlocking()
      running[ObjectIdentifier(provision)] = try loop.watch(pipe.descriptor, for: .writable) {
        [weak self, size] readiness in
        let wrote = ChunkWriter.write(upTo: left, to: pipe.descriptor)
        left -= max(wrote, 0)
        guard left == 0 || readiness.contains(.error) else { return }
        self?.running.removeValue(forKey: ObjectIdentifier(provision))?.cancel()
        left == 0 ? provision.succeed(bytes: UInt64(size)) : provision.fail("nobody reads it")
      }
    } catch {
      provision.fail("\(error)")
    }
  }
}
