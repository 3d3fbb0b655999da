import CommandLineArguments
import Foundation
import Harness
import Testing

@testable import dragctl

/// An example in a manual or in a verb's help.
struct ManualExample: Hashable, Sendable, CustomTestStringConvertible {
  let place: String
  let lines: [String]

  var testDescription: String { "\(place): \(lines.joined(separator: "; "))" }

  /// The examples of all manuals, and of the help of every verb.
  static func all() throws -> [ManualExample] {
    try manuals().flatMap { try Self.read($0) } + ofDragctl() + ofDragboard()
  }

  /// dragboard is built only where GTK is installed.
  static let hasBoard = FileManager.default.fileExists(atPath: board)
  private static let board = "\(Built.folder)/dragboard"

  private static func manuals() throws -> [String] {
    let sources = "\(Built.packageRoot)/Sources"
    return try FileManager.default.contentsOfDirectory(atPath: sources).sorted().flatMap { name in
      guard name != "dragboard" || hasBoard else { return [String]() }
      let folder = "\(sources)/\(name)/Manual"
      guard FileManager.default.fileExists(atPath: folder) else { return [String]() }
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0.wholeMatch(of: /.*\.[1-8]/) != nil }.map { "\(folder)/\($0)" }
    }
  }

  /// The blocks of the page's part EXAMPLES, each from .EX to .EE.
  private static func read(_ path: String) throws -> [ManualExample] {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    guard let start = page.range(of: ".SH EXAMPLES\n") else { return [] }
    let rest = page[start.upperBound...]
    let part = rest.prefix(upTo: rest.range(of: "\n.SH")?.lowerBound ?? rest.endIndex)
    return part.matches(of: /(?ms)^\.EX\n(.*?)\n\.EE$/).map { match in
      let text = [("\\-", "-"), ("\\[aq]", "'"), ("\\[ti]", "~"), ("\\~", " ")]
        .reduce(String(match.1)) { $0.replacing($1.0, with: $1.1) }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return ManualExample(
        place: name, lines: text.split(separator: "\n").map(String.init))
    }
  }

  private static func ofDragctl() -> [ManualExample] {
    CommandTable.verbs.flatMap { verb in
      verb.examples.map { ManualExample(place: "dragctl \(verb.name)", lines: [$0.command]) }
    }
  }

  /// The examples that the help of dragboard shows.
  private static func ofDragboard() throws -> [ManualExample] {
    guard hasBoard else { return [] }
    let help = try Program.run(board, ["--help"]).output
    let verbs = help.split(separator: "\n").drop { $0 != "Verbs:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    return try verbs.flatMap { verb in
      try Program.run(board, [verb, "--help"]).output.split(separator: "\n")
        .drop { $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        .filter { !$0.hasPrefix("   ") }
        .map { ManualExample(place: "dragboard \(verb)", lines: [String($0.dropFirst(2))]) }
    }
  }
}
