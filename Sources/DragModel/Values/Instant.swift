/// A point in time as the model sees it; the shell reads the clocks and hands it in.
package struct Instant: Hashable, Sendable {
  /// Microseconds that the machine was awake (CLOCK_MONOTONIC): what a peer can be blamed for.
  package var awake: UInt64
  /// Microseconds since boot, sleep included (CLOCK_BOOTTIME): how long a person has waited.
  package var elapsed: UInt64
  /// Microseconds of the real-time clock since 1970: what a person is shown.
  package var wall: UInt64

  package init(awake: UInt64, elapsed: UInt64, wall: UInt64) {
    self.awake = awake
    self.elapsed = elapsed
    self.wall = wall
  }
}
