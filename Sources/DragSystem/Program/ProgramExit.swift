internal import CLinux

/// Ends this program.
package enum ProgramExit {
  /// Ends at once: this program has no buffers to flush and no exit handlers.
  package static func now(_ status: Int32) -> Never {
    _exit(status)
  }

  /// Ends by a signal that the program has handled, after it has cleaned up. A shell ends a script, and make(1) a
  /// build, only if the program was killed by the signal: a status tells them nothing. Async-signal-safe
  /// (signal-safety(7)).
  package static func by(_ number: Int32) -> Never {
    signal(number, nil)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    // The first process of a container gets no signal that it does not handle.
    _exit(128 + number)
  }

  /// Ends as a child process has ended.
  package static func like(_ end: ShellCommand.End) -> Never {
    switch end {
    case .exited(let status): now(status)
    case .signalled(let number): by(number)
    }
  }
}

/// The reaction to a pipe without a reader that the caller of a program expects: an end by SIGPIPE, or an error if the
/// caller ignores that signal, as a Python program does.
package struct BrokenPipePolicy: Sendable {
  private let isIgnored: Bool

  /// The policy that the program was started with. Call it first: `Interruption.ignoreBrokenPipes()` changes it, and so
  /// does libdbus.
  package static func inherited() -> BrokenPipePolicy {
    BrokenPipePolicy(isIgnored: DragSystem.isIgnored(SIGPIPE))
  }

  /// Ends the program by the signal; returns when the caller ignores it.
  package func endProgram() {
    guard !isIgnored else { return }
    // A key that ends a pipeline may end the reader first: the program was interrupted all the same.
    var pending = sigset_t()
    sigpending(&pending)
    for number in [SIGINT, SIGTERM, SIGHUP] where sigismember(&pending, number) == 1 {
      ProgramExit.by(number)
    }
    ProgramExit.by(SIGPIPE)
  }
}

/// Pauses a program that has no loop.
package enum Sleep {
  /// Sleeps that long, or until a signal arrives.
  package static func milliseconds(_ count: Int) {
    poll(nil, 0, Int32(clamping: count))
  }
}
