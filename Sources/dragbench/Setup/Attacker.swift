internal import Harness

/// Runs an attack of Tests/Tools/attacker.py against dragd, again and again, while a benchmark works.
enum Attacker {
  private static let python = "/usr/bin/python3"

  static func names() throws -> [String] {
    let list = try Program.run(python, [Built.tool("attacker.py"), "--list"])
    return list.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
  }

  /// Does the work after the first attack, while the attacker repeats it.
  static func run<R>(
    _ attack: String, on bus: BenchBus, destination: String, _ work: () throws -> R
  ) throws -> R {
    let attacker = try bus.fixture.start(
      python, [Built.tool("attacker.py"), "--forever", "--to", destination, attack], on: bus.server)
    defer { attacker.close() }
    guard try attacker.waitForOutput("\n").contains(attack) else {
      throw BenchFailure("\(attack) has failed: \(attacker.standardError)")
    }
    let result = try work()
    guard attacker.isRunning else {
      throw BenchFailure("\(attack) has ended: \(attacker.standardError)")
    }
    return result
  }
}
