internal import CLinux
internal import Harness

/// The wake-ups of a dragd with nothing to do.
enum IdleWatch {
  /// Longer than dragd waits before it releases the pages of its program.
  private static let quiet: UInt32 = 10
  private static let watched: UInt32 = 120

  /// Waits until all work after the first call is done, and counts for two minutes.
  static func wakeUpsPerMinute(of dragd: ProcessFacts) throws -> Double {
    var rested = try dragd.voluntarySwitches()
    try eventually(within: .seconds(120), "dragd rests") {
      let before = rested
      sleep(quiet)
      rested = try dragd.voluntarySwitches()
      return rested == before
    }
    sleep(watched)
    return Double(try dragd.voluntarySwitches() - rested) * 60 / Double(watched)
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
