internal import Synchronization

/// Work that a worker does in pieces, and that the loop can stop between two of them.
package final class StoppableWork: Sendable {
  private enum State {
    case waiting
    case running
    case stopping
    /// It keeps what it has made.
    case keeping
    case done
  }

  private let state = Mutex(State.waiting)

  package init() {}

  /// Whether the worker has started, and has not cleaned up yet.
  package var isRunning: Bool {
    state.withLock { state in
      switch state {
      case .running, .stopping, .keeping: true
      case .waiting, .done: false
      }
    }
  }

  /// Whether nothing will be left of it once it is stopped.
  package var canBeStopped: Bool {
    state.withLock { state in
      switch state {
      case .running, .stopping: true
      case .waiting, .keeping, .done: false
      }
    }
  }

  /// The worker calls it before its first piece; false when the work was stopped before.
  package func start() -> Bool {
    state.withLock { state in
      switch state {
      case .waiting:
        state = .running
        return true
      case .running, .stopping, .keeping, .done: return false
      }
    }
  }

  /// Whether the worker is to do its next piece.
  package var goesOn: Bool {
    state.withLock { state in
      switch state {
      case .running: true
      case .waiting, .stopping, .keeping, .done: false
      }
    }
  }

  /// The worker calls it before it keeps what it has made; false when the work was stopped before. Afterwards nothing
  /// stops it.
  package func keep() -> Bool {
    state.withLock { state in
      switch state {
      case .running:
        state = .keeping
        return true
      case .waiting, .stopping, .keeping, .done: return false
      }
    }
  }

  /// The worker has ended, and has cleaned up.
  package func end() { state.withLock { $0 = .done } }

  /// From any thread: the worker stops before its next piece.
  package func stop() {
    state.withLock { state in
      switch state {
      case .waiting: state = .done
      case .running: state = .stopping
      case .stopping, .keeping, .done: break
      }
    }
  }
}
