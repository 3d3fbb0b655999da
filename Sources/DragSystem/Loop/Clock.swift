internal import CLinux

/// Readings of the kernel's clocks, in microseconds; see clock_gettime(2).
package enum Clock {
  /// CLOCK_MONOTONIC: since some point before boot, without the time that the machine was suspended. Timers use it.
  package static var monotonic: UInt64 { read(CLOCK_MONOTONIC) }

  /// CLOCK_BOOTTIME: like `monotonic`, and includes the time that the machine was suspended.
  package static var boottime: UInt64 { read(CLOCK_BOOTTIME) }

  /// CLOCK_REALTIME: since 1970; jumps when the clock is set.
  package static var realtime: UInt64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: Int32) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
  }
}
