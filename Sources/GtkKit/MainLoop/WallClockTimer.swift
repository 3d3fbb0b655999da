internal import CGtk

/// Calls a body at a time of the wall clock, and when that clock is set. After sleep it calls at once where the time
/// has passed meanwhile: timers of GLib's loop do not count while the machine sleeps.
package final class WallClockTimer {
  private let number: Int32
  private var watch: DescriptorWatch?

  /// - Returns: nil where there are no descriptors left.
  package init?(_ body: @escaping @MainActor () -> Void) {
    number = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard number >= 0 else { return nil }
    watch = DescriptorWatch(readable: number) { [number] in
      var count: UInt64 = 0
      // It fails where the clock was set, and is readable no longer.
      _ = CGtk.read(number, &count, 8)
      body()
    }
  }

  isolated deinit {
    watch = nil
    if number >= 0 { CGtk.close(number) }
  }

  /// Waits for a time, instead of an earlier one that was set.
  ///
  /// - Parameter seconds: since 1970.
  package func set(to seconds: Int) {
    var setting = itimerspec()
    // Zero would disarm it.
    setting.it_value.tv_sec = max(seconds, 1)
    timerfd_settime(
      number, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
  }
}
