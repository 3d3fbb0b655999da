internal import CLinux
internal import Foundation
internal import Simulation

/// Plans as JSON files.
enum PlanFile {
  static func read(_ path: String) -> Plan? {
    Files.bytes(of: path).flatMap { try? JSONDecoder().decode(Plan.self, from: Data($0)) }
  }

  /// - Returns: whether it could be written.
  static func write(_ plan: Plan, to path: String) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(plan) else { return false }
    if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o755) }
    Files.write(Array(data) + [10], to: path)
    return access(path, R_OK) == 0
  }
}
