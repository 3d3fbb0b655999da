import Foundation
import Harness

/// The manual's table of the flags of other clipboard tools.
enum FlagTable {
  struct Row: CustomStringConvertible, Sendable {
    let tool: String
    /// The flags as they follow the tool's name.
    let flags: String
    /// What follows `dragctl`, or “none: ” and the reason why dragctl has nothing like it.
    let ours: String

    var description: String { flags.isEmpty ? tool : "\(tool) \(flags)" }
    var isNone: Bool { ours.hasPrefix("none: ") }
  }

  /// The rows, in the order of the page.
  static func rows() throws -> [Row] {
    let page = try ManualPage("dragctl-recipes.7").text
    let table = page.components(separatedBy: "\nTool\tFlag\tdragctl\n").dropFirst().joined()
    return try table.prefix(upTo: table.range(of: "\n.TE")?.lowerBound ?? table.endIndex)
      .split(separator: "\n").map { line in
        let fields = line.replacing("\\", with: "")
          .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3 else { throw HarnessFailure("no row of three fields: \(line)") }
        return Row(tool: fields[0], flags: fields[1], ours: fields[2])
      }
  }

  static func rows(of tool: String) throws -> [Row] { try rows().filter { $0.tool == tool } }
}
