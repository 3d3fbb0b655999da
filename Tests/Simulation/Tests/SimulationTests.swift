import Foundation
import Harness
import Testing

/// The simulator is a program of its own, for it puts its functions in the place of libc's.
@Suite struct SimulationTests {
  @Test func `kept plans show nothing any more`() throws {
    let plans = try FileManager.default.contentsOfDirectory(atPath: Simulator.plans).sorted()
      .map { "\(Simulator.plans)/\($0)" }
    #expect(!plans.isEmpty)
    let schedules = Extent.current == .usual ? 20 : 200
    let result = try Simulator.run(["--schedules", "\(schedules)", "--replay"] + plans)
    #expect(result.exit == .exited(0), "\(result.output)")
  }

  @Test func `another seed gives another trace`() throws {
    let output = try Simulator.run(["--seed", "1-2", "--workload", "copies", "--traces"]).output
    let traces = output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(Set(traces).count == 2)
  }
}
