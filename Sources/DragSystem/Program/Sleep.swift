internal import CLinux

/// Doing nothing, for a program that has no loop.
package enum Sleep {
  /// Sleeps that long, or shorter when a signal comes.
  package static func milliseconds(_ count: Int) {
    poll(nil, 0, Int32(clamping: count))
  }
}
