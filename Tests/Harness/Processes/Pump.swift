internal import CLinux

/// Reads what a program prints, on a thread, until it is stopped or both ends are closed.
enum Pump {
  enum Source: Sendable { case output, error }

  /// Takes ownership of the descriptors. A write to `stop`, an eventfd, ends the reading.
  static func start(
    output: Int32, error: Int32?, stop: Int32,
    received: @escaping @Sendable (Source, [UInt8]) -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    onNewThread {
      var open: [(Int32, Source)] = [(output, .output)]
      if let error { open.append((error, .error)) }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      reading: while !open.isEmpty {
        var polled = open.map { pollfd(fd: $0.0, events: Int16(POLLIN), revents: 0) }
        polled.append(pollfd(fd: stop, events: Int16(POLLIN), revents: 0))
        guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
          if linux_errno() == EINTR { continue }
          break
        }
        for (descriptor, source) in open
        where polled.contains(where: { $0.fd == descriptor && $0.revents != 0 }) {
          // A terminal that no process has open any more returns EIO instead of end of file.
          let count = read(descriptor, &chunk, chunk.count)
          if count > 0 {
            received(source, Array(chunk[..<count]))
          } else if count == 0 || linux_errno() != EINTR {
            close(descriptor)
            open.removeAll { $0.0 == descriptor }
          }
        }
        if polled.last?.revents != 0 { break reading }
      }
      for (descriptor, _) in open { close(descriptor) }
      // In this order: after `ended()` the other thread does not write to `stop` any more, whose number can be reused.
      ended()
      close(stop)
    }
  }
}
