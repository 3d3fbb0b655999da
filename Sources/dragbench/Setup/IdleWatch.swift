internal import CLinux
internal import Harness

/// A bus with an idle dragd, the only one: programs of one file share its pages.
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

/// Files without a name in memory (memfd_create(2)).
enum MemoryFiles {
  /// The bytes of those that the processes have open; one that several have open counts once.
  static func bytes(of processes: [Int32]) throws -> Int {
    var sizes: [UInt64: Int] = [:]
    for process in processes {
      for (number, target) in try ProcessFacts(process).descriptors()
      where target.hasPrefix("/memfd:") {
        var facts = stat()
        guard stat("/proc/\(process)/fd/\(number)", &facts) == 0 else { continue }
        sizes[UInt64(facts.st_ino)] = Int(facts.st_blocks) * 512
      }
    }
    return sizes.values.reduce(0, +)
  }
}
