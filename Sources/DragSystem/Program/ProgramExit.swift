internal import CLinux

/// Ends this program.
package enum ProgramExit {
  /// Ends at once: this program has no buffers to flush and no exit handlers.
  package static func now(_ status: Int32) -> Never {
    _exit(status)
  }
}

/// Pauses a program that has no loop.
package enum Sleep {
  /// Sleeps that long, or until a signal arrives.
  package static func milliseconds(_ count: Int) {
    poll(nil, 0, Int32(clamping: count))
  }
}
