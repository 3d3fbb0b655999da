internal import CLinux
internal import Harness

/// A bus with a dragd that nobody calls.
final class IdleWatch {
  private static let least: Duration = .seconds(60)
  private let stage: Stage
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let switches: Int

  init(_ fixture: Fixture) throws {
    let stage = try Stage(fixture, .dbusDaemon)
    self.stage = stage
    // The first call has been answered; what that left to do is done.
    try eventually("dragd rests") { try stage.dragd.facts.threadCount() == 1 }
    start = clock.now
    switches = try stage.dragd.facts.voluntarySwitches()
  }

  /// What it used, once it has been idle for a minute.
  func result() throws -> (dragd: ProcessFacts, bus: ProcessFacts, wakeUpsPerMinute: Double) {
    let left = Self.least - (clock.now - start)
    if left > .zero { usleep(UInt32(left / .microseconds(1))) }
    let woken = try stage.dragd.facts.voluntarySwitches() - switches
    let minutes = (clock.now - start) / .seconds(60)
    return (
      stage.dragd.facts, ProcessFacts(stage.bus.processIdentifier), Double(woken) / minutes
    )
  }
}
