internal import CLinux
internal import Harness

/// A bus with a dragd that nobody calls.
final class IdleWatch {
  /// Longer than dragd waits before it gives back the pages of its program.
  private static let quiet: UInt32 = 10
  private static let watched: UInt32 = 120
  private let stage: Stage

  init(_ fixture: Fixture) throws {
    stage = try Stage(fixture, .dbusDaemon)
  }

  /// What it used, once nothing that the first call has left to do is still to come.
  func result() throws -> (dragd: ProcessFacts, bus: ProcessFacts, wakeUpsPerMinute: Double) {
    let dragd = stage.dragd.facts
    var rested = try dragd.voluntarySwitches()
    try eventually(within: .seconds(120), "dragd rests") {
      let before = rested
      sleep(Self.quiet)
      rested = try dragd.voluntarySwitches()
      return rested == before
    }
    sleep(Self.watched)
    let woken = try dragd.voluntarySwitches() - rested
    return (
      dragd, ProcessFacts(stage.bus.processIdentifier), Double(woken) * 60 / Double(Self.watched)
    )
  }
}
