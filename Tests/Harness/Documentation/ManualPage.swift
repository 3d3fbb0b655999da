internal import Foundation

/// A page of a program's manual.
package struct ManualPage: CustomStringConvertible, Sendable {
  /// The file, as `Sources/dragctl/Manual/dragctl-copy.1`.
  package let path: String
  /// Without its markup, except at the beginnings of lines.
  package let text: String

  /// The file's name.
  package var description: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// - Parameter name: the file's name.
  package init(_ name: String, of program: String = "dragctl") throws {
    path = "Sources/\(program)/Manual/\(name)"
    text = Self.escapes.reduce(
      try String(contentsOfFile: "\(Built.packageRoot)/\(path)", encoding: .utf8)
    ) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// See groff_char(7).
  private static let escapes = [
    ("\\-", "-"), ("\\~", " "), ("\\[aq]", "'"), ("\\[ti]", "~"), ("\\[ga]", "`"), ("\\&", ""),
    ("\\e", "\\"),
  ]

  /// All pages of a program, by their names; none for one without a manual.
  package static func all(of program: String = "dragctl") throws -> [ManualPage] {
    let folder = "\(Built.packageRoot)/Sources/\(program)/Manual"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.wholeMatch(of: /.*\.[1-8]/) != nil }
      .map { try ManualPage($0, of: program) }
  }

  /// The page about a verb of dragctl: the one that has it among its names, else that of dragctl.
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

  /// What stands between a heading and the next one of its rank.
  package func section(_ heading: String) -> Substring {
    let headings = ["H \(heading)\n", "S \(heading)\n", "S \"\(heading)\"\n", "S \(heading) "]
    guard let start = headings.lazy.compactMap({ text.range(of: "\n.S\($0)") }).first else {
      return ""
    }
    let isPart = text[start].hasPrefix("\n.SH")
    let rest = text[text.index(before: start.upperBound)...]
    let end = rest.dropFirst().range(of: isPart ? "\n.SH" : "\n.S")?.lowerBound
    return rest.prefix(upTo: end ?? rest.endIndex)
  }

  /// The blocks of examples in a section, each as its lines.
  package func examples(in heading: String) -> [String] {
    section(heading).components(separatedBy: "\n.EX\n").dropFirst().map {
      $0.components(separatedBy: "\n.EE")[0]
    }
  }
}
