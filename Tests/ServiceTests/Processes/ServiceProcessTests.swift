import Foundation
import Harness
import Testing

/// What the system has of dragd's process.
@Suite struct ServiceProcessTests {
  @Test func `a core file has nothing of its memory`() throws {
    try Service.run(.dbusDaemon) { service in
      let filter = try String(
        contentsOfFile: "/proc/\(service.daemon.processIdentifier)/coredump_filter",
        encoding: .utf8)
      #expect(filter == "00000000\n")
    }
  }
}
