internal import CommandLineArguments
internal import Foundation

/// Handles SIGINT, SIGTERM and SIGHUP, so that a verb can end in good order.
enum VerbInterruption {
  final class State {
    fileprivate(set) var isInterrupted = false
  }

  /// Blocks the signals. Call it before other threads start, which inherit the mask.
  static func prepare() {
    var set = makeSet()
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Calls the body at the first signal; a second signal ends the process.
  static func follow(_ body: @escaping @MainActor () async -> Void) -> State {
    let state = State()
    Thread.detachNewThread {
      var set = makeSet()
      var signal: Int32 = 0
      sigwait(&set, &signal)
      Task { @MainActor in
        state.isInterrupted = true
        await body()
      }
      sigwait(&set, &signal)
      exit(ExitStatus.interrupted.rawValue)
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
