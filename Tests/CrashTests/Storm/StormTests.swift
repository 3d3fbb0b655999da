import Foundation
import Harness
import Testing

/// `make storm` runs it for `STORM_SECONDS`, half of them on each bus, from the seed `STORM_SEED`; a failing run prints
/// its seed, which repeats the choices, but not the races.
@Suite(.serialized) struct StormTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(arguments: PrivateBus.Kind.allCases)
  func `whatever is killed in a storm of moves each file exists once`(
    _ kind: PrivateBus.Kind
  ) throws {
    let seconds = Self.environment["STORM_SECONDS"].flatMap { Int($0) } ?? 6
    let seed =
      Self.environment["STORM_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
    let report = try Storm.run(kind, for: .milliseconds(seconds * 500), seed: seed)
    if Self.environment["STORM_SECONDS"] != nil {
      print("\(kind.rawValue), seed \(seed):", report.done.sorted { $0.key < $1.key })
    }
    #expect(report.faults.isEmpty, "STORM_SEED=\(seed): \(report.faults.joined(separator: "\n"))")
    #expect((report.done["move"] ?? 0) > 0)
  }
}
