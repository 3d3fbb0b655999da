internal import CLinux

/// Information from /proc about a process (proc(5)).
package struct ProcessFacts {
  package let processIdentifier: Int32

  package init(_ processIdentifier: Int32) {
    self.processIdentifier = processIdentifier
  }

  /// Its open descriptors and what they lead to, such as “pipe:[4711]” or “/memfd:held (deleted)”.
  package func descriptors() throws -> [Int32: String] {
    var found: [Int32: String] = [:]
    for name in try entries("fd") {
      // A descriptor that was closed meanwhile is left out.
      if let number = Int32(name), let target = link("fd/\(name)") { found[number] = target }
    }
    return found
  }

  package func descriptorCount() throws -> Int { try entries("fd").count }

  /// The memory of the files in memory that it has open, in bytes: of what was written, whether it is mapped or not.
  package func memoryFileBytes() throws -> Int {
    var (sum, seen) = (0, Set<UInt>())
    for (number, target) in try descriptors() where target.hasPrefix("/memfd:") {
      var status = stat()
      // A descriptor that was closed meanwhile is left out, and one file counts once.
      guard stat(path("fd/\(number)"), &status) == 0, seen.insert(UInt(status.st_ino)).inserted
      else { continue }
      sum += Int(status.st_blocks) * 512
    }
    return sum
  }

  /// The number of its threads, including the main one.
  package func threadCount() throws -> Int { try entries("task").count }

  /// The number of threads in uninterruptible sleep.
  package func hangingThreadCount() throws -> Int {
    try ofThreads("stat").count { facts in
      // The state follows the name, which is in parentheses and may have any character.
      facts.split(separator: ")").last?.hasPrefix(" D") == true
    }
  }

  /// Its memory that no file backs, in bytes.
  package func anonymousMemory() throws -> Int { try memory("Anonymous:") }

  /// The most anonymous memory that it was seen to have until the condition came true, in bytes.
  package func peakAnonymousMemory(
    within limit: Duration = Timeout.usual, until isOver: () throws -> Bool
  ) throws -> Int {
    var peak = 0
    try eventually(within: limit) {
      peak = max(peak, try anonymousMemory())
      return try isOver()
    }
    return peak
  }

  /// All memory that is mapped into it and present, in bytes, including what it shares with other processes.
  package func residentMemory() throws -> Int { try memory("Rss:") }

  /// Its share of all memory it uses, in bytes: memory that several processes map is divided among them.
  package func proportionalMemory() throws -> Int { try memory("Pss:") }

  /// The peak of its resident memory since it began, in bytes.
  package func peakMemory() throws -> Int {
    guard let kibibytes = number(of: "VmHWM:", in: try text("status")) else {
      throw HarnessFailure("no VmHWM in /proc/\(processIdentifier)/status")
    }
    return kibibytes * 1024
  }

  /// The number of voluntary context switches of its threads since they began.
  package func voluntarySwitches() throws -> Int {
    try ofThreads("status").reduce(0) {
      $0 + (number(of: "voluntary_ctxt_switches:", in: $1) ?? 0)
    }
  }

  /// Waits until it has not woken up for `time`. What has ended may have time limits, and idle threads end once.
  package func waitForSleep(of time: Duration) throws {
    let clock = ContinuousClock()
    var (count, since) = (try voluntarySwitches(), clock.now)
    try eventually(within: Timeout.long, "process \(processIdentifier) has slept for \(time)") {
      let now = try voluntarySwitches()
      if now != count { (count, since) = (now, clock.now) }
      return clock.now - since >= time
    }
  }

  /// A file of each thread. A thread that ends meanwhile has none.
  private func ofThreads(_ file: String) throws -> [String] {
    try entries("task").compactMap { thread in try? text("task/\(thread)/\(file)") }
  }

  private func memory(_ field: String) throws -> Int {
    guard let kibibytes = number(of: field, in: try text("smaps_rollup")) else {
      throw HarnessFailure("no \(field) in /proc/\(processIdentifier)/smaps_rollup")
    }
    return kibibytes * 1024
  }

  private func number(of field: String, in text: String) -> Int? {
    text.split(separator: "\n").first { $0.hasPrefix(field) }?
      .split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
  }

  private func path(_ name: String) -> String { "/proc/\(processIdentifier)/\(name)" }

  private func entries(_ name: String) throws -> [String] {
    guard let folder = opendir(path(name)) else {
      throw HarnessFailure.last("opendir \(path(name))")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func link(_ name: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = buffer.withUnsafeMutableBytes { bytes in
      readlink(path(name), bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return length < 0 ? nil : String(decoding: buffer[..<length], as: UTF8.self)
  }

  func text(_ name: String) throws -> String {
    let file = try checked("open \(path(name))", linux_open(path(name), O_RDONLY | O_CLOEXEC, 0))
    defer { close(file) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 8192)
    while case let count = read(file, &chunk, chunk.count), count > 0 { content += chunk[..<count] }
    return String(decoding: content, as: UTF8.self)
  }
}

extension Program {
  package var facts: ProcessFacts { ProcessFacts(processIdentifier) }
}
