internal import CLinux

/// How long this program runs before another one may have the processor.
///
/// Linux lets a busy program run for some 3 ms. While a service works for one caller, every other program on the way of
/// an honest call (the caller, the bus) may wait that long for the processor, at each step of the way.
package enum ProcessorSlice {
  /// Shortens it for this thread and for the threads that it starts. Linux before 6.12 has only one length for all.
  /// - Parameter microseconds: at least 100.
  package static func shorten(to microseconds: UInt64) { linux_set_slice(microseconds * 1_000) }
}
