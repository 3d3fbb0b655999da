internal import Foundation

/// Ctrl+C, and what else asks a program to end, as something to do in good order.
enum Interruption {
  final class Flag {
    fileprivate(set) var value = false
  }

  /// To be called before other threads begin: they inherit that the signals wait.
  static func prepare() {
    var set = makeSet()
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Calls the body at the first signal; a second one ends the process.
  static func follow(_ body: @escaping @MainActor () async -> Void) -> Flag {
    let flag = Flag()
    Thread.detachNewThread {
      var set = makeSet()
      var signal: Int32 = 0
      sigwait(&set, &signal)
      Task { @MainActor in
        flag.value = true
        await body()
      }
      sigwait(&set, &signal)
      exit(ExitStatus.interrupted.rawValue)
    }
    return flag
  }

  private nonisolated static func makeSet() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }
}
