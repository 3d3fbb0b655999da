internal import DragSystem

/// Connects on a worker and gives up at a time limit; a connection that arrives later is closed at once.
final class ConnectionAttempt {
  private enum State {
    case waiting
    case ended
  }

  private var state = State.waiting
  private var timer: LoopTimer?
  private let then: (Result<ServerConnection, ConnectionFailure>) -> Void

  private init(_ then: @escaping (Result<ServerConnection, ConnectionFailure>) -> Void) {
    self.then = then
  }

  /// `then` is called once, on the loop, and never before this returns.
  static func start(
    to display: String?, within limit: UInt64, on loop: EventLoop, pool: WorkerPool,
    then: @escaping (Result<ServerConnection, ConnectionFailure>) -> Void
  ) {
    let attempt = ConnectionAttempt(then)
    attempt.timer = loop.after(microseconds: limit) {
      attempt.end(.failure(.silent(display: display ?? "DISPLAY", microseconds: limit)))
    }
    pool.run(lane: .xServer) {
      ServerHandshake.connect(to: display)
    } then: { result in
      attempt.end(result)
    }
  }

  private func end(_ result: Result<ServerConnection, ConnectionFailure>) {
    switch state {
    case .waiting:
      state = .ended
      timer?.cancel()
      timer = nil
      then(result)
    case .ended:
      // The attempt has timed out, so no caller waits for the connection.
      guard case .success(let server) = result else { return }
      server.disconnect()
    }
  }
}
