internal import CLinux
internal import Harness

/// A bus with an idle dragd.
final class IdleWatch {
  /// Longer than dragd waits before it releases the pages of its program.
  private static let quiet: UInt32 = 10
  private static let watched: UInt32 = 120
  private let bus: BenchBus

  init(_ fixture: Fixture) throws {
    bus = try BenchBus(fixture, .dbusDaemon)
  }

  /// The memory and wake-ups of the idle dragd, once all work after the first call is done.
  func result() throws -> (dragd: ProcessFacts, bus: ProcessFacts, wakeUpsPerMinute: Double) {
    let dragd = bus.dragd.facts
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
      dragd, ProcessFacts(bus.server.processIdentifier), Double(woken) * 60 / Double(Self.watched)
    )
  }
}
