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
    try manuals().flatMap(Self.read) + ofDragctl() + ofDragboard()
  }

  /// dragboard is built only where GTK is installed.
  static let hasBoard = FileManager.default.fileExists(atPath: board)
  private static let board = "\(Built.folder)/dragboard"

  private static func manuals() throws -> [ManualPage] {
    let sources = "\(Built.packageRoot)/Sources"
    return try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
      .filter { $0 != "dragboard" || hasBoard }
      .flatMap { try ManualPage.all(of: $0) }
  }

  /// The blocks of the page's part EXAMPLES, each from .EX to .EE.
  private static func read(_ page: ManualPage) -> [ManualExample] {
    page.examples(in: "EXAMPLES").map {
      ManualExample(place: "\(page)", lines: $0.split(separator: "\n").map(String.init))
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
