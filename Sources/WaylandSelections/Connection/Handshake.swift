internal import DragSystem

/// The first exchanges with a compositor, on a loop of their own, until a common deadline.
final class Handshake {
  private let connection: WaylandConnection
  private let loop: EventLoop
  private let path: String
  private let deadline: UInt64
  private let milliseconds: Int
  private var reason: String?

  init(
    _ connection: WaylandConnection, path: String, _ milliseconds: Int
  ) throws(WaylandError) {
    self.connection = connection
    self.path = path
    self.milliseconds = milliseconds
    do throws(SystemError) {
      loop = try EventLoop()
      deadline = loop.now + UInt64(milliseconds) * 1_000
      try connection.attach(to: loop)
    } catch {
      throw .system(error)
    }
    connection.onEnd = { [weak self] in self?.reason = $0 }
  }

  /// Waits until the compositor has handled all requests so far.
  func sync() throws(WaylandError) {
    var isDone = false
    connection.sync { isDone = true }
    while !isDone {
      if let reason { throw .lost(path: path, reason: reason) }
      let now = loop.now
      guard now < deadline else { throw .noAnswer(path: path, milliseconds: milliseconds) }
      loop.turn(timeout: Int((deadline - now) / 1_000) + 1)
    }
  }

  /// Detaches the connection from this loop.
  func end() {
    connection.detach()
    connection.onEnd = nil
  }
}
