internal import CommandLineArguments
internal import Foundation
internal import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP, so that a verb can end in good order.
enum VerbInterruption {
  final class State {
    fileprivate(set) var isInterrupted = false
  }

  /// What the first signal does; nil ends the process.
  private nonisolated static let action = Mutex<(@MainActor () async -> Void)?>(nil)

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
        Task { @MainActor in await action() }
        sigwait(&set, &signal)
      }
      exit(ExitStatus.interrupted.rawValue)
    }
  }

  /// Calls the body at the first signal from now on; a second signal ends the process.
  static func follow(_ body: @escaping @MainActor () async -> Void) -> State {
    let state = State()
    action.withLock {
      $0 = {
        state.isInterrupted = true
        await body()
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
