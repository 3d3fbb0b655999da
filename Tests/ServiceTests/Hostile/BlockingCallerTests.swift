import Harness
import Testing

/// A program that makes one blocking call after another reads all replies, though it never answers a Ping.
@Suite struct BlockingCallerTests {
  @Test(arguments: eitherBus(with: [(count: 4_000, bytes: 4_096), (count: 1_200, bytes: 65_536)]))
  func `whoever answers no Ping gets all it calls for, as bytes`(
    bus: PrivateBus.Kind, calls: (count: Int, bytes: Int)
  ) throws {
    let limits = ["--limit", "unread_bytes_per_connection=262144"]
    try Service.run(bus, limits, isQuiet: true) { service in
      let program = try service.fixture.start(
        "/usr/bin/python3",
        [Built.tool("blocking.py"), String(calls.count), String(calls.bytes)], on: service.bus)
      let result = try program.wait(within: .seconds(120))
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "\(calls.count)\n")
    }
  }
}
