internal import CLinux
internal import Harness

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
