internal import CLinux

/// A search in what a process can read: its memory and its files in memory, whether they are mapped or not.
extension ProcessFacts {
  /// Where it has these bytes, as lines of /proc/PID/maps and names of files in memory. A stopped process gives a whole
  /// picture.
  package func places(of needle: [UInt8]) throws -> [String] {
    try mappings(with: needle) + memoryFiles(with: needle)
  }

  private func mappings(with needle: [UInt8]) throws -> [String] {
    let path = "/proc/\(processIdentifier)/mem"
    let memory = try checked("open \(path)", linux_open(path, O_RDONLY | O_CLOEXEC, 0))
    defer { close(memory) }
    var found: [String] = []
    var searched = 0
    for line in try text("maps").split(separator: "\n") {
      let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      // The kernel maps its clock without letting anybody read it here.
      guard bounds.count == 2, line.contains(" r"), !line.hasSuffix("[vvar]"),
        !line.hasSuffix("[vsyscall]")
      else { continue }
      searched += bounds[1] - bounds[0]
      if Self.has(needle, memory, from: bounds[0], to: bounds[1]) { found.append("\(line)") }
    }
    guard searched > 0 else { throw HarnessFailure("nothing of \(path) can be read") }
    return found
  }

  private func memoryFiles(with needle: [UInt8]) throws -> [String] {
    try descriptors().compactMap { number, target in
      guard target.hasPrefix("/memfd:") else { return nil }
      let file = linux_open(
        "/proc/\(processIdentifier)/fd/\(number)", O_RDONLY | O_CLOEXEC, 0)
      // It may have been closed meanwhile.
      guard file >= 0 else { return nil }
      defer { close(file) }
      return Self.has(needle, file, from: 0, to: .max) ? target : nil
    }
  }

  private static func has(_ needle: [UInt8], in bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = UnsafeRawBufferPointer(rebasing: bytes)
    while rest.count >= needle.count, let start = rest.baseAddress,
      let place = memchr(start, Int32(needle[0]), rest.count - needle.count + 1)
    {
      if memcmp(place, needle, needle.count) == 0 { return true }
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(place) + 1 - start)...])
    }
    return false
  }

  /// Reads in pieces that overlap, so that no boundary hides the bytes. What cannot be read ends the search.
  private static func has(_ needle: [UInt8], _ file: Int32, from start: Int, to end: Int) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var place = start
    while place < end {
      let count = pread(file, &piece, min(piece.count, end - place), place)
      guard count >= needle.count else { return false }
      if piece.withUnsafeBytes({ has(needle, in: $0[..<count]) }) { return true }
      place += count - needle.count + 1
    }
    return false
  }
}
