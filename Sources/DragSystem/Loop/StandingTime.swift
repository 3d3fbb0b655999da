/// What the kernel's clocks say at one moment, in microseconds; see `Clock`.
package struct ClockReadings: Sendable {
  package private(set) var monotonic = Clock.monotonic
  package private(set) var boottime = Clock.boottime
  package private(set) var realtime = Clock.realtime

  /// Now.
  init() {}

  func later(by microseconds: UInt64) -> ClockReadings {
    var later = self
    later.monotonic += microseconds
    later.boottime += microseconds
    later.realtime += microseconds
    return later
  }
}

/// The time of a loop on which time stands until it is told to pass.
struct StandingTime {
  private let start = ClockReadings()
  private(set) var now: UInt64
  /// Until when timers may fire; the loop is there once all have.
  private(set) var goal: UInt64

  init() {
    now = start.monotonic
    goal = now
  }

  var readings: ClockReadings { start.later(by: now - start.monotonic) }

  /// At most some ten thousand years from the start, so that no sum of times overflows.
  mutating func setGoal(later microseconds: UInt64) {
    goal = min(goal + min(microseconds, Self.longest), start.monotonic + Self.longest)
  }

  mutating func reach(_ moment: UInt64) {
    now = max(now, moment)
  }

  private static let longest: UInt64 = 1 << 58
}
