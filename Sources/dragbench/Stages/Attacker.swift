internal import Harness

/// The program that means harm, one attack after the other until the work is done.
enum Attacker {
  private static let python = "/usr/bin/python3"

  static func names() throws -> [String] {
    let list = try Program.run(python, [Built.tool("attacker.py"), "--list"])
    return list.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
  }

  /// Does the work from when the first attack has been made, while the next ones are.
  static func run<R>(
    _ attack: String, on stage: Stage, destination: String, _ work: () throws -> R
  ) throws -> R {
    let attacker = try stage.fixture.start(
      python, [Built.tool("attacker.py"), "--forever", "--to", destination, attack], on: stage.bus)
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
