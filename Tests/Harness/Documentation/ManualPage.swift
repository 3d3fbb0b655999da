internal import Foundation

/// A page of the manual of dragctl, as it is installed.
package struct ManualPage: CustomStringConvertible, Sendable {
  /// The file's name, as `dragctl-copy.1`.
  package let name: String
  /// Without its markup, except at the beginnings of lines.
  package let text: String

  package var description: String { name }

  private static var folder: String { "\(Built.packageRoot)/Sources/dragctl/Manual" }

  package init(_ name: String) throws {
    self.name = name
    text = Self.escapes.reduce(
      try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
    ) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// See groff_char(7).
  private static let escapes = [
    ("\\-", "-"), ("\\~", " "), ("\\[aq]", "'"), ("\\[ti]", "~"), ("\\[ga]", "`"), ("\\&", ""),
    ("\\e", "\\"),
  ]

  package static func all() throws -> [ManualPage] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { try ManualPage($0) }
  }

  /// The page about a verb: the one that has it among its names, else that of dragctl.
  package static func page(of verb: String) throws -> ManualPage {
    let pages = try all()
    let own = pages.first { $0.names.contains("dragctl-\(verb)") }
    return try own ?? ManualPage("dragctl.1")
  }

  /// What the page is found by; the first one is that of its file.
  package var names: [String] {
    section("NAME").dropFirst().prefix { $0 != "\n" }.split(separator: " - ").first?
      .split(separator: ", ").map(String.init) ?? []
  }

  /// What stands between a heading and the next one.
  package func section(_ heading: String) -> Substring {
    let headings = ["H \(heading)\n", "S \(heading)\n", "S \"\(heading)\"\n", "S \(heading) "]
    guard let start = headings.lazy.compactMap({ text.range(of: "\n.S\($0)") }).first else {
      return ""
    }
    let rest = text[text.index(before: start.upperBound)...]
    let end = rest.dropFirst().range(of: "\n.S")?.lowerBound
    return rest.prefix(upTo: end ?? rest.endIndex)
  }

  /// The blocks of examples in a section, each as its lines.
  package func examples(in heading: String) -> [String] {
    section(heading).components(separatedBy: "\n.EX\n").dropFirst().map {
      $0.components(separatedBy: "\n.EE")[0]
    }
  }
}
