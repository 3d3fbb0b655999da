internal import DragSystem
internal import Foundation
internal import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP, so that a verb can end in good order, and then by the signal.
enum VerbInterruption {
  final class State {
    /// The first signal that has come.
    fileprivate(set) var signal: Int32?
  }

  /// What the first signal does; nil ends the process.
  private nonisolated static let action = Mutex<(@MainActor (Int32) async -> Void)?>(nil)

  /// Blocks the signals, of which one ends the process unless `follow` says otherwise by then. Call it before other
  /// threads start, which inherit the mask.
  static func prepare() {
    var set = makeSet()
    pthread_sigmask(SIG_BLOCK, &set, nil)
    Thread.detachNewThread {
      var set = makeSet()
      var signal: Int32 = 0
      sigwait(&set, &signal)
      if let action = action.withLock({ $0 }) {
        let first = signal
        Task { @MainActor in await action(first) }
        sigwait(&set, &signal)
      }
      ProgramExit.by(signal)
    }
  }

  /// Calls the body with the first signal from now on; a second signal ends the process.
  static func follow(_ body: @escaping @MainActor (Int32) async -> Void) -> State {
    let state = State()
    action.withLock {
      $0 = { signal in
        state.signal = signal
        await body(signal)
      }
    }
    return state
  }

  private nonisolated static func makeSet() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }
}
