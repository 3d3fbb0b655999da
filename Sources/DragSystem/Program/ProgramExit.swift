internal import CLinux

/// Ends this program.
package enum ProgramExit {
  /// Ends at once: this program has no buffers to flush and no exit handlers.
  package static func now(_ status: Int32) -> Never {
    _exit(status)
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
    signal(SIGPIPE, nil)
    raise(SIGPIPE)
  }
}

/// Pauses a program that has no loop.
package enum Sleep {
  /// Sleeps that long, or until a signal arrives.
  package static func milliseconds(_ count: Int) {
    poll(nil, 0, Int32(clamping: count))
  }
}
