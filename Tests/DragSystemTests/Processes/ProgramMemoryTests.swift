import DragSystem
import Foundation
import Testing

@Suite struct ProgramMemoryTests {
  /// A part of a library that is mapped, as /proc/self/smaps has it.
  private struct Part {
    var range: Range<UInt>
    var resident = 0
  }

  /// The parts of libstdc++ that are only read: tests in other threads of this process seldom need them.
  private func parts() throws -> [Part] {
    var parts: [Part] = []
    var isWanted = false
    // `String(contentsOfFile:)` has the first of the kernel's pages only.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/smaps"))
    let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count > 4, fields[0].contains("-") {
        isWanted = line.contains("/libstdc++.so") && ["r--p", "r-xp"].contains(fields[1])
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if isWanted, ends.count == 2 { parts.append(Part(range: ends[0]..<ends[1])) }
      } else if isWanted, fields.first == "Rss:" {
        parts[parts.count - 1].resident = Int(fields[1]) ?? 0
      }
    }
    return parts
  }

  /// Reads every page.
  private func sum(_ parts: [Part]) -> UInt64 {
    parts.reduce(0) { sum, part in
      guard let start = UnsafeRawPointer(bitPattern: part.range.lowerBound) else { return sum }
      return UnsafeRawBufferPointer(start: start, count: part.range.count)
        .reduce(sum) { $0 &* 31 &+ UInt64($1) }
    }
  }

  @Test func pagesOfLibrariesAreGivenBackAndComeAgain() throws {
    let before = sum(try parts())
    let resident = try parts().reduce(0) { $0 + $1.resident }
    #expect(resident > 1_000)
    ProgramPages.giveBack()
    #expect(try parts().reduce(0) { $0 + $1.resident } < resident / 2)
    #expect(try sum(parts()) == before)
  }

  /// Uses a KiB of the stack so many times, and returns the lowest address.
  @inline(never)
  private func useStack(_ depth: Int) -> UInt {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1_000) { room in
      room.initialize(repeating: UInt8(truncatingIfNeeded: depth))
      let own = UInt(bitPattern: room.baseAddress)
      let deeper = depth > 1 ? useStack(depth - 1) : own
      return room[depth % room.count] == UInt8(truncatingIfNeeded: depth) ? min(own, deeper) : 0
    }
  }

  private func isResident(_ address: UInt) -> Bool {
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    var residency: UInt8 = 0
    let start = UnsafeMutableRawPointer(bitPattern: address & ~(page - 1))
    return mincore(start, Int(page), &residency) == 0 && residency & 1 != 0
  }

  @Test func theStackBelowIsGivenBack() {
    let address = useStack(64)
    #expect(isResident(address))
    ProgramStack.giveBack()
    #expect(!isResident(address))
    #expect(useStack(64) == address)
  }
}
