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
    switches = try Self.rest(of: stage.dragd.facts)
    start = clock.now
  }

  /// Waits until nothing that the first call has left to do is still to come, and gives how often it has slept by then.
  private static func rest(of dragd: ProcessFacts) throws -> Int {
    var switches = -1
    try eventually("dragd rests") {
      let before = switches
      switches = try dragd.voluntarySwitches()
      if switches == before { return true }
      sleep(quiet)
      return false
    }
    return switches
  }

  /// Seconds: longer than dragd waits before it gives back the pages of its program.
  private static let quiet: UInt32 = 10

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
